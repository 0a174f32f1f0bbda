// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * This server's share of {@code lighter.throughput.limit}, shared by all its jobs.
 *
 * <p>Start with {@link io.lighter.server.throughput.SharedThroughput}: one per server, called on
 * the jobs' threads, changed by the manager's answers. {@link
 * io.lighter.server.throughput.LimitedThroughput} adapts it to HBase's compactor. The manager
 * divides a limit among servers.
 */
package io.lighter.server.throughput;
