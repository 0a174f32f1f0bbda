// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class CellComparisonTest {
  private static final Cell FIRST = cell("a", 2, KeyValue.Type.Put, "x");
  private static final Cell SECOND = cell("a", 1, KeyValue.Type.Put, "y");
  private static final Cell THIRD = cell("b", 1, KeyValue.Type.Put, "z");

  private final List<String> reported = new ArrayList<>();
  private final CellComparison comparison = new CellComparison(reported::add);

  @Test
  void equalCellsAreCountedAndNothingIsReported() {
    compare(List.of(FIRST, SECOND, THIRD), List.of(FIRST, SECOND, THIRD));

    assertThat(comparison.verified()).isEqualTo(3);
    assertThat(comparison.mismatches()).isZero();
    assertThat(reported).isEmpty();
  }

  @Test
  void aMissingCellIsFoundInTheMiddleAndAtTheEnd() {
    compare(List.of(FIRST, SECOND, THIRD), List.of(FIRST, THIRD));
    compare(List.of(FIRST, SECOND), List.of(FIRST));

    assertThat(comparison.mismatches()).isEqualTo(2);
    assertThat(reported).allMatch(problem -> problem.startsWith("missing: a/f:c/1/Put"));
  }

  @Test
  void anExtraCellIsFoundAtTheStartAndAtTheEnd() {
    compare(List.of(SECOND), List.of(FIRST, SECOND, THIRD));

    assertThat(comparison.mismatches()).isEqualTo(2);
    assertThat(reported).allMatch(problem -> problem.startsWith("not expected: "));
  }

  @Test
  void anotherValueIsFound() {
    compare(List.of(FIRST, SECOND), List.of(FIRST, cell("a", 1, KeyValue.Type.Put, "Y")));

    assertThat(comparison.verified()).isEqualTo(2);
    assertThat(reported).singleElement().asString().startsWith("another value: a/f:c/1/Put");
  }

  @Test
  void anotherTypeOrTimestampIsOneMissingAndOneExtraCell() {
    compare(List.of(SECOND), List.of(cell("a", 1, KeyValue.Type.Delete, "y")));
    assertThat(comparison.mismatches()).isEqualTo(2);

    compare(List.of(SECOND), List.of(cell("a", 3, KeyValue.Type.Put, "y")));
    assertThat(comparison.mismatches()).isEqualTo(4);
  }

  @Test
  void repeatedCellCountsAsOneExtraCell() {
    compare(List.of(FIRST), List.of(FIRST, FIRST));

    assertThat(comparison.mismatches()).isEqualTo(1);
  }

  private void compare(List<Cell> expected, List<Cell> actual) {
    comparison.compare(expected.iterator(), actual.iterator());
  }

  private static Cell cell(String row, long timestamp, KeyValue.Type type, String value) {
    return new KeyValue(bytes(row), bytes("f"), bytes("c"), timestamp, type, bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
