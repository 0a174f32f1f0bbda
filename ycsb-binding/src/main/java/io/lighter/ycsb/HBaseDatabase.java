// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import io.lighter.ycsb.BindingProperties.ScanCondition;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's database: a key is a row, and a field is a column of the family. The {@code
 * hbase-site.xml} on the class path names the cluster; {@link BindingProperty} lists the
 * properties.
 *
 * <p>YCSB creates one instance for each client thread, which owns the instance's fields.
 */
public final class HBaseDatabase extends DB {
  /** Static, because YCSB creates the databases and has no place for a shared object. */
  private static final SharedConnection SHARED = new SharedConnection();

  private final Supplier<Configuration> configuration;

  private BindingProperties properties; // from init on
  private byte[] family; // likewise
  private OperationLog log; // likewise
  private Connection connection; // from init to cleanup
  private String tableName; // guards the next two fields
  private Table table;
  private BufferedMutator buffer; // null without client buffering

  /** Called by YCSB, which calls {@link #init} next. */
  public HBaseDatabase() {
    this(HBaseConfiguration::create);
  }

  /**
   * Creates a database.
   *
   * @param configuration of the cluster
   */
  HBaseDatabase(Supplier<Configuration> configuration) {
    this.configuration = configuration;
  }

  @Override
  public void init() throws DBException {
    BindingProperties checked = BindingProperties.of(getProperties());
    connection = SHARED.acquire(() -> Connector.open(configuration.get(), checked));
    properties = checked;
    family = Bytes.toBytes(checked.columnFamily());
    log = new OperationLog(System.err, checked.debug());
  }

  /** Sends the buffered writes; YCSB counts the time as CLEANUP. */
  @Override
  public void cleanup() throws DBException {
    if (connection == null) {
      return; // init failed
    }
    connection = null;
    try {
      try {
        closeTable();
      } finally {
        SHARED.release();
      }
    } catch (IOException e) {
      throw new DBException("the last writes may be lost: " + e.getMessage(), e);
    }
  }

  @Override
  public Status read(
      String tableName, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return run(
        "READ",
        tableName,
        key,
        () -> {
          Get get = new Get(Bytes.toBytes(key));
          if (fields == null || fields.isEmpty()) {
            get.addFamily(family);
          } else {
            fields.forEach(field -> get.addColumn(family, Bytes.toBytes(field)));
          }
          Result row = table.get(get);
          copy(row, result);
          return row.isEmpty() ? Status.NOT_FOUND : Status.OK;
        });
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature
  public Status scan(
      String tableName,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return run(
        "SCAN",
        tableName,
        startKey,
        () -> {
          try (ResultScanner scanner = table.getScanner(scanOf(startKey, count, fields))) {
            // Avoids the iterator, because its unchecked exceptions end YCSB.
            for (Result row = scanner.next(); row != null; row = scanner.next()) {
              HashMap<String, ByteIterator> values = new HashMap<>();
              copy(row, values);
              result.add(values);
            }
          }
          return Status.OK;
        });
  }

  @Override
  public Status update(String tableName, String key, Map<String, ByteIterator> values) {
    return put("UPDATE", tableName, key, values);
  }

  @Override
  public Status insert(String tableName, String key, Map<String, ByteIterator> values) {
    return put("INSERT", tableName, key, values);
  }

  /** Deletes the row's fields in this column family only. */
  @Override
  public Status delete(String tableName, String key) {
    return run(
        "DELETE", tableName, key, () -> write(new Delete(Bytes.toBytes(key)).addFamily(family)));
  }

  private Status put(
      String operation, String tableName, String key, Map<String, ByteIterator> values) {
    if (values.isEmpty()) {
      return Status.BAD_REQUEST; // HBase has no rows without a cell
    }
    return run(
        operation,
        tableName,
        key,
        () -> {
          Put put = new Put(Bytes.toBytes(key));
          values.forEach(
              (field, value) -> put.addColumn(family, Bytes.toBytes(field), value.toArray()));
          return write(put);
        });
  }

  private Status write(Mutation mutation) throws IOException {
    mutation.setDurability(properties.durability());
    if (buffer != null) {
      buffer.mutate(mutation);
      return Status.BATCHED_OK;
    }
    if (mutation instanceof Put put) {
      table.put(put);
    } else {
      table.delete((Delete) mutation);
    }
    return Status.OK;
  }

  /**
   * A scan of one batch with at most {@code count} rows, so that the server closes the scanner
   * itself.
   */
  private Scan scanOf(String startKey, int count, Set<String> fields) {
    Scan scan = new Scan().withStartRow(Bytes.toBytes(startKey)).setLimit(count).setCaching(count);
    if (fields == null || fields.isEmpty()) {
      scan.addFamily(family);
    } else {
      fields.forEach(field -> scan.addColumn(family, Bytes.toBytes(field)));
    }
    FilterList filters = new FilterList(FilterList.Operator.MUST_PASS_ALL);
    if (properties.scanCondition().isPresent()) {
      ScanCondition condition = properties.scanCondition().get();
      filters.addFilter(new ValueFilter(condition.operator(), condition.operand()));
    }
    if (properties.pageFilter()) {
      filters.addFilter(new PageFilter(count));
    }
    return filters.getFilters().isEmpty() ? scan : scan.setFilter(filters);
  }

  private static void copy(Result row, Map<String, ByteIterator> values) {
    if (row.isEmpty()) {
      return;
    }
    for (Cell cell : row.rawCells()) {
      values.put(
          Bytes.toString(
              cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()),
          new ByteArrayByteIterator(CellUtil.cloneValue(cell)));
    }
  }

  @FunctionalInterface
  private interface Call {
    Status run() throws IOException;
  }

  private Status run(String operation, String name, String key, Call call) {
    try {
      open(name);
      Status status = call.run();
      log.done(operation, name, key, status);
      return status;
    } catch (IOException e) {
      log.failed(operation, name, key, e);
      return Status.ERROR;
    }
  }

  /** Opens another table than the property's, when the workload first requests the table. */
  private void open(String name) throws IOException {
    if (name.equals(tableName)) {
      return;
    }
    closeTable();
    TableName hbaseName = TableName.valueOf(name);
    table = connection.getTable(hbaseName);
    if (properties.writeBufferBytes().isPresent()) {
      buffer =
          connection.getBufferedMutator(
              new BufferedMutatorParams(hbaseName)
                  .writeBufferSize(properties.writeBufferBytes().get()));
    }
    tableName = name;
  }

  private void closeTable() throws IOException {
    BufferedMutator writes = buffer;
    Table reads = table;
    tableName = null;
    buffer = null;
    table = null;
    try {
      if (writes != null) {
        writes.close();
      }
    } finally {
      if (reads != null) {
        reads.close();
      }
    }
  }
}
