// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ReturnedRowsTest {
  @Test
  void rowsAreRememberedWhileTheSetGrows() {
    ReturnedRows rows = new ReturnedRows();
    for (int i = 0; i < 10_000; i++) {
      assertThat(rows.contains(Bytes.toBytes(i))).isFalse();
      assertThat(rows.add(Bytes.toBytes(i))).isTrue();
      assertThat(rows.add(Bytes.toBytes(i))).isFalse();
    }
    for (int i = 0; i < 10_000; i++) {
      assertThat(rows.contains(Bytes.toBytes(i))).isTrue();
      assertThat(rows.contains(Bytes.toBytes(-i - 1))).isFalse();
    }
    assertThat(rows.isFull()).isFalse();
  }

  @Test
  void fullSetKeepsWhatItHasAndTakesNoMore() {
    ReturnedRows rows = new ReturnedRows(2);
    rows.add(Bytes.toBytes(1));
    assertThat(rows.isFull()).isFalse();
    rows.add(Bytes.toBytes(2));
    assertThat(rows.isFull()).isTrue();
    rows.add(Bytes.toBytes(3));

    assertThat(rows.contains(Bytes.toBytes(1))).isTrue();
    assertThat(rows.contains(Bytes.toBytes(3))).isFalse();
  }
}
