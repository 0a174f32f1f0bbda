/**
 * What a manager costs on a large cluster: {@link io.lighter.benchmarks.scale.ScaleSimulation} runs
 * a real {@link io.lighter.manager.CompactionManager}, over a real ZooKeeper that counts
 * operations, with the classes by which region servers and compaction servers read ZooKeeper and
 * report. The contents of their reports are made up, and no HBase runs.
 *
 * <p>Threads: the manager's are in a group of their own, which separates their processor time from
 * that of the other threads of the JVM.
 */
package io.lighter.benchmarks.scale;
