package io.lighter.tpcc.run;

import java.time.Duration;

/**
 * How far a run is.
 *
 * @param transactions of all types that did not fail
 * @param newOrdersPerMinute of the last interval
 */
public record RunProgress(
    Duration elapsed,
    Duration duration,
    long transactions,
    long failures,
    double newOrdersPerMinute) {
  /** 0 to 100. */
  public int percent() {
    return (int) Math.min(100, 100 * elapsed.toMillis() / Math.max(1, duration.toMillis()));
  }
}
