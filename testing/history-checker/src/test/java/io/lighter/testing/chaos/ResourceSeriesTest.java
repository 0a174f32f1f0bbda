// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceSeriesTest {
  private static final int SAMPLES = 400;
  private static final int PERIOD_S = 10;

  private final ResourceSeries threads = new ResourceSeries(Gauge.THREADS);

  @Test
  void shortSeriesAreNotJudged() {
    for (int i = 0; i < 10; i++) {
      threads.add(i * PERIOD_S, i * 1000);
    }

    assertThat(threads.isFlat()).isEmpty();
    assertThat(threads.before()).isEmpty();
  }

  @Test
  void growthInTheFirstQuarterIsIgnored() {
    for (int i = 0; i < SAMPLES; i++) {
      threads.add(i * PERIOD_S, Math.min(i, SAMPLES / 4));
    }

    assertThat(threads.isFlat()).contains(true);
  }

  @Test
  void leakIsDetected() {
    for (int i = 0; i < SAMPLES; i++) {
      threads.add(i * PERIOD_S, 100 + i / 10.0);
    }

    assertThat(threads.isFlat()).contains(false);
    assertThat(threads.before().orElseThrow()).isLessThan(threads.after().orElseThrow());
  }

  @Test
  void fluctuatingGaugeIsJudgedByItsLowPoints() {
    ResourceSeries files = new ResourceSeries(Gauge.HDFS_FILES);
    for (int i = 0; i < SAMPLES; i++) {
      boolean justCleaned = i % 8 == 0;
      files.add(i * PERIOD_S, justCleaned ? 200 : 300 + i); // more garbage, which is collected
    }

    assertThat(files.isFlat()).contains(true);
    assertThat(files.after()).hasValue(200);
  }

  @Test
  void heapIsJudgedAfterCollectionsOnly() {
    ResourceSeries heap = new ResourceSeries(Gauge.HEAP);
    ResourceSeries live = new ResourceSeries(Gauge.LIVE_HEAP);
    for (int i = 0; i < SAMPLES; i++) {
      heap.add(i * PERIOD_S, 100 + i);
      live.add(i * PERIOD_S, 50 + i / 10.0);
    }

    assertThat(heap.isFlat()).isEmpty();
    assertThat(heap.after()).isEmpty();
    assertThat(live.isFlat()).contains(false);
  }

  @Test
  void fewValuesAreNotJudged() {
    ResourceSeries live = new ResourceSeries(Gauge.LIVE_HEAP);
    for (int i = 0; i < 7; i++) {
      live.add(i * 200, 50 + 10 * i);
    }
    assertThat(live.isFlat()).isEmpty();

    live.add(7 * 200, 120);
    assertThat(live.isFlat()).contains(false);
  }

  @Test
  void noiseIsTheMaximumOfATenthAndTheGaugesSlack() {
    assertThat(Gauge.THREADS.isFlat(10, 16)).isTrue();
    assertThat(Gauge.THREADS.isFlat(10, 17)).isFalse();
    assertThat(Gauge.THREADS.isFlat(1_000, 1_100)).isTrue();
    assertThat(Gauge.THREADS.isFlat(1_000, 1_101)).isFalse();
  }
}
