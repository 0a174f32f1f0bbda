// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
  @Test
  void estimateUsesTheMeanOfCompletedSteps() {
    TimeLeft left = new TimeLeft(4, Duration.ofMinutes(1));
    assertThat(left.left()).isEqualTo(Duration.ofMinutes(4));

    left.done(Duration.ofMinutes(3));
    left.done(Duration.ofMinutes(1));

    assertThat(left.left()).isEqualTo(Duration.ofMinutes(4));
    assertThat(left.inWords()).isEqualTo("4 min");
  }
}
