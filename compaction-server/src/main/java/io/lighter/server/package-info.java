// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The compaction server's process: its start, registration and reports.
 *
 * <p>Start with {@link io.lighter.server.ServerProcess} (the process) and {@link
 * io.lighter.server.CompactionServer} (which wires the parts). Jobs are in {@link
 * io.lighter.server.job}; {@link io.lighter.server.compaction} runs them; {@link
 * io.lighter.server.rpc} accepts them.
 */
package io.lighter.server;
