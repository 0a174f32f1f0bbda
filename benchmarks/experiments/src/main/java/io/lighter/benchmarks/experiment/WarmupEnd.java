package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The rule by which a warm-up is over.
 *
 * <p>A strategy whose warm-up the region server logs: at that line. Any other: when {@link #STEADY}
 * samples in a row, a second apart, have a hit ratio of at least {@link #PART_OF_BASELINE} of that
 * of the baseline, it was over at the first of them. A strategy that does neither within a time
 * limit has the limit as its end.
 *
 * @param baselineHitRatio of client reads before the compaction
 */
public record WarmupEnd(double baselineHitRatio, Duration limit) {
  /** Samples that have to be good, one after the other. */
  public static final int STEADY = 5;

  /** What is good. */
  public static final double PART_OF_BASELINE = 0.99;

  /**
   * When and why it was over.
   *
   * @param time at or after the commit
   */
  public record Found(Instant time, EndedBy endedBy) {}

  /** The rule in words, for reports. */
  public static String inWords() {
    return ("Where the region server logs the end of a warm-up (IW, TIW, AD), that line ends the"
            + " phase. Elsewhere it ends with the first of %d samples in a row, one second apart,"
            + " whose hit ratio is at least %.0f %% of the baseline's, or at the time limit. The"
            + " figures of the phase are over at least %d s.")
        .formatted(STEADY, 100 * PART_OF_BASELINE, PhaseTimes.SHORTEST_WINDOW.toSeconds());
  }

  /**
   * Looks for it in what is known so far.
   *
   * @param logged the end by the log, for a strategy that logs it
   * @param usesLog whether the strategy does
   */
  public Optional<Found> find(
      Instant commit, boolean usesLog, Optional<Instant> logged, SampleSeries series, Instant now) {
    Optional<Found> found =
        usesLog
            ? logged.map(end -> new Found(end.isBefore(commit) ? commit : end, EndedBy.EVENT))
            : byHitRatio(commit, series.steps());
    if (found.isEmpty() && Duration.between(commit, now).compareTo(limit) >= 0) {
      return Optional.of(new Found(commit.plus(limit), EndedBy.TIME_LIMIT));
    }
    return found;
  }

  private Optional<Found> byHitRatio(Instant commit, List<ServerSample> steps) {
    Instant candidate = null;
    Instant before = commit;
    int good = 0;
    for (ServerSample step : steps) {
      if (!step.time().isAfter(commit)) {
        continue;
      }
      if (isWarm(step)) {
        candidate = good == 0 ? before : candidate;
        good++;
        if (good == STEADY) {
          return Optional.of(new Found(candidate, EndedBy.HIT_RATIO));
        }
      } else {
        good = 0;
      }
      before = step.time();
    }
    return Optional.empty();
  }

  private boolean isWarm(ServerSample step) {
    OptionalDouble ratio = step.hitRatio();
    return ratio.isPresent() && ratio.getAsDouble() >= PART_OF_BASELINE * baselineHitRatio;
  }
}
