// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.cli.EngineName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckSettingsTest {
  private static final Duration NEVER = CheckSettings.Load.NEVER;

  @Test
  void onlyAnEngineThatTheTableNamesCanChange() {
    Duration often = Duration.ofSeconds(1);

    assertThatThrownBy(() -> settings(EngineName.DEFAULT, often))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("engine");
    assertThat(settings(EngineName.RANGE, often).load().changesEngine()).isTrue();
    assertThat(settings(EngineName.FOREST, often).load().changesEngine()).isTrue();
    assertThat(settings(EngineName.DEFAULT, NEVER).load().changesEngine()).isFalse();
  }

  private static CheckSettings settings(EngineName engine, Duration enginePause) {
    return new CheckSettings(
        1,
        Duration.ofSeconds(1),
        100,
        8,
        Optional.empty(),
        Map.of(),
        TableShape.plain(engine, Instant.EPOCH),
        false,
        new CheckSettings.Load(
            1, 1, 1, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, enginePause));
  }
}
