// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** Passes HBase's results to the model. Thread-safe. */
final class ResultChecker {
  private final Model model;
  private final Cells cells;

  ResultChecker(Model model, Cells cells) {
    this.model = model;
    this.cells = cells;
  }

  /** The promise about a result. */
  enum Promise {
    /** The whole row, at one instant. */
    WHOLE_ROW,
    /** The whole row, each family at one instant. */
    WHOLE_FAMILIES,
    /** A part of a row, each column at one instant. */
    PARTS
  }

  /**
   * Checks a result that is not empty.
   *
   * @param families requested families
   * @param depth number of requested versions
   */
  void check(Result result, List<String> families, int depth, Promise promise, Read read) {
    byte[] key = result.getRow();
    try {
      if (Keys.isCounter(key)) {
        checkCounter(Keys.row(key), result, families, promise, read);
        return;
      }
      if (Keys.isRegister(key)) {
        checkRegister(Keys.row(key), result, families, promise, read);
        return;
      }
      SeenRow seen = seen(result, families, depth, promise);
      BiConsumer<SeenRow, Read> check =
          switch (promise) {
            case WHOLE_ROW -> model::check;
            case WHOLE_FAMILIES -> model::checkFamilies;
            case PARTS -> model::checkColumns;
          };
      check.accept(seen, read);
    } catch (ForeignCellException e) {
      model.report(
          new Problem(Problem.Kind.FOREIGN, "what was written"), key, e.getMessage(), read);
    }
  }

  /** Checks that a row, and its counter if it has one, may be absent. */
  void checkAbsent(int row, List<String> families, int depth, Promise promise, Read read) {
    SeenRow absent = SeenRow.absent(row, depth, families);
    switch (promise) {
      case WHOLE_ROW -> model.check(absent, read);
      case WHOLE_FAMILIES -> model.checkFamilies(absent, read);
      case PARTS -> model.checkColumns(absent, read);
    }
  }

  /** Checks that a counter may be absent. */
  void checkCounterAbsent(int row, List<String> families, Promise promise, Read read) {
    checkCounter(row, Result.EMPTY_RESULT, families, promise, read);
  }

  /** Checks that a register may be absent. */
  void checkRegisterAbsent(int row, List<String> families, Promise promise, Read read) {
    checkRegister(row, Result.EMPTY_RESULT, families, promise, read);
  }

  private void checkCounter(
      int row, Result result, List<String> families, Promise promise, Read read) {
    Map<String, Long> values = numbers(Cells.COUNTER, result, families, promise);
    if (promise == Promise.WHOLE_ROW) {
      model.checkCounter(row, values, read);
    } else {
      model.checkCounterFamilies(row, values, read);
    }
  }

  private void checkRegister(
      int row, Result result, List<String> families, Promise promise, Read read) {
    Map<String, Long> values = numbers(Cells.REGISTER, result, families, promise);
    if (promise == Promise.WHOLE_ROW) {
      model.checkRegister(row, values, read);
    } else {
      model.checkRegisterFamilies(row, values, read);
    }
  }

  /**
   * Values by family; 0 for an absent value, no entry if another part of the row may have the
   * value.
   */
  private static Map<String, Long> numbers(
      byte[] qualifier, Result result, List<String> families, Promise promise) {
    Map<String, Long> values = new HashMap<>();
    for (String family : families) {
      byte[] value = result.getValue(Cells.family(family), qualifier);
      if (value != null) {
        values.put(family, Bytes.toLong(value));
      } else if (promise != Promise.PARTS || result.isEmpty()) {
        values.put(family, 0L);
      }
    }
    return values;
  }

  private SeenRow seen(Result result, List<String> families, int depth, Promise promise)
      throws ForeignCellException {
    Map<String, Map<Column, List<Integer>>> seen = new HashMap<>();
    for (String family : families) {
      Map<Column, List<Integer>> columns = new EnumMap<>(Column.class);
      if (promise != Promise.PARTS) {
        for (Column column : Column.values()) {
          columns.put(column, new ArrayList<>());
        }
      }
      seen.put(family, columns);
    }
    for (Cell cell : result.rawCells()) {
      Map<Column, List<Integer>> columns = seen.get(Bytes.toString(CellUtil.cloneFamily(cell)));
      if (columns == null) {
        throw new ForeignCellException(cell);
      }
      columns
          .computeIfAbsent(Cells.column(cell), column -> new ArrayList<>())
          .add(cells.version(cell));
    }
    return new SeenRow(Keys.row(result.getRow()), depth, seen);
  }
}
