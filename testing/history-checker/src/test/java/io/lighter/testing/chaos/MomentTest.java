// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Uses lines as the processes write them. */
class MomentTest {
  private static final String JOB = "cj-8a6cd943cb56bb912e73";
  private static final String STORE = " table=chaos region=dc6151a272dd family=g ";

  @ParameterizedTest
  @MethodSource("events")
  void momentIsOverAfterTheNextEventOfTheSameObject(Moment moment, String event, String next) {
    assertThat(event).contains(moment.event());
    assertThat(next).contains(moment.over(event));
    assertThat(next.replace(JOB, "cj-00000000000000000000").replace("dc6151", "000000"))
        .satisfies(other -> assertThat(moment.over(event)).anyMatch(part -> !other.contains(part)));
  }

  static Stream<Arguments> events() {
    return Stream.of(
        Arguments.of(
            Moment.COMPACTING,
            JOB + " starts: chaos/dc6151a272dd/g",
            JOB + " completed in 1985 ms: 3708 cells"),
        Arguments.of(
            Moment.FINISHING,
            JOB + " completed in 1985 ms: 3708 cells",
            JOB + " done: the output belongs to rs1,16020,1"),
        Arguments.of(
            Moment.WAITING,
            "compaction submitted: " + JOB + STORE + "server=cs1,16040,1",
            "compaction offloaded: " + JOB + STORE + "server=cs1,16040,1"),
        Arguments.of(
            Moment.BEFORE_COMMIT,
            "compaction offloaded: " + JOB + STORE + "server=cs1,16040,1",
            "Completed major compaction of 3 (all) file(s) in dc6151a272dd/g of dc6151a272dd"),
        Arguments.of(
            Moment.WARMUP_MIDDLE,
            "warm-up started: " + JOB + STORE + "strategy=throttled",
            "warm-up completed: " + JOB + STORE + "ms=3700"));
  }

  @ParameterizedTest
  @MethodSource("open")
  void momentWithoutAnEndIsNeverOver(Moment moment) {
    assertThat(moment.over("any line")).isEmpty();
  }

  static List<Moment> open() {
    return List.of(Moment.IDLE, Moment.QUEUED, Moment.AFTER_COMMIT, Moment.WARMUP_END);
  }
}
