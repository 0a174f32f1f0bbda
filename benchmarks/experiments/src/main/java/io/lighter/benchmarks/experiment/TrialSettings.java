// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;

/**
 * Durations of a trial's parts.
 *
 * @param settle time from the start of the clients to the measurement
 * @param baseline measured time before each compaction
 * @param warmupLimit longest wait for warm blocks
 * @param rest measured time after that
 * @param compactionLimit longest wait for the compaction
 * @param window shortest measured time from the start of the compaction
 * @param quietLimit longest wait for an idle machine before the trial
 * @param shortestWarmup shortest measured part of the warm-up, see {@link
 *     PhaseTimes#SHORTEST_WINDOW}
 * @param compactions number of compactions in a row, at least 1
 * @param pace least time from the start of a compaction to the request of the next one
 */
public record TrialSettings(
    Duration settle,
    Duration baseline,
    Duration warmupLimit,
    Duration rest,
    Duration window,
    Duration compactionLimit,
    Duration quietLimit,
    Duration shortestWarmup,
    int compactions,
    Duration pace) {

  /** Expected duration of a compaction, and that of the control's phase of this name. */
  public static final Duration EXPECTED_COMPACTION = Duration.ofSeconds(15);

  /**
   * Least time from the start of a compaction to the request of the next one, so that each one
   * finds the clients as the first one did.
   */
  public static final Duration PACE = Duration.ofSeconds(60);

  /** Longest wait for a compaction. */
  public static final Duration COMPACTION_LIMIT = Duration.ofMinutes(10);

  private static final int MAX_COMPACTIONS = 100;

  /**
   * Clients may log once a second, and the rest is lost at their end; longer than a second, because
   * they may be late.
   */
  private static final Duration UNWRITTEN = Duration.ofSeconds(3);

  /** Checks the number of compactions. */
  public TrialSettings {
    requireCompactions(compactions);
  }

  /** Settings of one compaction with the usual shortest warm-up. */
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
        PhaseTimes.SHORTEST_WINDOW,
        1,
        PACE);
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

  /**
   * Settings of a full experiment. Clients settle for more than two minutes: their code is compiled
   * meanwhile, and without that everything after the baseline looks faster.
   */
  public static TrialSettings full() {
    return new TrialSettings(
        Duration.ofSeconds(135),
        Duration.ofSeconds(15),
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
        Duration.ofSeconds(36),
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

  /** The same settings with several compactions in a row. */
  public TrialSettings withCompactions(int number) {
    return new TrialSettings(
        settle,
        baseline,
        warmupLimit,
        rest,
        window,
        compactionLimit,
        quietLimit,
        shortestWarmup,
        number,
        pace);
  }

  /**
   * Earliest end of the rest after a compaction. The clients' logs must have all of {@link
   * #window}; otherwise only strategies that are warm early would lose a part of their last second.
   * With several compactions, it is at least {@link #pace} after the start, for the last one as
   * well.
   *
   * @param compaction start of the compaction
   * @param commit commit of the output
   * @param warmSeen time when the blocks were known to be warm
   */
  Instant end(Instant compaction, Instant commit, Instant warmSeen) {
    Instant shortest = commit.plus(shortestWarmup);
    Instant restEnd = latest(warmSeen, shortest).plus(rest);
    Instant end = latest(restEnd, compaction.plus(window).plus(UNWRITTEN));
    return compactions == 1 ? end : latest(end, compaction.plus(pace));
  }

  /**
   * Time in the settling at which the data set is flushed: late, so that few rows are newer than
   * the files, but with time to read the new files into the cache.
   */
  Duration settleBeforeFlush() {
    return settle.multipliedBy(2).dividedBy(3);
  }

  /** Estimated duration of a warm-up, and duration of the control's phase of this name. */
  public Duration expectedWarmup() {
    return warmupLimit.dividedBy(2);
  }

  /** Estimated duration of a trial. */
  public Duration expected() {
    Duration aroundIt = Duration.ofSeconds(10); // table, cache, clients
    Duration afterCompaction = longer(expectedWarmup().plus(rest), window);
    Duration each = EXPECTED_COMPACTION.plus(afterCompaction);
    Duration beforeLater = rest.plus(baseline);
    return settle
        .plus(baseline)
        .plus(compactions == 1 ? each : longer(each, pace).multipliedBy(compactions))
        .plus(beforeLater.multipliedBy(compactions - 1L))
        .plus(quietLimit)
        .plus(aroundIt);
  }

  /** Checks a number of compactions in a row. */
  static void requireCompactions(int number) {
    if (number < 1 || number > MAX_COMPACTIONS) {
      throw new IllegalArgumentException(
          "compactions %d: expected 1 to %d".formatted(number, MAX_COMPACTIONS));
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Instant latest(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
