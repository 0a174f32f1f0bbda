// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Decides which replica of an input a job reads, so that a compaction takes no disk time from the
 * region server for which it runs.
 *
 * <p>Start with {@link io.lighter.server.replica.ReplicaOrder}: one per server, told by a job's
 * thread for which job the thread reads, and called by HDFS's client on the same thread. {@link
 * io.lighter.server.replica.ReplicaClients} connects the order to HDFS's clients. See
 * docs/decisions/0011.
 */
package io.lighter.server.replica;
