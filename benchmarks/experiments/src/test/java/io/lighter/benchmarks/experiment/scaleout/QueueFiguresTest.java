// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class QueueFiguresTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final Offset<Double> TOLERANCE = within(0.02);

  /** Jobs of one server for 60 s with 20 s in the queue, then of two servers with 1 s. */
  private static List<OffloadedJob> jobs() {
    List<OffloadedJob> jobs = new ArrayList<>();
    for (int second = 0; second < 60; second += 2) {
      jobs.add(job(second - 20, second, second + 2));
    }
    for (int second = 60; second < 120; second += 4) {
      jobs.add(job(second - 1, second, second + 2));
      jobs.add(job(second - 1, second, second + 2));
    }
    return jobs;
  }

  @Test
  void waitsCoverJobsThatStartWithinThePart() {
    QueueFigures before = QueueFigures.of(jobs(), 1, at(20), at(60));
    QueueFigures after = QueueFigures.of(jobs(), 2, at(80), at(120));

    assertThat(before.started()).isEqualTo(20);
    assertThat(before.waitP50()).isCloseTo(20, TOLERANCE);
    assertThat(before.responseP50()).isCloseTo(22, TOLERANCE);
    assertThat(after.waitP50()).isCloseTo(1, TOLERANCE);
    assertThat(after.waitP99()).isCloseTo(1, TOLERANCE);
  }

  @Test
  void meanOfWaitingJobsFollowsLittlesLaw() {
    // A job starts every 2 s after 20 s: ten wait. From second 40 on the queue drains.
    assertThat(QueueFigures.of(jobs(), 1, at(0), at(40)).waiting()).isCloseTo(10, TOLERANCE);
  }

  @Test
  void ratesArePerTimeAndAllServers() {
    QueueFigures before = QueueFigures.of(jobs(), 1, at(20), at(60));
    QueueFigures after = QueueFigures.of(jobs(), 2, at(80), at(120));

    assertThat(before.perMinute()).isCloseTo(30, TOLERANCE);
    assertThat(before.busy()).isCloseTo(1, TOLERANCE);
    assertThat(after.perMinute()).isCloseTo(30, TOLERANCE);
    assertThat(after.busy()).isCloseTo(0.5, TOLERANCE);
  }

  @Test
  void jobsThatNeverRanWaitUntilTheEnd() {
    OffloadedJob stuck =
        new OffloadedJob("cj", "s1", at(10), Optional.empty(), Optional.empty(), false);

    QueueFigures figures = QueueFigures.of(List.of(stuck), 1, at(0), at(20));

    assertThat(figures.started()).isZero();
    assertThat(figures.completed()).isZero();
    assertThat(figures.waiting()).isCloseTo(0.5, TOLERANCE);
  }

  private static OffloadedJob job(int accepted, int started, int ended) {
    return new OffloadedJob(
        "cj", "s1", at(accepted), Optional.of(at(started)), Optional.of(at(ended)), true);
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
