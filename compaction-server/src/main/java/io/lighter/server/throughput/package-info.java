/**
 * This server's share of {@code lighter.throughput.limit}, kept by all its jobs together.
 *
 * <p>Start with {@link io.lighter.server.throughput.SharedThroughput}: one for a server, asked on
 * the jobs' threads, changed by the manager's answers. {@link
 * io.lighter.server.throughput.LimitedThroughput} is what HBase's compactor sees of it. Nothing
 * here divides a limit among servers: the manager does.
 */
package io.lighter.server.throughput;
