// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IndexDemoTest {
  @Test
  void passesIfEveryLookupShowedExactlyTheRowsOfItsCity() {
    assertThat(outcome(400, 0, 0).passed()).isTrue();
    assertThat(outcome(400, 1, 0).passed()).isFalse();
    assertThat(outcome(400, 0, 1).passed()).isFalse();
    assertThat(outcome(0, 0, 0).passed()).as("nothing was compared").isFalse();
  }

  @Test
  void textHasTheTimesAndTheCounts() {
    assertThat(outcome(400, 1, 2).toText())
        .contains(
            "get by row key 1.5 ms",
            "rows 4.0 ms (medians)",
            "answered 2.5 s later",
            "400 lookups compared with what was written: 1 rows missing, 2 foreign; 7 stale");
  }

  private static IndexDemo.Outcome outcome(int lookups, long missing, long foreign) {
    return new IndexDemo.Outcome(
        20_000,
        lookups,
        missing,
        foreign,
        7,
        Duration.ofNanos(1_500_000),
        Duration.ofMillis(4),
        Duration.ofMillis(2_500));
  }
}
