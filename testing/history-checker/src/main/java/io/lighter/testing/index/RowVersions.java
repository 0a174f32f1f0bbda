// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All indexed columns of a row at one instant. Immutable. */
final class RowVersions {
  private final Map<String, ColumnVersions> columns;
  private final int maxVersions;

  private RowVersions(Map<String, ColumnVersions> columns, int maxVersions) {
    this.columns = columns;
    this.maxVersions = maxVersions;
  }

  /** A row that was never written. */
  static RowVersions empty(List<String> columns, int maxVersions) {
    Map<String, ColumnVersions> all = new LinkedHashMap<>();
    columns.forEach(column -> all.put(column, ColumnVersions.none()));
    return new RowVersions(all, maxVersions);
  }

  /**
   * The row after the steps.
   *
   * @param change number of the row's change
   */
  RowVersions after(List<Step> steps, int change, Outcome outcome) {
    Map<String, ColumnVersions> all = new LinkedHashMap<>(columns);
    for (Step step : steps) {
      all.replaceAll((name, column) -> after(name, column, step, change, outcome));
    }
    return new RowVersions(all, maxVersions);
  }

  private ColumnVersions after(
      String name, ColumnVersions column, Step step, int change, Outcome outcome) {
    if (step instanceof Step.Put put) {
      return put.column().equals(name)
          ? column.put(put.timestamp(), put.value(), change, outcome, maxVersions)
          : column;
    } else if (step instanceof Step.DeleteUpTo delete) {
      return isOf(delete.column(), name)
          ? column.deleteUpTo(delete.timestamp(), change, outcome)
          : column;
    } else if (step instanceof Step.DeleteAt delete) {
      return isOf(delete.column(), name)
          ? column.deleteAt(delete.timestamp(), change, outcome)
          : column;
    } else if (step instanceof Step.DeleteNewest delete) {
      return delete.column().equals(name) ? column.deleteNewest() : column;
    }
    throw new IllegalArgumentException("unknown step " + step);
  }

  private static boolean isOf(Optional<String> column, String name) {
    return column.isEmpty() || column.get().equals(name);
  }

  /** Possible values by column, see {@link ColumnVersions#possible}. */
  Map<String, Set<Optional<String>>> possible() {
    Map<String, Set<Optional<String>>> values = new LinkedHashMap<>();
    columns.forEach((name, column) -> values.put(name, column.possible()));
    return values;
  }

  /** Versions of the column that has most. */
  int size() {
    return columns.values().stream().mapToInt(ColumnVersions::size).max().orElse(0);
  }
}
