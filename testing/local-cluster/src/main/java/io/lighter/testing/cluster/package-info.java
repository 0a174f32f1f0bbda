/**
 * HBase with Lighter as separate processes on this machine, in a temporary folder, on loopback.
 *
 * <p>Start with {@link io.lighter.testing.cluster.LocalCluster}. One JVM holds ZooKeeper, HDFS and
 * the HBase master ({@link io.lighter.testing.cluster.BaseProcess}); every region server, manager
 * and compaction server is a JVM of its own, and so is each HDFS data node if the settings want
 * that ({@link io.lighter.testing.cluster.DataNodeProcess}). With an {@link
 * io.lighter.testing.isolation.IsolationProfile} they are kept apart as far as the host permits. No
 * process outlives the one that started the cluster, however that one ends.
 */
package io.lighter.testing.cluster;
