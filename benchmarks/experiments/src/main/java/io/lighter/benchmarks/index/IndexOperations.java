// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import static io.lighter.benchmarks.index.IndexedTables.FAMILY;

import io.lighter.index.client.IndexedRow;
import io.lighter.index.client.IndexedTable;
import io.lighter.index.client.KeyRange;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations, by one blocking client. Reads meet the rows whose key is in the first half of the
 * order of keys; overwrites take the other rows, so that each lookup has the expected rows. What a
 * read returns is checked outside of the measured time. Confined to one thread.
 */
final class IndexOperations implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexOperations.class);

  private final IndexPlan plan;
  private final SplittableRandom random;
  private final Table plain;
  private final Table indexed;
  private final Table blind;
  private final Table dual;
  private final Table dualEntries;
  private final Table wide1;
  private final Table wide10;
  private final IndexedTable lookups;

  /** Rows of each order of keys, so that a key leads to its row. */
  private final int[] rowOfRank;

  /** Number of rows and keys that were made so far. */
  private long made;

  IndexOperations(Connection connection, IndexedTables tables, IndexPlan plan, long seed)
      throws IOException {
    this.plan = plan;
    this.random = new SplittableRandom(seed);
    this.plain = connection.getTable(IndexedTables.PLAIN);
    this.indexed = connection.getTable(IndexedTables.INDEXED);
    this.blind = connection.getTable(IndexedTables.BLIND);
    this.dual = connection.getTable(IndexedTables.DUAL);
    this.dualEntries = connection.getTable(IndexedTables.DUAL_ENTRIES);
    this.wide1 = connection.getTable(IndexedTables.WIDE_1);
    this.wide10 = connection.getTable(IndexedTables.WIDE_10);
    this.lookups = IndexedTable.of(connection, IndexedTables.INDEXED);
    this.rowOfRank = new int[plan.rows()];
    for (int row = 0; row < rowOfRank.length; row++) {
      rowOfRank[(int) tables.rank(row)] = row;
    }
    this.made = plan.rows();
  }

  /** An operation whose arguments are ready. */
  @FunctionalInterface
  private interface Prepared {
    Object run() throws IOException;
  }

  /**
   * Runs one operation.
   *
   * @return its time in nanoseconds
   * @throws IOException if it fails, or returns other rows than it should
   */
  long run(Kind kind) throws IOException {
    int rank = random.nextInt(plan.rows() / 2 - kind.rows());
    Prepared prepared = prepare(kind, rank);
    long start = System.nanoTime();
    Object result = prepared.run();
    long nanos = System.nanoTime() - start;
    check(kind, rank, result);
    return nanos;
  }

  private Prepared prepare(Kind kind, int rank) {
    return switch (kind) {
      case GET -> {
        Get get = new Get(IndexedTables.row(rowOfRank[rank]));
        yield () -> indexed.get(get);
      }
      case LOOKUP -> {
        KeyRange key = KeyRange.exact((Object) IndexedTables.keyAt(rank));
        yield () -> lookups.lookup(IndexedTables.INDEX, key, 2);
      }
      case LOOKUP_10, LOOKUP_100, LOOKUP_1000 -> {
        KeyRange keys =
            KeyRange.between(
                IndexedTables.keyAt(rank), IndexedTables.keyAt(rank + (long) kind.rows()));
        yield () -> lookups.lookup(IndexedTables.INDEX, keys, 2 * kind.rows());
      }
      case FILTER_SCAN -> {
        Scan scan = filtered(IndexedTables.keyAt(rank));
        yield () -> scan(scan);
      }
      case PLAIN_PUT -> put(plain);
      case INDEXED_PUT -> put(indexed);
      case DUAL_PUT -> {
        long number = made++;
        byte[] key = IndexedTables.newKey(number);
        yield () -> {
          dualEntries.put(IndexedTables.entry(key, number));
          dual.put(IndexedTables.put(number, key));
          return null;
        };
      }
      case PLAIN_OVERWRITE -> overwrite(plain);
      case INDEXED_OVERWRITE -> overwrite(indexed);
      case BLIND_OVERWRITE -> overwrite(blind);
      case DUAL_OVERWRITE -> overwriteByTheClient();
      case WIDE_OVERWRITE_1 -> overwriteWide(wide1);
      case WIDE_OVERWRITE_10 -> overwriteWide(wide10);
    };
  }

  private static Scan filtered(byte[] key) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(FAMILY, IndexedTables.column(0), CompareOperator.EQUAL, key);
    filter.setFilterIfMissing(true);
    return new Scan().setFilter(filter);
  }

  private List<Result> scan(Scan scan) throws IOException {
    List<Result> found = new ArrayList<>();
    try (ResultScanner scanner = indexed.getScanner(scan)) {
      scanner.forEach(found::add);
    }
    return found;
  }

  private Prepared put(Table table) {
    long number = made++;
    Put put = IndexedTables.put(number, IndexedTables.newKey(number));
    return () -> {
      table.put(put);
      return null;
    };
  }

  private Prepared overwrite(Table table) {
    Put put = IndexedTables.put(overwrittenRow(), IndexedTables.newKey(made++));
    return () -> {
      table.put(put);
      return null;
    };
  }

  private Prepared overwriteByTheClient() {
    long row = overwrittenRow();
    byte[] key = IndexedTables.newKey(made++);
    return () -> {
      byte[] old =
          dual.get(new Get(IndexedTables.row(row))).getValue(FAMILY, IndexedTables.column(0));
      dualEntries.put(IndexedTables.entry(key, row));
      dual.put(IndexedTables.put(row, key));
      dualEntries.delete(new Delete(Bytes.add(old, IndexedTables.row(row))));
      return null;
    };
  }

  private Prepared overwriteWide(Table table) {
    Put put = IndexedTables.wide(random.nextInt(plan.wideRows()), made++);
    return () -> {
      table.put(put);
      return null;
    };
  }

  /** A row whose key is in the second half. */
  private long overwrittenRow() {
    int half = plan.rows() / 2;
    return rowOfRank[half + random.nextInt(plan.rows() - half)];
  }

  private void check(Kind kind, int rank, Object result) throws IOException {
    List<byte[]> rows = new ArrayList<>();
    if (result instanceof Result one) {
      rows.add(one.getRow());
    } else if (result instanceof List<?> several) {
      for (Object each : several) {
        rows.add(each instanceof IndexedRow found ? found.row() : ((Result) each).getRow());
      }
    } else {
      return; // a write
    }
    if (rows.size() != kind.rows()) {
      throw new IOException(
          "%s returned %d rows: expected %d".formatted(kind.title(), rows.size(), kind.rows()));
    }
    for (int i = 0; i < rows.size(); i++) {
      byte[] expected = IndexedTables.row(rowOfRank[rank + i]);
      if (!Bytes.equals(rows.get(i), expected)) {
        throw new IOException(
            "%s returned row %s: expected %s"
                .formatted(
                    kind.title(),
                    Bytes.toStringBinary(rows.get(i)),
                    Bytes.toStringBinary(expected)));
      }
    }
  }

  @Override
  public void close() {
    IOUtils.cleanupWithLogger(
        LOG, lookups, wide10, wide1, dualEntries, dual, blind, indexed, plain);
  }
}
