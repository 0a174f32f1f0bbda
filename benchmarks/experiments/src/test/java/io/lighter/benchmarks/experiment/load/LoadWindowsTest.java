// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadWindowsTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final int WINDOW_S = 10;

  @Test
  void disturbedWindowsAreLeftOutWhereProcessesAreApart() {
    LoadWindows windows = LoadWindows.of(windows(), true, LoadWindowsTest::usage);

    assertThat(windows.counted()).extracting(ReadWindow::number).containsExactly(0, 3);
    assertThat(windows.disturbed()).isEqualTo(2);
    assertThat(windows.leftOut()).isEqualTo(2);
    assertThat(windows.all()).isEqualTo(4);
  }

  @Test
  void disturbedWindowsCountOnASharedMachine() {
    LoadWindows windows = LoadWindows.of(windows(), false, LoadWindowsTest::usage);

    assertThat(windows.counted()).extracting(ReadWindow::number).containsExactly(0, 1, 2, 3);
    assertThat(windows.disturbed()).isEqualTo(2);
    assertThat(windows.leftOut()).isZero();
  }

  /**
   * 9 % of a CPU for others, but 11 % in the second window, and in the third for the hypervisor.
   */
  private static Map<String, Double> usage(TimeSpan span) {
    double others = span.from().equals(START.plusSeconds(WINDOW_S)) ? 1.1 : 0.9;
    double hypervisor = span.from().equals(START.plusSeconds(2 * WINDOW_S)) ? 1.1 : 0;
    return Map.of("other_cpu_s", others, "steal_s", hypervisor);
  }

  private static List<ReadWindow> windows() {
    List<ReadWindow> windows = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      Instant from = START.plusSeconds((long) number * WINDOW_S);
      windows.add(
          new ReadWindow(
              number,
              ReadWindow.Kind.SCAN,
              new TimeSpan(from, from.plusSeconds(WINDOW_S)),
              new Histogram(3),
              new Histogram(3)));
    }
    return windows;
  }
}
