package io.lighter.manager.plan;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What all compaction servers did in a time.
 *
 * @param window the time
 * @param jobs that completed
 * @param bytes their input
 * @param runningMs their running time, summed
 * @param turnedAway compactions that ran on region servers for lack of a compaction server
 * @param warmupRate mean bytes per second of a warm-up; empty: none went on
 */
public record MeasuredLoad(
    Duration window,
    long jobs,
    long bytes,
    long runningMs,
    long turnedAway,
    OptionalLong warmupRate) {}
