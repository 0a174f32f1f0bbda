// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CellsTest {
  private static final int ROW = 42;
  private final Cells cells = new Cells(60, Timestamps.ofVersions());

  @ParameterizedTest
  @EnumSource(Change.class)
  void everyChangeDoesTheSameToBothFamilies(Change change) {
    for (Mutation mutation : cells.mutations(ROW, 3, change)) {
      assertThat(mutation.getRow()).isEqualTo(Keys.ofRow(ROW));
      assertThat(mutation.getFamilyCellMap()).hasSize(2);
      assertThat(mutation.getFamilyCellMap().values())
          .extracting(List::size)
          .containsOnly(mutation.getFamilyCellMap().firstEntry().getValue().size());
    }
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void mutationsAreADeleteAPutOrBoth(Change change) {
    List<Class<?>> expected = new ArrayList<>();
    if (change.on(Column.A).deletes() || change.on(Column.B).deletes()) {
      expected.add(Delete.class);
    }
    if (change.on(Column.A).puts() || change.on(Column.B).puts()) {
      expected.add(Put.class);
    }

    assertThat(cells.mutations(ROW, 3, change))
        .extracting(mutation -> (Object) mutation.getClass())
        .isEqualTo(expected);
  }

  @Test
  void versionIsDecodedFromItsCells() throws Exception {
    for (Cell cell : puts(17)) {
      assertThat(cells.version(cell)).isEqualTo(17);
    }
  }

  @Test
  void versionsPutOnlyValuesOfTheirOwn() {
    List<Cell> all = puts(1);
    all.addAll(puts(2));

    assertThat(all.stream().map(CellUtil::cloneValue)).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void deletesOfAVersionAreOlderThanItsPutsAndNewerThanTheVersionBefore() {
    long previous = puts(4).get(0).getTimestamp();
    List<Mutation> renewed = cells.mutations(ROW, 5, Change.RENEW);
    long delete = renewed.get(0).getFamilyCellMap().firstEntry().getValue().get(0).getTimestamp();

    assertThat(delete).isGreaterThan(previous).isLessThan(puts(5).get(0).getTimestamp());
  }

  @Test
  void misplacedAndDamagedValuesAreForeign() {
    Cell cell = puts(17).get(0);
    byte[] value = CellUtil.cloneValue(cell);
    byte[] damaged = value.clone();
    damaged[damaged.length - 1]++;

    assertForeign(cell(ROW + 1, "f", "a", cell.getTimestamp(), value));
    assertForeign(cell(ROW, "g", "a", cell.getTimestamp(), value));
    assertForeign(cell(ROW, "f", "b", cell.getTimestamp(), value));
    assertForeign(cell(ROW, "f", "z", cell.getTimestamp(), value));
    assertForeign(cell(ROW, "f", "a", cell.getTimestamp() + 1, value));
    assertForeign(cell(ROW, "f", "a", cell.getTimestamp(), damaged));
    assertForeign(cell(ROW, "f", "a", cell.getTimestamp(), new byte[0]));
  }

  private void assertForeign(Cell cell) {
    assertThatThrownBy(() -> cells.version(cell)).isInstanceOf(ForeignCellException.class);
  }

  private List<Cell> puts(int version) {
    Mutation put = cells.mutations(ROW, version, Change.PUT).get(0);
    return new ArrayList<>(put.getFamilyCellMap().values().stream().flatMap(List::stream).toList());
  }

  private static Cell cell(int row, String family, String qualifier, long timestamp, byte[] value) {
    return new KeyValue(
        Keys.ofRow(row), Cells.family(family), Cells.family(qualifier), timestamp, value);
  }
}
