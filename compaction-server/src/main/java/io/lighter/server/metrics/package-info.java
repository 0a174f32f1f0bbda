// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** The metrics of a compaction server: {@link io.lighter.server.metrics.ServerMetrics}. */
package io.lighter.server.metrics;
