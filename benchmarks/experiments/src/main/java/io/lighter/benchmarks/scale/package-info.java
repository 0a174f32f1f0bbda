// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The cost of a manager on a large cluster. {@link io.lighter.benchmarks.scale.ScaleSimulation}
 * runs a real {@link io.lighter.manager.CompactionManager} with a real ZooKeeper that counts
 * operations, and the classes with which region servers and compaction servers read ZooKeeper and
 * report. The reports have simulated content, and no HBase runs.
 *
 * <p>Threads: the manager's are in a group of their own, which separates their processor time from
 * that of the JVM's other threads.
 */
package io.lighter.benchmarks.scale;
