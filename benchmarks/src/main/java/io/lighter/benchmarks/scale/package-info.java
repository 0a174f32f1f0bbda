/**
 * What a manager costs on a large cluster: {@link io.lighter.benchmarks.scale.ScaleSimulation} runs
 * a real {@link io.lighter.manager.CompactionManager}, over a real ZooKeeper that counts what it is
 * asked, with the classes by which region servers and compaction servers read ZooKeeper and report.
 * Only what they report is made up; there is no HBase.
 *
 * <p>Threads: the manager's are in a group of their own, so that their processor time can be told
 * from that of the rest, which shares the JVM.
 */
package io.lighter.benchmarks.scale;
