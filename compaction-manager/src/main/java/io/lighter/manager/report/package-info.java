/**
 * What compaction servers and region servers report, and what is answered: {@link
 * io.lighter.manager.report.ServerReports}, {@link io.lighter.manager.report.RegionServerReports},
 * {@link io.lighter.manager.report.ServerLimits}; and the manager's own {@link
 * io.lighter.manager.report.ManagerMetrics}. Thread-safe: reports come on the threads of HBase's
 * RPC.
 */
package io.lighter.manager.report;
