package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;

/**
 * How long the parts of a trial take.
 *
 * @param settle from the start of the clients until anything counts
 * @param baseline measured before the compaction
 * @param warmupLimit longest wait for warm blocks
 * @param rest measured after that
 * @param compactionLimit longest wait for the compaction
 * @param window measured from the start of the compaction at least, however soon all is warm
 * @param quietLimit longest wait for an idle machine before the trial
 * @param shortestWarmup what is measured of the warm-up at least, see {@link
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
   * Clients write down what they saw once a second, and what they saw since is lost when they are
   * ended; longer than a second, for they may be late.
   */
  private static final Duration UNWRITTEN = Duration.ofSeconds(3);

  /** With the usual shortest warm-up. */
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

  /** Without a window. */
  public TrialSettings(
      Duration settle,
      Duration baseline,
      Duration warmupLimit,
      Duration rest,
      Duration compactionLimit,
      Duration quietLimit) {
    this(settle, baseline, warmupLimit, rest, Duration.ZERO, compactionLimit, quietLimit);
  }

  /** Those of a full experiment. */
  public static TrialSettings full() {
    return new TrialSettings(
        Duration.ofSeconds(20),
        Duration.ofSeconds(30),
        Duration.ofSeconds(120),
        Duration.ofSeconds(10),
        COMPACTION_LIMIT,
        Duration.ofSeconds(30));
  }

  /** Those of a quick look. */
  public static TrialSettings quick() {
    return new TrialSettings(
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(40),
        Duration.ofSeconds(5),
        COMPACTION_LIMIT,
        Duration.ofSeconds(5));
  }

  /** Those of a trial whose figures nobody wants: it only gets code compiled. */
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
   * When clients may be ended: all of {@link #window} has to be in their logs, or a strategy that
   * is warm early would lose a part of its last second there, and a slow one would not.
   *
   * @param compaction start of it
   * @param commit of its output
   * @param warmSeen when it was known that the blocks are warm
   */
  Instant end(Instant compaction, Instant commit, Instant warmSeen) {
    Instant shortest = commit.plus(shortestWarmup);
    Instant restEnd = latest(warmSeen, shortest).plus(rest);
    return latest(restEnd, compaction.plus(window).plus(UNWRITTEN));
  }

  /**
   * How much of the settling is over when the data set is flushed: most, so that few rows are newer
   * than the files that are compacted; the rest is for reading the new files into the cache.
   */
  Duration settleBeforeFlush() {
    return settle.multipliedBy(2).dividedBy(3);
  }

  /** A guess of what a trial takes, for the time that is left. */
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
