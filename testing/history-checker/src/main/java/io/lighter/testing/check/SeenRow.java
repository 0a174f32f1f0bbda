// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The part of a row that a read showed.
 *
 * @param row number of the row
 * @param depth number of requested versions
 * @param families versions by family and known column, newest first
 */
record SeenRow(int row, int depth, Map<String, Map<Column, List<Integer>>> families) {
  SeenRow {
    families = Map.copyOf(families);
  }

  /** A row that a read of whole rows did not show. */
  static SeenRow absent(int row, int depth, List<String> families) {
    Map<Column, List<Integer>> nothing = Map.of(Column.A, List.of(), Column.B, List.of());
    return new SeenRow(
        row, depth, families.stream().collect(Collectors.toMap(family -> family, f -> nothing)));
  }

  /** This row restricted to one family. */
  SeenRow only(String family) {
    return new SeenRow(row, depth, Map.of(family, families.get(family)));
  }

  /** This row restricted to one column of one family. */
  SeenRow only(String family, Column column) {
    Map<Column, List<Integer>> one = Map.of(column, families.get(family).get(column));
    return new SeenRow(row, depth, Map.of(family, one));
  }

  /** Whether each family shows {@code state}. */
  boolean shows(RowState state) {
    return families.values().stream().allMatch(columns -> shows(columns, state));
  }

  /** Whether two families show different states. */
  boolean isTorn() {
    return families.values().stream().distinct().count() > 1;
  }

  private boolean shows(Map<Column, List<Integer>> columns, RowState state) {
    for (Map.Entry<Column, List<Integer>> column : columns.entrySet()) {
      if (!column.getValue().equals(state.versions(column.getKey(), depth))) {
        return false;
      }
    }
    return true;
  }

  String describe() {
    return families.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            family ->
                family.getValue().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(column -> column.getKey() + "=" + column.getValue())
                    .collect(Collectors.joining(" ", family.getKey() + "{", "}")))
        .collect(Collectors.joining(" "));
  }
}
