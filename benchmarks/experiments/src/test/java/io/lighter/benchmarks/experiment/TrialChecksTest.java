// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TrialChecksTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  private final LatencyLog log = new LatencyLog();

  @Test
  void steadyTrialHasNoNotes() {
    add(0, 100, 1_000);
    TrialChecks checks = checks(times(0, 20_000, 30_000), times(50_000, 60_000, 70_000));

    assertThat(checks.failures()).isEmpty();
    assertThat(checks.notes(10)).isEmpty();
  }

  @Test
  void phaseWithoutAWholeIntervalIsNoted() {
    add(0, 100, 1_000);
    TrialChecks checks = checks(times(0, 20_000, 30_000), times(50_000, 60_300, 61_900));

    assertThat(checks.failures()).isEmpty();
    assertThat(checks.notes(10))
        .containsExactly(
            "compaction 2: no interval of get lies wholly in phase compaction of 1.6 s");
  }

  @Test
  void slowOrDriftingBaselineIsNoted() {
    add(0, 10, 3_000);
    add(10, 100, 1_000);

    assertThat(checks(times(0, 20_000, 30_000)).notes(20))
        .containsExactly(
            "the baseline reached 10 of 20 operations a second",
            "the baseline is not steady: get took 3.00 ms in its first half, 1.00 ms in the second");
  }

  @Test
  void laterBaselineIsCheckedAsTheFirstOneIs() {
    add(0, 55, 1_000);
    add(55, 100, 3_000);

    assertThat(checks(times(0, 20_000, 30_000), times(50_000, 60_000, 70_000)).notes(20))
        .contains(
            "compaction 2: the baseline reached 10 of 20 operations a second",
            "compaction 2: the baseline is not steady: get took 1.00 ms in its first half, 3.00 ms"
                + " in the second");
  }

  @Test
  void eachCompactionNeedsABaseline() {
    add(0, 100, 1_000);

    assertThat(checks(times(0, 20_000, 30_000), times(60_000, 60_300, 70_000)).failures())
        .containsExactly("no get was measured in phase baseline");
  }

  @Test
  void trialWithoutOperationsInAPhaseIsInvalid() {
    add(0, 20, 1_000);
    log.addFailures("get", 2);

    assertThat(checks(times(0, 20_000, 30_000)).failures())
        .containsExactly("operations failed: {get=2}", "no get was measured in phase warmup");
  }

  private TrialChecks checks(PhaseTimes... compactions) {
    return new TrialChecks(List.of(compactions), log, List.of("get"));
  }

  /** Times in milliseconds; ten seconds of warm-up and as much rest follow the commit. */
  private static PhaseTimes times(int baseline, int start, int commit) {
    return new PhaseTimes(
        START.plusMillis(baseline),
        START.plusMillis(start),
        START.plusMillis(commit),
        Optional.empty(),
        START.plusMillis(commit + 10_000),
        EndedBy.EVENT,
        START.plusMillis(commit + 20_000),
        Duration.ofSeconds(5));
  }

  /** Ten operations a second. */
  private void add(int from, int to, long micros) {
    for (int second = from; second < to; second++) {
      Histogram histogram = new Histogram(3);
      histogram.recordValueWithCount(micros, 10);
      Instant start = START.plusSeconds(second);
      for (LatencyLog.Timing timing : LatencyLog.Timing.values()) {
        log.add(timing, "get", new LatencyInterval(start, start.plusSeconds(1), histogram));
      }
    }
  }
}
