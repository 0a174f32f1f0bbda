// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.engine.advise.Advice;
import io.lighter.engine.advise.Device;
import io.lighter.engine.advise.Evidence;
import io.lighter.engine.advise.Forecast;
import io.lighter.engine.advise.KeyOrder;
import io.lighter.engine.advise.ReadLoad;
import io.lighter.engine.advise.SimulatedEngine;
import io.lighter.engine.advise.StoreWorkload;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StoreFiguresTest {
  /** Otherwise an engine beside an advice would be compared by another cost. */
  @Test
  void costIsThatOfAnAdvice() {
    StoreWorkload workload = new StoreWorkload(9, 3, 9, 7e6, 0.1, KeyOrder.UNIFORM);
    ReadLoad reads = new ReadLoad(70, OptionalDouble.of(0.3), 0.2, Device.SSD, 2);
    Evidence evidence =
        new Evidence(
            Duration.ofDays(2),
            500,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            false,
            List.of());
    List<Forecast> forecasts =
        List.of(forecast(SimulatedEngine.DEFAULT, 3), forecast(SimulatedEngine.STRIPE, 5));

    assertThat(Advice.of(forecasts, workload, reads, evidence).candidates())
        .hasSize(2)
        .allSatisfy(
            each -> {
              StoreFigures figures = StoreFigures.of(each.forecast());
              assertThat(figures.writeSeconds(reads, workload.bytesPerSecond()))
                  .isCloseTo(each.writeSeconds(), within(1e-12))
                  .isPositive();
              assertThat(figures.readSeconds(reads, 0.3))
                  .isCloseTo(each.readSeconds(), within(1e-12))
                  .isPositive();
            });
  }

  private static Forecast forecast(SimulatedEngine engine, double figure) {
    return new Forecast(engine, 50, figure, figure + 1, figure + 2, 99, figure - 1, 1, 2, 1_000, 4);
  }
}
