// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Flushes of which a file has at least 100 bytes. */
class FlushCutsTest {
  private static final int LEAST = 100;

  /**
   * Returns the bytes of cells in each file.
   *
   * @param announced size of the memstore
   * @param written bytes that a byte of a cell becomes in a file
   */
  private static List<Integer> files(int most, int announced, double written, int... rows) {
    FlushCuts cuts = new FlushPieces(most, LEAST).cuts(announced);
    List<Integer> files = new ArrayList<>();
    int open = 0;
    for (int row : rows) {
      if (open > 0 && cuts.endsBeforeRow((long) (open * written))) {
        files.add(open);
        open = 0;
      }
      cuts.add(row);
      open += row;
    }
    files.add(open);
    return files;
  }

  private static int[] rows(int number, int bytes) {
    int[] rows = new int[number];
    Arrays.fill(rows, bytes);
    return rows;
  }

  @Test
  void filesHaveEqualParts() {
    assertThat(files(4, 1_000, 1, rows(100, 10))).containsExactly(250, 250, 250, 250);
    assertThat(files(3, 1_000, 1, rows(100, 10))).containsExactly(340, 340, 320);
    assertThat(files(1, 1_000, 1, rows(100, 10))).containsExactly(1_000);
  }

  @Test
  void noFileIsSmallerThanTheLeast() {
    assertThat(files(16, 1_000, 1, rows(100, 10))).hasSize(10).allMatch(bytes -> bytes >= LEAST);
    assertThat(files(16, 350, 1, rows(35, 10))).containsExactly(120, 120, 110);
    assertThat(files(16, 199, 1, rows(199, 1))).containsExactly(199);
  }

  /** Compression leaves a fourth of the cells' bytes. */
  @Test
  void leastSizeIsThatOfWrittenFiles() {
    assertThat(files(16, 1_000, 0.25, rows(100, 10))).containsExactly(500, 500);
    assertThat(files(16, 700, 0.25, rows(70, 10))).containsExactly(700);
  }

  /** The third row would leave less than the least for the fourth file. */
  @Test
  void restThatIsTooSmallStaysWithTheFileBefore() {
    assertThat(files(4, 1_000, 1, 330, 330, 300, 40)).containsExactly(330, 330, 340);
  }

  /** Versions that the flush drops count in the memstore only. */
  @Test
  void flushThatDropsCellsHasFewerFiles() {
    assertThat(files(4, 1_000, 1, rows(40, 10))).containsExactly(250, 150);
  }

  @Test
  void thereAreNoMoreFilesThanTheMost() {
    assertThat(files(4, 400, 1, rows(100, 10))).hasSizeLessThanOrEqualTo(4);
  }

  /** The first block of the file may not be written yet. */
  @Test
  void fileWithoutAWrittenByteDoesNotEnd() {
    FlushCuts cuts = new FlushPieces(4, LEAST).cuts(1_000);
    assertThat(cuts.endsBeforeRow(0)).isFalse();
    cuts.add(900);
    assertThat(cuts.endsBeforeRow(0)).isFalse();
  }
}
