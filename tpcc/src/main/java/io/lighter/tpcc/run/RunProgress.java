package io.lighter.tpcc.run;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a run is.
 *
 * @param transactions of all types that did not fail
 * @param newOrdersPerMinute of the last interval
 * @param firstFailure of the run, if any
 */
public record RunProgress(
    Duration elapsed,
    Duration duration,
    long transactions,
    long failures,
    double newOrdersPerMinute,
    Optional<String> firstFailure) {
  /** 0 to 100. */
  public int percent() {
    return (int) Math.min(100, 100 * elapsed.toMillis() / Math.max(1, duration.toMillis()));
  }
}
