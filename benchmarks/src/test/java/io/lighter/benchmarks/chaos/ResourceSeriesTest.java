package io.lighter.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceSeriesTest {
  private static final int SAMPLES = 400;
  private static final int PERIOD_S = 10;

  private final ResourceSeries threads = new ResourceSeries(Gauge.THREADS);

  @Test
  void shortLivesAreNotJudged() {
    for (int i = 0; i < 10; i++) {
      threads.add(i * PERIOD_S, i * 1000);
    }

    assertThat(threads.isFlat()).isEmpty();
    assertThat(threads.before()).isEmpty();
  }

  @Test
  void growthInTheFirstQuarterIsForgiven() {
    for (int i = 0; i < SAMPLES; i++) {
      threads.add(i * PERIOD_S, Math.min(i, SAMPLES / 4));
    }

    assertThat(threads.isFlat()).contains(true);
  }

  @Test
  void aLeakIsSeen() {
    for (int i = 0; i < SAMPLES; i++) {
      threads.add(i * PERIOD_S, 100 + i / 10.0);
    }

    assertThat(threads.isFlat()).contains(false);
    assertThat(threads.before().orElseThrow()).isLessThan(threads.after().orElseThrow());
  }

  @Test
  void aHeapIsJudgedByItsLowPoints() {
    ResourceSeries heap = new ResourceSeries(Gauge.HEAP);
    for (int i = 0; i < SAMPLES; i++) {
      boolean justCollected = i % 8 == 0;
      heap.add(i * PERIOD_S, justCollected ? 200 : 300 + i); // more garbage, but it goes
    }

    assertThat(heap.isFlat()).contains(true);
    assertThat(heap.after()).hasValue(200);
  }

  @Test
  void noiseIsATenthOrTheSlackOfTheGaugeWhicheverIsMore() {
    assertThat(Gauge.THREADS.isFlat(10, 22)).isTrue();
    assertThat(Gauge.THREADS.isFlat(10, 23)).isFalse();
    assertThat(Gauge.THREADS.isFlat(1_000, 1_100)).isTrue();
    assertThat(Gauge.THREADS.isFlat(1_000, 1_101)).isFalse();
  }
}
