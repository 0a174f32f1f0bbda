// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowRangeTest {
  @Test
  void emptyRowsStandForTheFirstAndTheLast() {
    RowRange all = range("", "");

    assertThat(all.isEmpty()).isFalse();
    assertThat(all.isBefore(Bytes.toBytes("zzz"))).isFalse();
  }

  @Test
  void commonRowsStartAtTheLaterStartAndStopAtTheEarlierStop() {
    assertThat(range("b", "f").and(range("d", "h"))).hasToString("[d, f)");
    assertThat(range("d", "h").and(range("b", "f"))).hasToString("[d, f)");
    assertThat(range("b", "").and(range("", "f"))).hasToString("[b, f)");
    assertThat(range("", "f").and(range("b", ""))).hasToString("[b, f)");
    assertThat(RowRange.ALL.and(range("b", "f"))).hasToString("[b, f)");
    assertThat(RowRange.ALL.and(RowRange.ALL)).hasToString("[, )");
  }

  @Test
  void neighboursHaveNoRowInCommon() {
    assertThat(range("b", "d").and(range("d", "f")).isEmpty()).isTrue();
    assertThat(range("d", "f").and(range("", "d")).isEmpty()).isTrue();
    assertThat(range("b", "d").and(range("c", "")).isEmpty()).isFalse();
  }

  @Test
  void stopIsNotInTheRange() {
    assertThat(range("b", "d").isBefore(Bytes.toBytes("d"))).isTrue();
    assertThat(range("b", "d").isBefore(Bytes.toBytes("cz"))).isFalse();
  }

  private static RowRange range(String start, String stop) {
    return RowRange.of(Bytes.toBytes(start), Bytes.toBytes(stop));
  }
}
