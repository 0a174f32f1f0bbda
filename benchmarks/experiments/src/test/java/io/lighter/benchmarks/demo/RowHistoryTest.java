// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowHistoryTest {
  private static final int ROWS = 1_000;

  @Test
  void theSameRowAndRoundGiveTheSameCellsEveryTime() {
    for (int row = 0; row < ROWS; row++) {
      for (int round = 0; round < RowHistory.ROUNDS; round++) {
        assertThat(text(RowHistory.mutations(row, round)))
            .isEqualTo(text(RowHistory.mutations(row, round)));
      }
    }
  }

  @Test
  void allKindsOfWritesAndDeletesOccur() {
    Set<Cell.Type> types = EnumSet.noneOf(Cell.Type.class);
    for (int row = 0; row < ROWS; row++) {
      for (int round = 0; round < RowHistory.ROUNDS; round++) {
        cells(RowHistory.mutations(row, round)).forEach(cell -> types.add(cell.getType()));
      }
    }

    assertThat(types).containsExactlyInAnyOrder(Cell.Type.values());
  }

  @Test
  void noTwoCellsOfARowHaveTheSameKey() {
    for (int row = 0; row < ROWS; row++) {
      Set<String> keys = new HashSet<>();
      for (int round = 0; round < RowHistory.ROUNDS; round++) {
        for (Cell cell : cells(RowHistory.mutations(row, round))) {
          if (cell.getType() == Cell.Type.Put) {
            assertThat(keys.add(CellUtil.getCellKeyAsString(cell))).isTrue();
          }
        }
      }
    }
  }

  @Test
  void keysAreUniqueAndSpreadOverTheRegions() {
    byte[][] splits = RowHistory.splitKeys(4);
    int[] rowsOfRegion = new int[4];
    Set<String> keys = new HashSet<>();
    for (int row = 0; row < ROWS; row++) {
      byte[] key = RowHistory.key(row);
      keys.add(Bytes.toString(key));
      rowsOfRegion[
          (int) IntStream.range(0, 3).filter(i -> Bytes.compareTo(splits[i], key) <= 0).count()]++;
    }

    assertThat(keys).hasSize(ROWS);
    assertThat(Arrays.stream(rowsOfRegion)).allMatch(count -> count > ROWS / 5);
  }

  @Test
  void theNewestVersionIsTheLastOneThatWasPut() {
    for (int row = 0; row < ROWS; row++) {
      long newest = 0;
      for (int round = 0; round < RowHistory.ROUNDS; round++) {
        for (Cell cell : cells(RowHistory.mutations(row, round))) {
          if (cell.getType() == Cell.Type.Put
              && CellUtil.matchingQualifier(cell, RowHistory.COLUMN_C)) {
            newest = cell.getTimestamp();
          }
        }
      }
      assertThat(RowHistory.newest(row)).isEqualTo(newest);
    }
  }

  @Test
  void readersDetectALostRowAnOldVersionAndAForeignValue() {
    int row =
        IntStream.range(0, ROWS)
            .filter(r -> !RowHistory.mutations(r, 1).isEmpty())
            .filter(r -> RowHistory.newest(r) > firstWrite(r).getTimestamp())
            .findFirst()
            .orElseThrow();
    Result old = Result.create(List.of(firstWrite(row)));
    Result foreign = Result.create(List.of(firstWrite(row + 1)));

    assertThat(ReadCheck.problem(row, old, false)).isEmpty();
    assertThat(ReadCheck.problem(row, old, true))
        .hasValueSatisfying(problem -> assertThat(problem).contains("not the newest version"));
    assertThat(ReadCheck.problem(row, Result.EMPTY_RESULT, true))
        .hasValueSatisfying(problem -> assertThat(problem).contains("is lost"));
    assertThat(ReadCheck.problem(row, foreign, false))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("not the value that was written"));
  }

  /** Cell of column {@code c} in round 0. */
  private static Cell firstWrite(int row) {
    return cells(RowHistory.mutations(row, 0)).stream()
        .filter(cell -> CellUtil.matchingQualifier(cell, RowHistory.COLUMN_C))
        .findFirst()
        .orElseThrow();
  }

  private static String text(List<Mutation> mutations) {
    StringBuilder text = new StringBuilder();
    for (Cell cell : cells(mutations)) {
      text.append(cell).append(Bytes.toHex(CellUtil.cloneValue(cell))).append('\n');
    }
    return text.toString();
  }

  private static List<Cell> cells(List<Mutation> mutations) {
    List<Cell> cells = new ArrayList<>();
    for (Mutation mutation : mutations) {
      CellScanner scanner = mutation.cellScanner();
      try {
        while (scanner.advance()) {
          cells.add(scanner.current());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return cells;
  }
}
