package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When the phases of a trial began and ended. Immutable.
 *
 * @param baseline when clients had settled
 * @param compaction when the region server started the compaction
 * @param commit when its output took the place of the inputs, for some reads at least
 * @param preSwitch when blocks began to be cached for an output that was not yet in use
 * @param warm when the blocks were warm again
 * @param endedBy what told so
 * @param end of the trial
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

  /**
   * What is measured of a warm-up at least, even one that is over at once: a mean over less than
   * this is chance.
   */
  public static final Duration SHORTEST_WINDOW = Duration.ofSeconds(5);

  /** Checks the order. */
  public PhaseTimes {
    requireOrder("baseline", baseline, "compaction", compaction);
    requireOrder("compaction", compaction, "commit", commit);
    requireOrder("commit", commit, "warm", warm);
    requireOrder("warm", warm, "end", end);
  }

  /** What tells that a warm-up is over. */
  public enum EndedBy {
    /** The region server's log. */
    EVENT("event"),
    /** As many hits as before the compaction. */
    HIT_RATIO("hit-ratio"),
    /** Patience: the hit ratio was still below that of the baseline. */
    TIME_LIMIT("time-limit");

    private final String label;

    EndedBy(String label) {
      this.label = label;
    }

    /** Its name in files. */
    public String label() {
      return label;
    }
  }

  /** When a phase began. */
  public Instant start(Phase phase) {
    return switch (phase) {
      case BASELINE -> baseline;
      case COMPACTION -> compaction;
      case WARMUP -> commit;
      case REST -> warm;
    };
  }

  /** When a phase ended. */
  public Instant end(Phase phase) {
    return switch (phase) {
      case BASELINE -> compaction;
      case COMPACTION -> commit;
      case WARMUP -> warm;
      case REST -> end;
    };
  }

  /** Until when a phase's figures are measured: its end, but see {@link #shortestWarmup}. */
  public Instant measuredUntil(Phase phase) {
    if (phase != Phase.WARMUP) {
      return end(phase);
    }
    Instant shortest = commit.plus(shortestWarmup);
    Instant longer = warm.isAfter(shortest) ? warm : shortest;
    return longer.isBefore(end) ? longer : end;
  }

  /** Whether a moment is measured as part of a phase. */
  public boolean isIn(Phase phase, Instant moment) {
    return !moment.isBefore(start(phase)) && moment.isBefore(measuredUntil(phase));
  }

  /** How long a phase took. */
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
