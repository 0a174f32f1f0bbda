// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LastNamesTest {
  @Test
  void digitsAreSyllables() {
    assertThat(LastNames.of(371)).isEqualTo("PRICALLYOUGHT"); // the example of clause 4.3.2.3
    assertThat(LastNames.of(0)).isEqualTo("BARBARBAR");
    assertThat(LastNames.of(40)).isEqualTo("BARPRESBAR");
    assertThat(LastNames.of(999)).isEqualTo("EINGEINGEING");
  }

  @Test
  void thousandNumbersGiveThousandNamesOfAtMost16Letters() {
    assertThat(IntStream.range(0, 1000).mapToObj(LastNames::of))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.length() <= 16);
  }

  @Test
  void otherNumbersAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> LastNames.of(1000));
    assertThatIllegalArgumentException().isThrownBy(() -> LastNames.of(-1));
  }
}
