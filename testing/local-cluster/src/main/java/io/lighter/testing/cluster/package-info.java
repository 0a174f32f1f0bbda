// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * HBase with Lighter as separate processes on this machine, in a temporary folder, on loopback.
 *
 * <p>Start with {@link io.lighter.testing.cluster.LocalCluster}. One JVM runs ZooKeeper, HDFS and
 * the HBase master ({@link io.lighter.testing.cluster.BaseProcess}). Every region server, manager
 * and compaction server has its own JVM, and optionally every HDFS data node ({@link
 * io.lighter.testing.cluster.DataNodeProcess}). An {@link
 * io.lighter.testing.isolation.IsolationProfile} isolates them as far as the host permits. All
 * processes end with the process that started the cluster, even if it is killed.
 */
package io.lighter.testing.cluster;
