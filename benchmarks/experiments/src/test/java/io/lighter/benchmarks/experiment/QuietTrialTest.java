// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuietTrialTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final String GET = "get";

  private final LatencyLog latencies = new LatencyLog();
  private final PhaseTimes first = times(0);
  private final PhaseTimes second = times(100);

  @BeforeEach
  void addAnIntervalEachSecond() {
    for (int second = 0; second < 200; second++) {
      Histogram histogram = new Histogram(3);
      histogram.recordValue(1_000);
      Instant start = START.plusSeconds(second);
      latencies.add(Timing.DUE, GET, new LatencyInterval(start, start.plusSeconds(1), histogram));
    }
  }

  @Test
  void disturbedWindowsAreLeftOutAndTheirCompactionCounts() {
    QuietTrial quiet = trial(true, usedIn(span(21, 29)));

    assertThat(quiet.compactions()).containsExactly(first, second);
    assertThat(quiet.latencies().within(span(0, 200), Timing.DUE, GET).count()).isEqualTo(190);
    assertThat(quiet.latencies().in(first, Phase.COMPACTION, Timing.DUE, GET).count())
        .isEqualTo(10);
    assertThat(quiet.notes())
        .containsExactly(
            "other programs or the hypervisor had 10 % of a CPU in 2 windows of 5 s, which are left"
                + " out");
    assertThat(quiet.failures()).isEmpty();
  }

  @Test
  void compactionOfWhichLessThanHalfIsLeftDoesNotCount() {
    QuietTrial quiet = trial(true, usedIn(span(26, 39)));

    assertThat(quiet.compactions()).containsExactly(second);
    assertThat(quiet.notes())
        .contains("compaction 1 does not count: more than half of phase compaction was disturbed");
    assertThat(quiet.failures()).isEmpty();
  }

  @Test
  void trialWithoutAQuietCompactionIsInvalid() {
    QuietTrial quiet = trial(true, window -> Map.of("other_cpu_s", 5.0));

    assertThat(quiet.failures()).containsExactly("other programs disturbed all compactions");
    assertThat(quiet.compactions()).containsExactly(first, second);
  }

  @Test
  void onASharedMachineAllCounts() {
    QuietTrial quiet = trial(false, usedIn(span(26, 39)));

    assertThat(quiet.compactions()).containsExactly(first, second);
    assertThat(quiet.latencies().within(span(0, 200), Timing.DUE, GET).count()).isEqualTo(200);
    assertThat(quiet.notes())
        .containsExactly("other programs or the hypervisor had 10 % of a CPU in 3 windows of 5 s");
  }

  @Test
  void quietTrialIsKeptAsItIs() {
    QuietTrial quiet = trial(true, window -> Map.of());

    assertThat(quiet.compactions()).containsExactly(first, second);
    assertThat(quiet.latencies().within(span(0, 200), Timing.DUE, GET).count()).isEqualTo(200);
    assertThat(quiet.notes()).isEmpty();
  }

  private QuietTrial trial(boolean apart, Function<TimeSpan, Map<String, Double>> usage) {
    return QuietTrial.of(List.of(first, second), latencies, apart, usage);
  }

  /** All of a CPU in a time, nothing elsewhere. */
  private static Function<TimeSpan, Map<String, Double>> usedIn(TimeSpan time) {
    return window -> Map.of("other_cpu_s", window.sharedSeconds(time));
  }

  private static TimeSpan span(int fromSecond, int toSecond) {
    return new TimeSpan(START.plusSeconds(fromSecond), START.plusSeconds(toSecond));
  }

  /** A baseline and a compaction of 20 s, a warm-up of 40 s, and 20 s of rest. */
  private static PhaseTimes times(int start) {
    return new PhaseTimes(
        START.plusSeconds(start),
        START.plusSeconds(start + 20),
        START.plusSeconds(start + 40),
        Optional.empty(),
        START.plusSeconds(start + 80),
        EndedBy.EVENT,
        START.plusSeconds(start + 100),
        Duration.ofSeconds(5));
  }
}
