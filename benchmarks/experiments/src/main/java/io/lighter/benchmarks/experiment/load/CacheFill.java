// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Reads rows once before they are measured, so that the block cache has them. Stateless. */
final class CacheFill {
  private static final int GETS_OF_CALL = 100;
  private static final int ROWS_OF_CALL = 1_000;

  private CacheFill() {}

  /**
   * Reads each row of a use, if its data blocks are cached.
   *
   * @throws IOException if a row is missing
   */
  static void fill(Connection connection, Row row, LoadRows rows) throws IOException {
    ReadSetting setting = row.reads().orElseThrow();
    if (!setting.isCached().orElse(false)) {
      return;
    }
    try (Table table = connection.getTable(EngineLoad.TABLE)) {
      switch (setting.use()) {
        case RECENT, MERGE -> scanNewest(table, setting.use(), row.plan().rows(), rows);
        case ALL, HOT, COMMITS -> getEach(table, setting.use(), row.plan().rows(), rows);
      }
    }
  }

  /** Reads the newest files from end to end: a slow disk would take minutes for as many gets. */
  private static void scanNewest(Table table, ReadUse use, long present, LoadRows rows)
      throws IOException {
    long expected = use.rows(present);
    Result oldest = table.get(new Get(rows.key(use.row(expected - 1, present))));
    if (oldest.isEmpty()) {
      throw missing();
    }
    Scan scan =
        new Scan()
            .setTimeRange(oldest.rawCells()[0].getTimestamp(), Long.MAX_VALUE)
            .setReadType(Scan.ReadType.STREAM)
            .setCaching(ROWS_OF_CALL);
    long found = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result next = scanner.next(); next != null; next = scanner.next()) {
        found++;
      }
    }
    if (found < expected) {
      throw missing();
    }
  }

  private static void getEach(Table table, ReadUse use, long present, LoadRows rows)
      throws IOException {
    long all = use.rows(present);
    for (long from = 0; from < all; from += GETS_OF_CALL) {
      List<Get> gets = new ArrayList<>();
      for (long index = from; index < Math.min(all, from + GETS_OF_CALL); index++) {
        gets.add(new Get(rows.key(use.row(index, present))));
      }
      for (Result result : table.get(gets)) {
        if (result.isEmpty()) {
          throw missing();
        }
      }
    }
  }

  private static IOException missing() {
    return new IOException("a row is missing in " + EngineLoad.TABLE);
  }
}
