// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.demo.TableCompaction.Files;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableCompactionTest {
  private static final ByteBuffer ONE = ByteBuffer.wrap(new byte[] {1});
  private static final ByteBuffer TWO = ByteBuffer.wrap(new byte[] {2});

  @Test
  void regionOfSeveralFilesIsCompactedWhenItHasOne() {
    Files before = new Files(5, 0);

    assertThat(new Files(5, 0).isCompactedSince(before)).isFalse();
    assertThat(new Files(2, 10).isCompactedSince(before)).isFalse();
    assertThat(new Files(1, 10).isCompactedSince(before)).isTrue();
  }

  @Test
  void compactedRegionIsCompactedAgainWhenItsFileIsNew() {
    Files before = new Files(1, 10);

    assertThat(new Files(1, 10).isCompactedSince(before)).isFalse();
    assertThat(new Files(1, 11).isCompactedSince(before)).isTrue();
    assertThat(new Files(0, 0).isCompactedSince(before)).isTrue();
  }

  @Test
  void regionsThatNoServerReportsAreLeft() {
    Map<ByteBuffer, Files> before = Map.of(ONE, new Files(1, 10), TWO, new Files(1, 10));

    assertThat(TableCompaction.left(before, Map.of())).isEqualTo(2);
    assertThat(TableCompaction.left(before, Map.of(ONE, new Files(1, 20)))).isEqualTo(1);
    assertThat(TableCompaction.left(before, Map.of(ONE, new Files(1, 20), TWO, new Files(1, 20))))
        .isZero();
  }
}
