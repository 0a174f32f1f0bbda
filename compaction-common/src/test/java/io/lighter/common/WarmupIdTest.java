// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmupIdTest {
  @Test
  void randomIdsDifferAndParse() {
    var ids =
        IntStream.range(0, 1000)
            .mapToObj(i -> WarmupId.random().toString())
            .collect(Collectors.toSet());

    assertThat(ids).hasSize(1000).allSatisfy(id -> assertThat(id).hasSize(23).startsWith("wu-"));
    assertThat(ids).allSatisfy(id -> assertThat(new WarmupId(id).value()).isEqualTo(id));
  }

  @Test
  void warmupOfAJobHasTheDigitsOfTheJob() {
    assertThat(WarmupId.of(new CompactionJobId("cj-0123456789abcdef0123")))
        .isEqualTo(new WarmupId("wu-0123456789abcdef0123"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "wu-", "wu-0123456789ABCDEF0123", "cj-0123456789abcdef0123", "wu-../../.."})
  void anythingElseIsRefused(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WarmupId(value))
        .withMessageContaining("not a warm-up id");
  }
}
