// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Scale;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunSettingsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void wrongSettingsAreRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(0, MINUTE, 0))
        .withMessageContaining("threads = 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1, Duration.ZERO, 0))
        .withMessageContaining("duration");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1, MINUTE, -1))
        .withMessageContaining("rate");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1, MINUTE, Double.NaN))
        .withMessageContaining("rate");
  }

  @Test
  void moreThreadsThanDistrictsAreRefused() {
    Database database = new Database(2, Scale.SPEC, 1, 100, 0);

    assertThatCode(() -> settings(20, MINUTE, 0).requireFits(database)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(21, MINUTE, 0).requireFits(database))
        .withMessageContaining("threads = 21: expected at most 20");
  }

  private static RunSettings settings(int threads, Duration duration, double rate) {
    return new RunSettings(threads, duration, rate, 1, Optional.empty());
  }
}
