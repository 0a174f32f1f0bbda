package io.lighter.manager.simulate;

/**
 * What a simulation measured.
 *
 * @param spread most over mean of what the slots of a server ask for, mean over the minutes of the
 *     second half
 * @param bestSpread what {@code spread} cannot be below: the heaviest slot over the servers' mean
 * @param busiest highest mean utilisation of a server's threads in the second half, 0 to 1
 * @param meanWaitMs of jobs that started in the second half, in the queue of their server
 * @param p99WaitMs of the same
 * @param movesPerMinute slots moved by load, mean
 * @param mostMovesInAMinute slots moved by load
 * @param slotsMoved whatever the reason, first owners left out
 * @param znodeBytes of the table at the end
 * @param meanPlanMs time of one core for one pass of the manager over the group
 * @param maxPlanMs of the slowest, the first one included, which fills an empty table with code
 *     that is not compiled yet
 * @param heapUsedBytes of this JVM at the end, garbage left out, the simulated cluster included
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
