// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Jobs of index builds on a compaction server: {@link io.lighter.server.index.BuildJobPool} runs
 * them and watches their leases, {@link io.lighter.server.index.BuildJobValidator} checks requests.
 * What a job does with files is in {@link io.lighter.index.build}. The jobs have threads of their
 * own, so compactions do not wait for them.
 */
package io.lighter.server.index;
