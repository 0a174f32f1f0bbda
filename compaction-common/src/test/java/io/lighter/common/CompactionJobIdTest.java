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

class CompactionJobIdTest {
  @Test
  void randomIdsDifferAndParse() {
    var ids =
        IntStream.range(0, 1000)
            .mapToObj(i -> CompactionJobId.random().toString())
            .collect(Collectors.toSet());

    assertThat(ids).hasSize(1000).allSatisfy(id -> assertThat(id).hasSize(23).startsWith("cj-"));
    assertThat(ids).allSatisfy(id -> assertThat(new CompactionJobId(id).value()).isEqualTo(id));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cj-",
        "cj-0123456789abcdef012",
        "cj-0123456789abcdef01234",
        "cj-0123456789ABCDEF0123",
        "xx-0123456789abcdef0123",
        "cj-../../../../../../..",
        "cj-0123456789abcdef0123\n"
      })
  void anythingElseIsRefused(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CompactionJobId(value))
        .withMessageContaining("not a compaction job id");
  }

  @Test
  void messageQuotesOnlyTheBeginningOfALongValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CompactionJobId("x".repeat(100_000)))
        .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(100));
  }
}
