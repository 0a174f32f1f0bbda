/** What a compaction server counts: {@link io.lighter.server.metrics.ServerMetrics}. */
package io.lighter.server.metrics;
