// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The table that describes a database: one row with the {@link Database} as decimal texts, and one
 * row per completed part of the load. Thread-safe.
 */
public final class DatabaseStore {
  private static final byte[] DATABASE_ROW = bytes("database");
  private static final byte[] ITEMS_ROW = bytes("items");
  private static final String WAREHOUSE_ROW = "warehouse-";
  private static final byte[] DONE = bytes("loaded");
  private static final byte[] FORMAT = bytes("format");
  private static final byte[] WAREHOUSES = bytes("warehouses");
  private static final byte[] ITEMS = bytes("items");
  private static final byte[] DISTRICTS = bytes("districts");
  private static final byte[] CUSTOMERS = bytes("customers");
  private static final byte[] UNDELIVERED = bytes("undelivered");
  private static final byte[] SEED = bytes("seed");
  private static final byte[] LAST_NAME_CONSTANT = bytes("last_name_constant");
  private static final byte[] CREATED = bytes("created_ms");

  /** Version of the keys and values of all tables. */
  private static final long CURRENT_FORMAT = 1;

  private final Connection connection;
  private final TableNames names;

  public DatabaseStore(Connection connection, TableNames names) {
    this.connection = connection;
    this.names = names;
  }

  /**
   * The database, loaded or not; empty if no table is there.
   *
   * @throws DatabaseException if tables of these names exist that belong to no database
   */
  public Optional<Database> read() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(names.of(TpccTable.META))) {
        Result row = description();
        if (!row.isEmpty()) {
          return Optional.of(database(row));
        }
      }
      requireNoTable(admin);
      return Optional.empty();
    }
  }

  private Result description() throws IOException {
    try (Table meta = meta()) {
      return meta.get(new Get(DATABASE_ROW));
    }
  }

  /**
   * Checks that nothing is loaded yet, or that all tables exist.
   *
   * @throws DatabaseException if a table of a loaded database is missing
   */
  public void requireTables() throws IOException {
    if (!itemsLoaded() && loadedWarehouses().isEmpty()) {
      return;
    }
    try (Admin admin = connection.getAdmin()) {
      for (TpccTable table : TpccTable.values()) {
        if (!admin.tableExists(names.of(table))) {
          throw new DatabaseException(
              ("table %s is not there, and rows of its database are loaded:"
                      + " load it anew with --replace")
                  .formatted(names.of(table)));
        }
      }
    }
  }

  /**
   * Describes a new database.
   *
   * @return the stored description, which may be that of a faster load
   */
  public Database create(Database database) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      new SchemaCreator(admin, names).createMeta();
    }
    try (Table meta = meta()) {
      meta.checkAndMutate(
          CheckAndMutate.newBuilder(DATABASE_ROW)
              .ifNotExists(Columns.FAMILY, FORMAT)
              .build(put(database)));
      return database(meta.get(new Get(DATABASE_ROW)));
    }
  }

  /**
   * The completely loaded database.
   *
   * @throws DatabaseException if it is incomplete, with the remedy
   */
  public Database requireLoaded() throws IOException {
    Database database =
        read()
            .orElseThrow(
                () ->
                    new DatabaseException(
                        "there is no TPC-C database with the table prefix '%s': load one"
                            .formatted(names.prefix())));
    int loaded = loadedWarehouses().size();
    if (loaded < database.warehouses() || !itemsLoaded()) {
      throw new DatabaseException(
          ("%d of %d warehouses of the database '%s' are loaded: run load --warehouses %d again,"
                  + " it goes on where it was interrupted")
              .formatted(loaded, database.warehouses(), names.prefix(), database.warehouses()));
    }
    requireTables();
    return database;
  }

  /** The completely loaded warehouses. */
  public Set<Integer> loadedWarehouses() throws IOException {
    Set<Integer> loaded = new TreeSet<>();
    Scan scan = new Scan().setStartStopRowForPrefixScan(bytes(WAREHOUSE_ROW));
    try (Table meta = meta();
        ResultScanner rows = meta.getScanner(scan)) {
      for (Result row : rows) {
        loaded.add(ByteBuffer.wrap(row.getRow()).getInt(WAREHOUSE_ROW.length()));
      }
    }
    return loaded;
  }

  /** Whether all items are loaded. */
  public boolean itemsLoaded() throws IOException {
    try (Table meta = meta()) {
      return meta.exists(new Get(ITEMS_ROW));
    }
  }

  /** Marks a warehouse whose rows are all stored. */
  public void markLoaded(int warehouse) throws IOException {
    byte[] prefix = bytes(WAREHOUSE_ROW);
    mark(ByteBuffer.allocate(prefix.length + 4).put(prefix).putInt(warehouse).array());
  }

  /** Marks the items as stored. */
  public void markItemsLoaded() throws IOException {
    mark(ITEMS_ROW);
  }

  private void mark(byte[] row) throws IOException {
    try (Table meta = meta()) {
      meta.put(new Put(row).addColumn(Columns.FAMILY, DONE, bytes("true")));
    }
  }

  private void requireNoTable(Admin admin) throws IOException {
    for (TpccTable table : EnumSet.complementOf(EnumSet.of(TpccTable.META))) {
      TableName name = names.of(table);
      if (admin.tableExists(name)) {
        throw new DatabaseException(
            ("table %s exists, but no %s that describes its database:"
                    + " use another --table-prefix or drop the table")
                .formatted(name, names.of(TpccTable.META)));
      }
    }
  }

  private static Put put(Database database) {
    Put put = new Put(DATABASE_ROW);
    add(put, FORMAT, CURRENT_FORMAT);
    add(put, WAREHOUSES, database.warehouses());
    add(put, ITEMS, database.scale().items());
    add(put, DISTRICTS, database.scale().districts());
    add(put, CUSTOMERS, database.scale().customers());
    add(put, UNDELIVERED, database.scale().undelivered());
    add(put, SEED, database.seed());
    add(put, LAST_NAME_CONSTANT, database.lastNameConstant());
    add(put, CREATED, database.createdMillis());
    return put;
  }

  private static void add(Put put, byte[] qualifier, long value) {
    put.addColumn(Columns.FAMILY, qualifier, bytes(Long.toString(value)));
  }

  private Database database(Result row) throws DatabaseException {
    long format = number(row, FORMAT);
    if (format != CURRENT_FORMAT) {
      throw new DatabaseException(
          "the database '%s' has format %d, and this version reads format %d: load it anew"
              .formatted(names.prefix(), format, CURRENT_FORMAT));
    }
    Scale scale =
        new Scale(
            Math.toIntExact(number(row, ITEMS)),
            Math.toIntExact(number(row, DISTRICTS)),
            Math.toIntExact(number(row, CUSTOMERS)),
            Math.toIntExact(number(row, UNDELIVERED)));
    return new Database(
        Math.toIntExact(number(row, WAREHOUSES)),
        scale,
        number(row, SEED),
        Math.toIntExact(number(row, LAST_NAME_CONSTANT)),
        number(row, CREATED));
  }

  private long number(Result row, byte[] qualifier) throws DatabaseException {
    byte[] value = row.getValue(Columns.FAMILY, qualifier);
    if (value == null) {
      throw new DatabaseException(
          "table %s describes no database: it has no column %s"
              .formatted(
                  names.of(TpccTable.META), new String(qualifier, StandardCharsets.US_ASCII)));
    }
    return Long.parseLong(new String(value, StandardCharsets.US_ASCII));
  }

  private Table meta() throws IOException {
    return connection.getTable(names.of(TpccTable.META));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
