// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class LatencyFiguresTest {
  @Test
  void degradationIsPercentAboveTheBaseline() {
    assertThat(LatencyFigures.degradation(11.2, 1)).isCloseTo(1_020, within(1e-9));
    assertThat(LatencyFigures.degradation(1, 1)).isZero();
    assertThat(LatencyFigures.degradation(0.9, 1)).isCloseTo(-10, within(1e-9));
  }

  @Test
  void figuresAreOfTheWholeDistribution() {
    Histogram micros = new Histogram(3);
    micros.recordValueWithCount(1_000, 98);
    micros.recordValueWithCount(51_000, 2);

    LatencyFigures figures = LatencyFigures.of(micros);

    assertThat(figures.count()).isEqualTo(100);
    assertThat(figures.mean()).isCloseTo(2, within(0.01));
    assertThat(figures.p50()).isCloseTo(1, within(0.01));
    assertThat(figures.p99()).isCloseTo(51, within(0.1));
  }

  @Test
  void operationWithoutSamplesHasOnlyACount() {
    JsonObject json = new JsonObject();
    LatencyFigures none = LatencyFigures.of(new Histogram(3));

    none.addTo(json, "get");

    assertThat(json.keySet()).containsExactly("get_count");
    assertThat(json.get("get_count").getAsLong()).isZero();
  }
}
