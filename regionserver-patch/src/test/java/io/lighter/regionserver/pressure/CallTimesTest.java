// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.pressure.CallTimes.Knowledge;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Intervals of 2 s, of which 1,000 samples are expected. */
class CallTimesTest {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(2);

  private long now = Long.MAX_VALUE - INTERVAL_NANOS; // nanoTime may overflow
  private long calls = 1_000_000;
  private final CallTimes times = new CallTimes(() -> now);

  @Test
  void quarterOfTheSamplesWithoutActiveHandlersIsQuiet() {
    begin();
    assertThat(end(250, 0, 10_000)).isEqualTo(Knowledge.QUIET);
    assertThat(end(249, 0, 10_000)).isEqualTo(Knowledge.UNKNOWN);
  }

  @Test
  void fewCallsAreQuietAlsoWithFewSamples() {
    begin();
    assertThat(end(2, 0, 10)).isEqualTo(Knowledge.QUIET);
    assertThat(end(2, 0, 11)).isEqualTo(Knowledge.UNKNOWN);
    assertThat(end(2, 1, 1)).as("calls that may hang").isEqualTo(Knowledge.UNKNOWN);
  }

  @Test
  void countThatStoppedBeforeTheLastQuarterIsUnknown() {
    begin();
    times.sample(0, calls);
    now += INTERVAL_NANOS / 4;
    assertThat(end(0, 0, 0)).as("no sample").isEqualTo(Knowledge.UNKNOWN);
    times.sample(0, calls);
    now += INTERVAL_NANOS;
    assertThat(times.end().knowledge()).isEqualTo(Knowledge.UNKNOWN);
  }

  @Test
  void activeHandlersOfFewSamplesAreMeasured() {
    begin();
    assertThat(end(1, 30, 0)).isEqualTo(Knowledge.NO_BASELINE);
  }

  private void begin() {
    times.watch(true);
    times.sample(0, calls);
    times.discard();
  }

  /** Ends an interval with samples at its end, all of the same active handlers. */
  private Knowledge end(int samples, int activeHandlers, int newCalls) {
    now += INTERVAL_NANOS;
    calls += newCalls;
    for (int i = 0; i < samples; i++) {
      times.sample(activeHandlers, calls);
    }
    return times.end().knowledge();
  }
}
