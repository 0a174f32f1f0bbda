// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Start and end of the phases around one compaction of a trial. Immutable.
 *
 * @param baseline time when clients had settled before this compaction
 * @param compaction start of the compaction on the region server
 * @param commit time from which at least some reads used the output
 * @param preSwitch time when blocks began to be cached for an output not yet in use
 * @param warm time when the blocks were warm again
 * @param endedBy source of that time
 * @param end end of the rest: end of the trial, or request of the next compaction
 * @param shortestWarmup see {@link #SHORTEST_WINDOW}
 */
public record PhaseTimes(
    Instant baseline,
    Instant compaction,
    Instant commit,
    Optional<Instant> preSwitch,
    Instant warm,
    EndedBy endedBy,
    Instant end,
    Duration shortestWarmup) {

  /** Shortest measured part of a warm-up, because a mean over less is chance. */
  public static final Duration SHORTEST_WINDOW = Duration.ofSeconds(5);

  /** Length of the window from the commit that compares phases of different length. */
  public static final Duration FIXED_WINDOW = Duration.ofMinutes(2);

  /** Checks the order. */
  public PhaseTimes {
    requireOrder("baseline", baseline, "compaction", compaction);
    requireOrder("compaction", compaction, "commit", commit);
    requireOrder("commit", commit, "warm", warm);
    requireOrder("warm", warm, "end", end);
  }

  /** The source of a warm-up's end. */
  public enum EndedBy {
    /** The region server's log. */
    EVENT("event"),
    /** A hit ratio as high as before the compaction. */
    HIT_RATIO("hit-ratio"),
    /** The time limit, with a hit ratio still below that of the baseline. */
    TIME_LIMIT("time-limit"),
    /** The expected duration, for the control without a compaction. */
    PLANNED("planned");

    private final String label;

    EndedBy(String label) {
      this.label = label;
    }

    /** Name in files. */
    public String label() {
      return label;
    }
  }

  /** Start of a phase. */
  public Instant start(Phase phase) {
    return switch (phase) {
      case BASELINE -> baseline;
      case COMPACTION -> compaction;
      case WARMUP -> commit;
      case REST -> warm;
    };
  }

  /** End of a phase. */
  public Instant end(Phase phase) {
    return switch (phase) {
      case BASELINE -> compaction;
      case COMPACTION -> commit;
      case WARMUP -> warm;
      case REST -> end;
    };
  }

  /**
   * The measured part of a phase: the phase, but for a warm-up at least {@link #shortestWarmup} as
   * far as the trial lasts.
   */
  public TimeSpan measured(Phase phase) {
    Instant until = end(phase);
    Instant shortest = commit.plus(shortestWarmup);
    if (phase == Phase.WARMUP && until.isBefore(shortest)) {
      until = shortest.isBefore(end) ? shortest : end;
    }
    return new TimeSpan(start(phase), until);
  }

  /** The time from the commit to {@link #FIXED_WINDOW} after the commit, as far as it lasts. */
  public TimeSpan fixedWindow() {
    Instant until = commit.plus(FIXED_WINDOW);
    return new TimeSpan(commit, until.isBefore(end) ? until : end);
  }

  /**
   * The time from the start of the compaction to the end of {@link #fixedWindow}. The interval of
   * latencies that contains the commit lies wholly in this span only.
   */
  public TimeSpan withFixedWindow() {
    return new TimeSpan(compaction, fixedWindow().to());
  }

  /** Duration of a phase. */
  public double seconds(Phase phase) {
    return new TimeSpan(start(phase), end(phase)).seconds();
  }

  private static void requireOrder(String first, Instant a, String second, Instant b) {
    if (b.isBefore(a)) {
      throw new IllegalArgumentException(
          "%s at %s is not before %s at %s".formatted(first, a, second, b));
    }
  }
}
