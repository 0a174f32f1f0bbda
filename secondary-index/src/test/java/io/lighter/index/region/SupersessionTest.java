// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupersessionTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          put written after the marker comes back, 'put q 10 seq=5 A; delete-column q 20 seq=4', A
          put written before the marker is gone for good, 'put q 10 seq=4 A; delete-column q 20 seq=5', ''
          order is not known any more, 'put q 10 seq=0 A; delete-column q 20 seq=0', A
          a later marker keeps it away, 'put q 10 seq=5 A; delete-column q 20 seq=4; delete-column q 20 seq=6', ''
          marker of the family, 'put q 10 seq=5 A; delete-family - 20 seq=4', A
          marker of a version of the family, 'put q 20 seq=5 A; delete-family-version - 20 seq=4', A
          marker of a version, 'put q 20 seq=5 A; delete-version q 20 seq=4', A
          marker of another version, 'put q 20 seq=5 A; delete-version q 21 seq=4', ''
          marker of another column, 'put q 10 seq=5 A; delete-column p 20 seq=4', ''
          older marker, 'put q 20 seq=5 A; delete-column q 19 seq=4', ''
          nothing is masked, 'put q 10 seq=5 A; put q 11 seq=6 B', ''
          """)
  void putsThatMayComeBackWithoutAWrite(String what, String cells, String expected) {
    assertThat(values(new Supersession(cells(cells)).mayComeBack())).as(what).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          next older version, 'put q 10 seq=1 A; put q 20 seq=2 B; put q 5 seq=3 C', 20, A
          none is left, 'put q 20 seq=2 B', 20, ''
          older ones are masked, 'put q 10 seq=1 A; put q 20 seq=3 B; delete-column q 15 seq=2', 20, ''
          the newest stays, 'put q 10 seq=1 A; put q 20 seq=2 B', 10, B
          the later of two with one timestamp, 'put q 10 seq=1 A; put q 10 seq=2 B; put q 20 seq=3 C', 20, B
          a masked one that may come back, 'put q 10 seq=3 A; delete-column q 15 seq=2; put q 20 seq=4 B', 20, A
          of each column, 'put p 20 seq=1 P; put q 10 seq=1 A; put q 20 seq=2 B', 20, A
          """)
  void putsThatADeletionOfAVersionUncovers(
      String what, String cells, long deleted, String expected) {
    List<Cell> found =
        new Supersession(cells(cells)).afterDeletionOf(put -> put.getTimestamp() == deleted);

    assertThat(values(found)).as(what).isEqualTo(expected);
  }

  private static List<Cell> cells(String script) {
    return Cells.of(script.replace(';', '\n'));
  }

  private static String values(List<Cell> cells) {
    return String.join(
        " ", cells.stream().map(cell -> Bytes.toString(CellUtil.cloneValue(cell))).toList());
  }
}
