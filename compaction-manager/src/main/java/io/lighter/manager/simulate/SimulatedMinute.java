package io.lighter.manager.simulate;

/**
 * A minute of a simulation.
 *
 * @param servers compaction servers at its end
 * @param medianWaitMs of the jobs that ended in it, in the queue of their server; 0 without any
 * @param waiting jobs in queues at its end
 * @param completed jobs
 */
public record SimulatedMinute(int servers, double medianWaitMs, long waiting, int completed) {}
