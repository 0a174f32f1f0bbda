/**
 * HBase with Lighter as separate processes on this machine, in a temporary folder, on loopback.
 *
 * <p>Start with {@link io.lighter.benchmarks.cluster.LocalCluster}. One JVM holds ZooKeeper, HDFS
 * and the HBase master ({@link io.lighter.benchmarks.cluster.BaseProcess}); every region server,
 * manager and compaction server is a JVM of its own. No process outlives the one that started the
 * cluster, however that one ends.
 */
package io.lighter.benchmarks.cluster;
