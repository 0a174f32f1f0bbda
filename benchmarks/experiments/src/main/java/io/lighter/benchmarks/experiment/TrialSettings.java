// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;

/**
 * Durations of a trial's parts.
 *
 * @param settle time from the start of the clients to the measurement
 * @param baseline measured time before the compaction
 * @param warmupLimit longest wait for warm blocks
 * @param rest measured time after that
 * @param compactionLimit longest wait for the compaction
 * @param window shortest measured time from the start of the compaction
 * @param quietLimit longest wait for an idle machine before the trial
 * @param shortestWarmup shortest measured part of the warm-up, see {@link
 *     PhaseTimes#SHORTEST_WINDOW}
 */
public record TrialSettings(
    Duration settle,
    Duration baseline,
    Duration warmupLimit,
    Duration rest,
    Duration window,
    Duration compactionLimit,
    Duration quietLimit,
    Duration shortestWarmup) {

  /** Longest wait for a compaction. */
  public static final Duration COMPACTION_LIMIT = Duration.ofMinutes(10);

  /**
   * Clients log once a second, and the rest is lost at their end; longer than a second, because
   * they may be late.
   */
  private static final Duration UNWRITTEN = Duration.ofSeconds(3);

  /** Settings with the usual shortest warm-up. */
  public TrialSettings(
      Duration settle,
      Duration baseline,
      Duration warmupLimit,
      Duration rest,
      Duration window,
      Duration compactionLimit,
      Duration quietLimit) {
    this(
        settle,
        baseline,
        warmupLimit,
        rest,
        window,
        compactionLimit,
        quietLimit,
        PhaseTimes.SHORTEST_WINDOW);
  }

  /** Settings without a window. */
  public TrialSettings(
      Duration settle,
      Duration baseline,
      Duration warmupLimit,
      Duration rest,
      Duration compactionLimit,
      Duration quietLimit) {
    this(settle, baseline, warmupLimit, rest, Duration.ZERO, compactionLimit, quietLimit);
  }

  /** Settings of a full experiment. */
  public static TrialSettings full() {
    return new TrialSettings(
        Duration.ofSeconds(20),
        Duration.ofSeconds(30),
        Duration.ofSeconds(120),
        Duration.ofSeconds(10),
        COMPACTION_LIMIT,
        Duration.ofSeconds(30));
  }

  /** Settings of a quick experiment. */
  public static TrialSettings quick() {
    return new TrialSettings(
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(40),
        Duration.ofSeconds(5),
        COMPACTION_LIMIT,
        Duration.ofSeconds(5));
  }

  /** Settings of a rehearsal, which only gets code compiled. */
  public static TrialSettings rehearsal() {
    return new TrialSettings(
        Duration.ofSeconds(8),
        Duration.ofSeconds(2),
        Duration.ofSeconds(8),
        Duration.ofSeconds(1),
        COMPACTION_LIMIT,
        Duration.ZERO);
  }

  /**
   * Earliest end of the clients. Their logs must have all of {@link #window}; otherwise only
   * strategies that are warm early would lose a part of their last second.
   *
   * @param compaction start of the compaction
   * @param commit commit of the output
   * @param warmSeen time when the blocks were known to be warm
   */
  Instant end(Instant compaction, Instant commit, Instant warmSeen) {
    Instant shortest = commit.plus(shortestWarmup);
    Instant restEnd = latest(warmSeen, shortest).plus(rest);
    return latest(restEnd, compaction.plus(window).plus(UNWRITTEN));
  }

  /**
   * Time in the settling at which the data set is flushed: late, so that few rows are newer than
   * the files, but with time to read the new files into the cache.
   */
  Duration settleBeforeFlush() {
    return settle.multipliedBy(2).dividedBy(3);
  }

  /** Estimated duration of a trial. */
  public Duration expected() {
    Duration aroundIt = Duration.ofSeconds(25); // table, cache, clients, compaction
    Duration afterCompaction = warmupLimit.dividedBy(2).plus(rest);
    return settle
        .plus(baseline)
        .plus(afterCompaction.compareTo(window) > 0 ? afterCompaction : window)
        .plus(quietLimit)
        .plus(aroundIt);
  }

  private static Instant latest(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
