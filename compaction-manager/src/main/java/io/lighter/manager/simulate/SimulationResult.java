// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

/**
 * The result of a simulation.
 *
 * @param spread maximum over mean of the servers' demand by slots, mean over the minutes of the
 *     second half
 * @param bestSpread lower bound of {@code spread}: the heaviest slot over the servers' mean
 * @param busiest highest mean utilisation of a server's threads in the second half, 0 to 1
 * @param meanWaitMs mean wait in a server's queue of jobs that started in the second half
 * @param p99WaitMs 99th percentile of the same waits
 * @param movesPerMinute mean number of slots moved by load
 * @param mostMovesInAMinute maximum number of slots moved by load
 * @param slotsMoved slots moved for any reason, without first assignments
 * @param znodeBytes size of the table at the end
 * @param meanPlanMs mean time of one core for one pass of the manager over the group
 * @param maxPlanMs time of the slowest pass, including the first, which fills an empty table with
 *     code that is not compiled yet
 * @param heapUsedBytes heap of this JVM at the end, without garbage, with the simulated cluster
 */
public record SimulationResult(
    boolean balanced,
    double spread,
    double bestSpread,
    double busiest,
    double meanWaitMs,
    double p99WaitMs,
    long jobs,
    double movesPerMinute,
    long mostMovesInAMinute,
    long slotsMoved,
    int znodeBytes,
    double meanPlanMs,
    double maxPlanMs,
    long heapUsedBytes) {}
