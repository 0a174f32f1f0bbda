// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import io.lighter.tpcc.schema.TpccTable.Split;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Creates and drops the tables of a database. */
public final class SchemaCreator {
  private final Admin admin;
  private final TableNames names;

  public SchemaCreator(Admin admin, TableNames names) {
    this.admin = admin;
    this.names = names;
  }

  /**
   * Creates the missing tables.
   *
   * @param regions number per table; at most one for each warehouse, or each item
   */
  public void createMissing(Database database, int regions) throws IOException {
    List<Future<Void>> creations = new ArrayList<>();
    for (TpccTable table : TpccTable.values()) {
      if (!admin.tableExists(names.of(table))) {
        creations.add(create(table, splitKeys(table, database, regions)));
      }
    }
    awaitAll(creations);
  }

  void createMeta() throws IOException {
    if (!admin.tableExists(names.of(TpccTable.META))) {
      awaitAll(List.of(create(TpccTable.META, new byte[0][])));
    }
  }

  /** Drops all existing tables of a database. */
  public void dropAll() throws IOException {
    List<Future<Void>> disabled = new ArrayList<>();
    List<TableName> existing = new ArrayList<>();
    for (TpccTable table : TpccTable.values()) {
      TableName name = names.of(table);
      if (admin.tableExists(name)) {
        existing.add(name);
        if (admin.isTableEnabled(name)) {
          disabled.add(admin.disableTableAsync(name));
        }
      }
    }
    awaitAll(disabled);
    List<Future<Void>> deleted = new ArrayList<>();
    for (TableName name : existing) {
      deleted.add(admin.deleteTableAsync(name));
    }
    awaitAll(deleted);
  }

  /** First keys of the second and all later regions of a new table. */
  static byte[][] splitKeys(TpccTable table, Database database, int regions) {
    int last = table.split() == Split.BY_ITEM ? database.scale().items() : database.warehouses();
    int count = table.split() == Split.NONE ? 1 : Math.min(regions, last);
    byte[][] keys = new byte[count - 1][];
    for (int region = 1; region < count; region++) {
      int first = Math.toIntExact(1 + (long) region * last / count);
      keys[region - 1] = table.split() == Split.BY_ITEM ? Keys.item(first) : Keys.warehouse(first);
    }
    return keys;
  }

  private Future<Void> create(TpccTable table, byte[][] splitKeys) throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(names.of(table))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Columns.FAMILY).setMaxVersions(1).build())
            .build();
    try {
      return splitKeys.length == 0
          ? admin.createTableAsync(descriptor)
          : admin.createTableAsync(descriptor, splitKeys);
    } catch (TableExistsException e) {
      // Another load of the same database has created the table; the data of both loads is the
      // same.
      return CompletableFuture.completedFuture(null);
    }
  }

  private static void awaitAll(List<Future<Void>> changes) throws IOException {
    for (Future<Void> change : changes) {
      try {
        change.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while tables were changed");
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TableExistsException)) {
          throw new IOException("a table was not changed: " + e.getCause().getMessage(), e);
        }
      }
    }
  }
}
