/**
 * The manager's decisions on a cluster that does not exist: {@link
 * io.lighter.manager.simulate.Simulation} runs the real planner and load tracker on a manual clock,
 * with compaction servers that only count. One thread; what is random comes from the seed.
 *
 * <p>It shows what assignment does to waiting and spread, and what a decision costs. It does not
 * show HDFS, networks, or ZooKeeper.
 */
package io.lighter.manager.simulate;
