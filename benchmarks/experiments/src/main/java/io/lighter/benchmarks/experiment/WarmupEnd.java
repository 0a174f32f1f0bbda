// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The rule for the end of a warm-up.
 *
 * <p>A logged warm-up ends at its log line. Any other ends at the first of {@link #STEADY}
 * consecutive samples, a second apart, whose hit ratio is at least {@link #PART_OF_BASELINE} of the
 * baseline's. Without either, the time limit is the end.
 *
 * @param baselineHitRatio of client reads before the compaction
 */
public record WarmupEnd(double baselineHitRatio, Duration limit) {
  /** Number of consecutive good samples. */
  public static final int STEADY = 5;

  /** Fraction of the baseline's hit ratio that is good. */
  public static final double PART_OF_BASELINE = 0.99;

  /**
   * Time and source of the end.
   *
   * @param time at or after the commit
   */
  public record Found(Instant time, EndedBy endedBy) {}

  /** The rule as text for reports. */
  public static String inWords() {
    return ("Where the region server logs the end of a warm-up (IW, TIW, AD), that line ends the"
            + " phase. Elsewhere it ends with the first of %d samples in a row, one second apart,"
            + " whose hit ratio is at least %.0f %% of the baseline's, or at the time limit. The"
            + " figures of the phase are over at least %d s.")
        .formatted(STEADY, 100 * PART_OF_BASELINE, PhaseTimes.SHORTEST_WINDOW.toSeconds());
  }

  /**
   * Finds the end in the data so far.
   *
   * @param logged end by the log, for a strategy that logs it
   * @param usesLog whether the strategy logs its end
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
