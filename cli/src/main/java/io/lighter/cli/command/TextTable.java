// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.util.ArrayList;
import java.util.List;

/**
 * A text table under a row of titles. All columns except the last are padded to their widest cell.
 * Not thread-safe.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();
  private final int columns;

  /**
   * Creates a table without rows.
   *
   * @param titles at least one, not null
   */
  public TextTable(String... titles) {
    this.columns = titles.length;
    rows.add(titles);
  }

  /**
   * Appends a row.
   *
   * @param cells one for each title, not null
   * @throws IllegalArgumentException if there are more or fewer cells than titles
   */
  public void add(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(
          "cells = %d: expected %d".formatted(cells.length, columns));
    }
    rows.add(cells);
  }

  /** Returns the titles and all rows, each ended by a line feed. */
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
