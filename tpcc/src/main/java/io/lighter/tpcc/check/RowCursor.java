// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** A cursor over a table's rows with a key prefix. Not thread-safe. */
final class RowCursor implements Closeable {
  private final Table table;
  private final ResultScanner scanner;
  private Result current; // null at the end

  RowCursor(Connection connection, TableNames names, TpccTable table, byte[] prefix)
      throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(prefix)
            .withStopRow(Keys.after(prefix))
            .setCacheBlocks(false); // a check reads every row once
    this.table = connection.getTable(names.of(table));
    this.scanner = this.table.getScanner(scan);
    try {
      this.current = scanner.next();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  boolean atEnd() {
    return current == null;
  }

  /** The row at the cursor. */
  Result row() {
    return current;
  }

  /** Number of the order or customer at the cursor; the largest int at the end. */
  int number() {
    return current == null ? Integer.MAX_VALUE : Keys.numberOf(current.getRow());
  }

  void advance() throws IOException {
    current = scanner.next();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
    table.close();
  }
}
