// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A question to an index: which rows have a key in a range, and what of the rows is wanted.
 * Immutable; each method returns a changed copy.
 */
public final class Lookup {
  /** Entries of a call to the index table unless the lookup says otherwise. */
  public static final int DEFAULT_PAGE_SIZE = 1000;

  /** Most entries of a call to the index table. */
  public static final int MOST_PAGE_SIZE = 100_000;

  /** Time-out of each call unless the lookup says otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  /** A wanted column, or a wanted family if the qualifier is null. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Column(byte[] family, byte[] qualifier) {}

  private final String index;
  private final KeyRange range;
  private final long limit;
  private final int pageSize;
  private final Duration timeout;
  private final List<Column> columns;
  private final Filter filter;

  private Lookup(
      String index,
      KeyRange range,
      long limit,
      int pageSize,
      Duration timeout,
      List<Column> columns,
      Filter filter) {
    this.index = index;
    this.range = range;
    this.limit = limit;
    this.pageSize = pageSize;
    this.timeout = timeout;
    this.columns = columns;
    this.filter = filter;
  }

  /**
   * A lookup of whole rows without a limit.
   *
   * @param index the name of the index
   * @param range the keys
   */
  public static Lookup of(String index, KeyRange range) {
    return new Lookup(
        Objects.requireNonNull(index, "index"),
        Objects.requireNonNull(range, "range"),
        Long.MAX_VALUE,
        DEFAULT_PAGE_SIZE,
        DEFAULT_TIMEOUT,
        List.of(),
        null);
  }

  /**
   * Ends the lookup after a number of rows.
   *
   * @param rows 1 or more
   */
  public Lookup limit(long rows) {
    return new Lookup(
        index,
        range,
        requireRange("limit", rows, Long.MAX_VALUE),
        pageSize,
        timeout,
        columns,
        filter);
  }

  /**
   * Sets the entries of one call to the index table.
   *
   * @param entries from 1 to {@value #MOST_PAGE_SIZE}
   */
  public Lookup pageSize(int entries) {
    return new Lookup(
        index,
        range,
        limit,
        (int) requireRange("pageSize", entries, MOST_PAGE_SIZE),
        timeout,
        columns,
        filter);
  }

  /**
   * Sets the time-out of each call, repetitions included; a lookup may make any number of calls.
   *
   * @param each 1 ms or more
   */
  public Lookup timeout(Duration each) {
    long unused = requireRange("timeout in ms", each.toMillis(), Integer.MAX_VALUE);
    return new Lookup(index, range, limit, pageSize, each, columns, filter);
  }

  /** Adds a family to what is wanted. Without any call of this kind it is the whole row. */
  public Lookup family(byte[] family) {
    return with(new Column(family.clone(), null));
  }

  /** Adds a column to what is wanted. The results have the indexed columns, too. */
  public Lookup column(byte[] family, byte[] qualifier) {
    return with(new Column(family.clone(), qualifier.clone()));
  }

  private Lookup with(Column column) {
    List<Column> more = new ArrayList<>(columns);
    more.add(column);
    return new Lookup(
        index, range, limit, pageSize, timeout, Collections.unmodifiableList(more), filter);
  }

  /**
   * Sets a filter that region servers apply to each row. The filter has to let the indexed columns
   * of a row that it accepts pass unchanged; a lookup that meets a row without them fails.
   *
   * @throws IllegalArgumentException if the filter strips values
   */
  public Lookup filter(Filter ofRows) {
    if (stripsValues(ofRows)) {
      throw new IllegalArgumentException(
          "filter = %s: expected a filter that keeps values, which the lookup compares"
              .formatted(ofRows));
    }
    return new Lookup(index, range, limit, pageSize, timeout, columns, ofRows);
  }

  private static boolean stripsValues(Filter filter) {
    return filter instanceof KeyOnlyFilter
        || (filter instanceof FilterList list
            && list.getFilters().stream().anyMatch(Lookup::stripsValues));
  }

  private static long requireRange(String what, long value, long most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException("%s = %d: expected 1 to %d".formatted(what, value, most));
    }
    return value;
  }

  /** The name of the index. */
  public String index() {
    return index;
  }

  /** The keys. */
  public KeyRange range() {
    return range;
  }

  /** Most rows. */
  public long limit() {
    return limit;
  }

  int pageSize() {
    return pageSize;
  }

  Duration timeout() {
    return timeout;
  }

  Optional<Filter> filter() {
    return Optional.ofNullable(filter);
  }

  /** Whether whole rows are wanted. */
  boolean wantsWholeRows() {
    return columns.isEmpty();
  }

  /** Adds what is wanted to a get. */
  void addColumns(Get get) {
    for (Column column : columns) {
      if (column.qualifier == null) {
        get.addFamily(column.family);
      } else if (!hasWholeFamily(get, column.family)) { // a column would narrow the family
        get.addColumn(column.family, column.qualifier);
      }
    }
  }

  /** Whether a get asks for a whole family. */
  static boolean hasWholeFamily(Get get, byte[] family) {
    return get.getFamilyMap().containsKey(family) && get.getFamilyMap().get(family) == null;
  }

  @Override
  public String toString() {
    return "lookup of %s in index %s%s"
        .formatted(range, index, limit == Long.MAX_VALUE ? "" : ", at most " + limit + " rows");
  }

  /** Text of a row for a message; at most 64 bytes of it. */
  static String text(byte[] row) {
    int shown = Math.min(row.length, 64);
    return "'" + Bytes.toStringBinary(row, 0, shown) + (shown < row.length ? "…" : "") + "'";
  }
}
