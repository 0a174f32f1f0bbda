// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForestHintTest {
  private static final ForestHint HINT = new ForestHint(3, -2, Long.MAX_VALUE, 17);

  private final List<String> problems = new ArrayList<>();

  @Test
  void encodedHintIsRead() {
    assertThat(ForestHint.decode(HINT.encode(), problems::add)).hasValue(HINT);
    assertThat(problems).isEmpty();
  }

  @Test
  void fileWithoutAHintIsNoProblem() {
    assertThat(ForestHint.decode(null, problems::add)).isEmpty();
    assertThat(problems).isEmpty();
  }

  @Test
  void laterVersionIsIgnoredWithAWarning() {
    byte[] value = HINT.encode();
    value[0] = 2;
    assertThat(ForestHint.decode(value, problems::add)).isEmpty();
    assertThat(problems).singleElement().asString().contains("LIGHTER_FOREST", "version 1");
  }

  @Test
  void damagedValueIsIgnoredWithAWarning() {
    byte[] value = HINT.encode();
    for (int length = 0; length < value.length; length++) {
      assertThat(ForestHint.decode(Arrays.copyOf(value, length), problems::add)).isEmpty();
    }
    byte[] noStage = value.clone();
    Arrays.fill(noStage, 1, 5, (byte) 0);
    assertThat(ForestHint.decode(noStage, problems::add)).isEmpty();
    byte[] negative = value.clone();
    negative[21] = -1; // the first byte of the number of deletes
    assertThat(ForestHint.decode(negative, problems::add)).isEmpty();
    assertThat(problems).hasSize(value.length + 2);
  }

  @Test
  void intervalWithoutAPositionIsRefused() {
    assertThatThrownBy(() -> new ForestHint(1, 5, 5, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
