// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisturbancesTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  @Test
  void useOfATimeIsNamed() {
    assertThat(Disturbances.of(span(0, 10), any -> Map.of("other_cpu_s", 1.2, "steal_s", 4.0)))
        .containsExactly("other programs used 12 % of a CPU", "the hypervisor took 40 % of a CPU");
    assertThat(Disturbances.of(span(0, 10), any -> Map.of("other_cpu_s", 1.0, "steal_s", 0.9)))
        .isEmpty();
  }

  @Test
  void withoutCountersThereIsNothingToName() {
    assertThat(Disturbances.of(span(0, 10), any -> Map.of())).isEmpty();
  }

  @Test
  void windowsWithMuchOtherUseAreFound() {
    assertThat(
            Disturbances.windows(
                span(0, 23), window -> Map.of("steal_s", window.sharedSeconds(span(12, 21)))))
        .containsExactly(span(10, 15), span(15, 20), span(20, 23));
  }

  @Test
  void lastWindowIsJudgedByItsOwnLength() {
    // 0.3 s are less than 10 % of five seconds, and more than 10 % of two.
    assertThat(Disturbances.windows(span(0, 7), window -> Map.of("other_cpu_s", 0.3)))
        .containsExactly(span(5, 7));
  }

  private static TimeSpan span(int fromSecond, int toSecond) {
    return new TimeSpan(START.plusSeconds(fromSecond), START.plusSeconds(toSecond));
  }
}
