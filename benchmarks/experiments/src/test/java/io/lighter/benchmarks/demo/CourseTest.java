// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CourseTest {
  private static final long ORIGIN = TimeUnit.SECONDS.toNanos(1_000);
  private static final long INTERVAL = ms(10);

  private final Timeline timeline = new Timeline();

  @Test
  void readsAreInTheBinOfTheirStartRelativeToTheOrigin() {
    timeline.add(ORIGIN - ms(30), ms(2), INTERVAL);
    timeline.add(ORIGIN + ms(30), ms(4), INTERVAL);
    timeline.add(ORIGIN + ms(470), ms(6), INTERVAL);
    timeline.add(ORIGIN + ms(530), ms(8), INTERVAL);

    assertThat(timeline.since(ORIGIN).means(-1, 4, 5))
        .containsExactly(
            OptionalDouble.of(2),
            OptionalDouble.of(5),
            OptionalDouble.of(8),
            OptionalDouble.empty());
  }

  @Test
  void stallCountsForReadsScheduledMeanwhileAtTheirTimes() {
    timeline.add(ORIGIN, ms(1_000), INTERVAL);

    // 1000, 990, ... 510 ms, and 500, ... 10 ms
    assertThat(timeline.since(ORIGIN).means(0, 3, 5))
        .containsExactly(OptionalDouble.of(755), OptionalDouble.of(255), OptionalDouble.empty());
  }

  @Test
  void pooledCoursesWeighByReads() {
    timeline.add(ORIGIN, ms(1), INTERVAL);
    timeline.add(ORIGIN, ms(1), INTERVAL);
    Timeline other = new Timeline();
    other.add(0, ms(4), INTERVAL);

    Course pooled = Course.pooled(List.of(timeline.since(ORIGIN), other.since(0)));

    assertThat(pooled.means(0, 1, 5)).containsExactly(OptionalDouble.of(2));
  }

  @Test
  void hitRatioIsThatOfTheIntervalsAtATime() {
    List<HitInterval> intervals =
        List.of(
            new HitInterval(-2, 0, new HitCounts(20, 0)),
            new HitInterval(0, 1, new HitCounts(5, 5)),
            new HitInterval(-1, 1, new HitCounts(0, 20)));

    assertThat(HitInterval.ratioAt(-1.5, intervals)).hasValue(1);
    assertThat(HitInterval.ratioAt(-0.5, intervals)).hasValue(0.5);
    assertThat(HitInterval.ratioAt(0, intervals)).hasValue(0.25);
    assertThat(HitInterval.ratioAt(1, intervals)).isEmpty();
  }

  private static long ms(long ms) {
    return TimeUnit.MILLISECONDS.toNanos(ms);
  }
}
