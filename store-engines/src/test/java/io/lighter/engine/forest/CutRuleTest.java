// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CutRuleTest {
  private static CutRule rule(List<byte[]> fences) {
    return new CutRule(
        Files.LIMITS.sstBytes(), Files.LIMITS.sstMinBytes(), Files.LIMITS.piecesPerFence(), fences);
  }

  /** Returns the rows before which an output ends, of 50 rows with 10 bytes each. */
  private static List<Integer> cuts(int... fences) {
    List<byte[]> rows = new ArrayList<>();
    for (int fence : fences) {
      rows.add(Bytes.toBytes(fence));
    }
    CutRule rule = rule(rows);
    List<Integer> cuts = new ArrayList<>();
    long bytes = 0;
    for (int row = 0; row < 50; row++) {
      if (rule.endsBefore(Bytes.toBytes(row), bytes)) {
        cuts.add(row);
        bytes = 0;
      }
      bytes += 10;
    }
    return cuts;
  }

  @Test
  void outputsEndAtTheirSizeWithoutFences() {
    assertThat(cuts()).containsExactly(10, 20, 30, 40);
  }

  /** The last of two pieces grows, so that the fence is not just behind a cut. */
  @Test
  void outputsEndAtFences() {
    assertThat(cuts(21, 44)).containsExactly(10, 21, 31, 44);
  }

  @Test
  void lastPieceBeforeAFenceGrowsToTwiceTheSizeAtMost() {
    assertThat(cuts(49)).containsExactly(10, 30, 49);
  }

  @Test
  void smallOutputDoesNotEndAtAFence() {
    CutRule rule = rule(List.of(Bytes.toBytes(1), Bytes.toBytes(2)));
    assertThat(rule.endsBefore(Bytes.toBytes(1), 9)).isFalse();
    assertThat(rule.endsBefore(Bytes.toBytes(2), 10)).isTrue();
  }

  /** Else the output would go on beyond the fence, and chain the files on both sides. */
  @Test
  void smallRestOfAnIntervalEndsAtItsFence() {
    CutRule rule = rule(List.of(Bytes.toBytes(3), Bytes.toBytes(5)));
    assertThat(rule.endsBefore(Bytes.toBytes(1), 0)).isFalse();
    assertThat(rule.endsBefore(Bytes.toBytes(2), 100)).isTrue();
    assertThat(rule.endsBefore(Bytes.toBytes(3), 9)).isTrue();
    assertThat(rule.endsBefore(Bytes.toBytes(5), 9)).as("no piece before it").isFalse();
  }

  @Test
  void fencesBeforeTheFirstRowEndNoEmptyOutput() {
    CutRule rule = rule(List.of(Bytes.toBytes(1), Bytes.toBytes(9)));
    assertThat(rule.endsBefore(Bytes.toBytes(5), 0)).isFalse();
  }

  @Test
  void fenceIsTheLastOneUpToTheRowsSoFar() {
    CutRule rule = rule(List.of(Bytes.toBytes(1), Bytes.toBytes(3)));
    assertThat(rule.endsBefore(Bytes.toBytes(0), 0)).isFalse();
    assertThat(rule.fence()).isEmpty();
    assertThat(rule.endsBefore(Bytes.toBytes(2), 0)).isFalse();
    assertThat(rule.fence()).hasValue(Bytes.toBytes(1));
    assertThat(rule.endsBefore(Bytes.toBytes(3), 10)).isTrue();
    assertThat(rule.fence()).hasValue(Bytes.toBytes(3));
  }
}
