// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Reports of compaction servers and region servers, and the answers: {@link
 * io.lighter.manager.report.ServerReports}, {@link io.lighter.manager.report.RegionServerReports},
 * {@link io.lighter.manager.report.ServerLimits}; and the manager's own {@link
 * io.lighter.manager.report.ManagerMetrics}. Thread-safe: reports arrive on threads of HBase's RPC.
 */
package io.lighter.manager.report;
