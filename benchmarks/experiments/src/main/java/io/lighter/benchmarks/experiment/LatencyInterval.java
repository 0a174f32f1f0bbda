package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import org.HdrHistogram.Histogram;

/**
 * What clients saw of one operation in about a second.
 *
 * @param micros latencies; nobody changes them any more
 */
public record LatencyInterval(Instant start, Instant end, Histogram micros) {
  /** The moment that stands for it. */
  public Instant middle() {
    return start.plus(Duration.between(start, end).dividedBy(2));
  }
}
