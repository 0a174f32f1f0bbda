// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The manager's decisions on a simulated cluster: {@link io.lighter.manager.simulate.Simulation}
 * runs the real planner and load tracker on a manual clock, with compaction servers that only
 * count. One thread; all randomness comes from the seed.
 *
 * <p>The simulation shows the effect of assignment on waits and spread, and the cost of a decision,
 * without HDFS, networks, or ZooKeeper.
 */
package io.lighter.manager.simulate;
