package io.lighter.benchmarks.experiment;

import java.time.Duration;

/** Guesses how long the rest takes: as the mean of what was done, at first as was said. */
public final class TimeLeft {
  private static final double MS_PER_MINUTE = 60_000;

  private final int steps;
  private final Duration expected;
  private int done;
  private Duration taken = Duration.ZERO;

  /** Of so many steps, each of which is thought to take so long. */
  public TimeLeft(int steps, Duration expected) {
    this.steps = steps;
    this.expected = expected;
  }

  /** One step has been done. */
  public void done(Duration time) {
    done++;
    taken = taken.plus(time);
  }

  /** Until the last one is. */
  public Duration left() {
    Duration each = done == 0 ? expected : taken.dividedBy(done);
    return each.multipliedBy(Math.max(0, steps - done));
  }

  /** Whole minutes, at least one. */
  public String inWords() {
    return Math.max(1, Math.round(left().toMillis() / MS_PER_MINUTE)) + " min";
  }
}
