// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Start and end of a trial's phases. Immutable.
 *
 * @param baseline time when clients had settled
 * @param compaction start of the compaction on the region server
 * @param commit time from which at least some reads used the output
 * @param preSwitch time when blocks began to be cached for an output not yet in use
 * @param warm time when the blocks were warm again
 * @param endedBy source of that time
 * @param end end of the trial
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
    TIME_LIMIT("time-limit");

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

  /** End of a phase's measurement: the end of the phase, or later by {@link #shortestWarmup}. */
  public Instant measuredUntil(Phase phase) {
    if (phase != Phase.WARMUP) {
      return end(phase);
    }
    Instant shortest = commit.plus(shortestWarmup);
    Instant longer = warm.isAfter(shortest) ? warm : shortest;
    return longer.isBefore(end) ? longer : end;
  }

  /** Whether a moment is in the measured part of a phase. */
  public boolean isIn(Phase phase, Instant moment) {
    return !moment.isBefore(start(phase)) && moment.isBefore(measuredUntil(phase));
  }

  /** Duration of a phase. */
  public double seconds(Phase phase) {
    return Duration.between(start(phase), end(phase)).toMillis() / 1000.0;
  }

  private static void requireOrder(String first, Instant a, String second, Instant b) {
    if (b.isBefore(a)) {
      throw new IllegalArgumentException(
          "%s at %s is not before %s at %s".formatted(first, a, second, b));
    }
  }
}
