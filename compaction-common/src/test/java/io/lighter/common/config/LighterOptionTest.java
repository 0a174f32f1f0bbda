// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LighterOptionTest {
  @ParameterizedTest
  @EnumSource
  void optionIsWellFormed(LighterOption option) {
    assertThat(option.key()).startsWith(LighterOption.PREFIX).matches("[a-z]+(\\.[a-z]+)+");
    assertThat(option.help()).isNotBlank().endsWith(".").doesNotContain("\n").doesNotContain("  ");
    assertThat(LighterOption.byKey(option.key())).contains(option);
    assertThat(LighterConfiguration.problems(Map.of(option.key(), option.defaultValue())))
        .isEmpty();
  }

  @Test
  void keysAreUnique() {
    assertThat(Arrays.stream(LighterOption.values()).map(LighterOption::key))
        .doesNotHaveDuplicates();
  }

  @Test
  void unknownKeyHasNoOption() {
    assertThat(LighterOption.byKey("lighter.nothing")).isEmpty();
  }
}
