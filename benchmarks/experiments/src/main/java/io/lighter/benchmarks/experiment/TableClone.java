// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** A table that is cloned from a snapshot repeatedly. Thread-safe. */
public final class TableClone {
  private final Connection connection;
  private final String snapshot;
  private final TableName name;

  /** Creates clones of an existing snapshot under an unused name. */
  public TableClone(Connection connection, String snapshot, TableName name) {
    this.connection = connection;
    this.snapshot = snapshot;
    this.name = name;
  }

  /** Creates the clone; returns when its regions are open with the settings. */
  public void create(UnaryOperator<TableDescriptor> settings) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.cloneSnapshot(snapshot, name);
      TableDescriptor cloned = admin.getDescriptor(name);
      TableDescriptor wanted = settings.apply(cloned);
      if (!wanted.equals(cloned)) {
        admin.modifyTable(wanted);
      }
    }
  }

  /** Drops the clone and its cached blocks; does nothing if it does not exist. */
  public void drop() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        return;
      }
      if (admin.isTableEnabled(name)) {
        admin.clearBlockCache(name);
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    }
  }
}
