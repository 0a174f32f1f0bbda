/** The metrics of a compaction server: {@link io.lighter.server.metrics.ServerMetrics}. */
package io.lighter.server.metrics;
