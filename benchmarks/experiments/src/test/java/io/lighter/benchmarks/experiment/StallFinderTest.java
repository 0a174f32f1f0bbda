// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import io.lighter.benchmarks.stall.Stall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StallFinderTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  private final LatencyLog log = new LatencyLog();
  private final StallFinder finder =
      new StallFinder(List.of(times(0, 10, 20, 40, 50), times(90, 100, 110, 111, 120)));

  @Test
  void stallIsAnIntervalWithAnOperationOverTheThreshold() {
    add(Timing.DUE, 5_000, 49.9);
    add(Timing.DUE, 5_100, 51.0);
    add(Timing.SENT, 5_200, 200.0);

    List<Stall> stalls = finder.find(log, List.of("get", "scan"));

    assertThat(stalls).extracting(Stall::start).containsExactly(START.plusMillis(5_100));
    assertThat(stalls.get(0).longestMs()).isBetween(51.0, 51.1);
    assertThat(stalls.get(0).operation()).isEqualTo("get");
  }

  @Test
  void stallHasThePhaseThatContainsItsInterval() {
    for (int start : List.of(5_000, 15_000, 19_950, 20_000, 45_000, 95_000, 112_000, 118_000)) {
      add(Timing.DUE, start, 100);
    }

    assertThat(finder.find(log, List.of("get")))
        .extracting(Stall::phase)
        .containsExactly(
            "baseline", "compaction", "boundary", "warmup", "rest", "baseline", "warmup", "rest");
  }

  @Test
  void timeBeforeTheNextBaselineBelongsToNoPhase() {
    add(Timing.DUE, 70_000, 100);
    add(Timing.DUE, 130_000, 100);

    assertThat(finder.find(log, List.of("get"))).isEmpty();
  }

  private void add(Timing timing, int startMs, double ms) {
    Histogram micros = new Histogram(3);
    micros.recordValue(Math.round(1_000 * ms));
    micros.recordValue(900);
    Instant start = START.plusMillis(startMs);
    log.add(timing, "get", new LatencyInterval(start, start.plusMillis(100), micros));
  }

  private static PhaseTimes times(int baseline, int compaction, int commit, int warm, int end) {
    return new PhaseTimes(
        START.plusSeconds(baseline),
        START.plusSeconds(compaction),
        START.plusSeconds(commit),
        Optional.empty(),
        START.plusSeconds(warm),
        EndedBy.EVENT,
        START.plusSeconds(end),
        Duration.ofSeconds(5));
  }
}
