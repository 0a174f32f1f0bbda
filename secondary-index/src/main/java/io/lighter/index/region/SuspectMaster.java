// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** HBase's master, as far as suspect indexes need it. Thread-safe. */
interface SuspectMaster {
  /** The descriptor of a table; empty if there is none. */
  Optional<TableDescriptor> descriptor(TableName table) throws IOException;

  /** Changes a table, and returns when all its regions have reopened. */
  void modify(TableDescriptor table) throws IOException;

  /** Whether a region server of this name is alive, as far as the master knows. */
  boolean isAlive(String server) throws IOException;

  /** Whether this region server stops, so that each further call fails. */
  boolean isGone();

  /** The master by the connection of a region server. */
  static SuspectMaster of(Supplier<Connection> connection) {
    return new SuspectMaster() {
      @Override
      public Optional<TableDescriptor> descriptor(TableName table) throws IOException {
        try (Admin admin = connection.get().getAdmin()) {
          return Optional.of(admin.getDescriptor(table));
        } catch (TableNotFoundException e) {
          return Optional.empty();
        }
      }

      @Override
      public void modify(TableDescriptor table) throws IOException {
        try (Admin admin = connection.get().getAdmin()) {
          admin.modifyTable(table);
        }
      }

      @Override
      public boolean isAlive(String server) throws IOException {
        try (Admin admin = connection.get().getAdmin()) {
          return admin.getRegionServers().stream()
              .map(ServerName::getServerName)
              .anyMatch(server::equals);
        }
      }

      @Override
      public boolean isGone() {
        return connection.get().isClosed();
      }
    };
  }
}
