// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class WarmupThresholdTest {
  private final WarmupThreshold threshold = new WarmupThreshold();

  @Test
  void noRowIsWarmAtTheStart() {
    assertThat(threshold.covers(new byte[0])).isFalse();
    assertThat(threshold.covers(row(1))).isFalse();
  }

  @Test
  void rowsBeforeTheFirstColdOneAreWarm() {
    threshold.advanceBefore(row(501));

    assertThat(threshold.covers(row(499))).isTrue();
    assertThat(threshold.covers(row(500))).isTrue();
    assertThat(threshold.covers(row(501))).isFalse();
  }

  @Test
  void thresholdNeverMovesBack() {
    threshold.advanceBefore(row(500));

    assertThatThrownBy(() -> threshold.advanceBefore(row(499)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(threshold.covers(row(499))).isTrue();
  }

  @Test
  void advancingToTheSameRowIsAllowed() {
    threshold.advanceBefore(row(500));
    threshold.advanceBefore(row(500));

    assertThat(threshold.covers(row(499))).isTrue();
  }

  @Test
  void completedThresholdCoversEveryRowAndStays() {
    threshold.complete();

    assertThat(threshold.isComplete()).isTrue();
    assertThat(threshold.covers(row(999))).isTrue();
    threshold.advanceBefore(row(1));
    assertThat(threshold.covers(row(999))).isTrue();
  }

  @Test
  void thresholdCopiesTheCallersArray() {
    byte[] row = row(500);
    threshold.advanceBefore(row);
    row[0] = 'z';

    assertThat(threshold.covers(row(501))).isFalse();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("%03d".formatted(number));
  }
}
