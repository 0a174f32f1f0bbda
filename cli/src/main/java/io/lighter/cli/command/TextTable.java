// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.util.ArrayList;
import java.util.List;

/** A table with columns padded to their widest cell, except the last. Not thread-safe. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();
  private final int columns;

  public TextTable(String... titles) {
    this.columns = titles.length;
    rows.add(titles);
  }

  /** Appends a row, with one cell for each title. */
  public void add(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(cells.length + " cells in " + columns + " columns");
    }
    rows.add(cells);
  }

  /** The titles and all rows, each ended by a line feed. */
  public String render() {
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      for (int column = 0; column < columns - 1; column++) {
        String padding = " ".repeat(width(column) - row[column].length());
        text.append(row[column]).append(padding).append(GAP);
      }
      text.append(row[columns - 1]).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row[column].length()).max().orElseThrow();
  }
}
