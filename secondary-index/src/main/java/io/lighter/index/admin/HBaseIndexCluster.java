// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.KeyExtractor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.security.SecurityCapability;

/** A cluster by HBase's blocking client. Thread-safe. */
final class HBaseIndexCluster implements IndexCluster {
  /** The observer as region servers report it. */
  static final String OBSERVER_REPORTED =
      IndexNames.OBSERVER.substring(IndexNames.OBSERVER.lastIndexOf('.') + 1);

  private final Connection connection;

  HBaseIndexCluster(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Optional<TableDescriptor> descriptor(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return Optional.of(admin.getDescriptor(table));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public List<TableDescriptor> descriptors() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.listTableDescriptors();
    }
  }

  @Override
  public boolean isEnabled(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.isTableEnabled(table);
    }
  }

  @Override
  public void create(TableDescriptor table, byte[][] splits) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (splits.length == 0) {
        admin.createTable(table);
      } else {
        admin.createTable(table, splits);
      }
    }
  }

  @Override
  public void modify(TableDescriptor table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(table); // waits for the procedure, which reopens every region
    }
  }

  @Override
  public List<List<Result>> firstRows(TableName table, KeyExtractor keys, int regions, int rows)
      throws IOException {
    List<List<Result>> first = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(table);
        Table data = connection.getTable(table)) {
      byte[][] starts = locator.getStartKeys();
      int read = Math.min(regions, starts.length);
      for (int i = 0; i < read; i++) {
        Scan scan =
            new Scan()
                .withStartRow(starts[(int) ((long) i * starts.length / read)])
                .addFamily(keys.family())
                .setLimit(rows)
                .setReadType(Scan.ReadType.PREAD)
                .setCacheBlocks(false);
        if (keys.columnPrefix().isEmpty()) {
          keys.columns().forEach(each -> scan.addColumn(keys.family(), each.qualifier()));
        }
        try (ResultScanner scanner = data.getScanner(scan)) {
          first.add(List.of(scanner.next(rows)));
        }
      }
    }
    return first;
  }

  @Override
  public void snapshot(TableName table, String snapshot) throws IOException {
    new Snapshots(connection).take(table, snapshot);
  }

  @Override
  public void deleteSnapshot(String snapshot) throws IOException {
    if (hasSnapshot(snapshot)) {
      try (Admin admin = connection.getAdmin()) {
        admin.deleteSnapshot(snapshot);
      }
    }
  }

  @Override
  public boolean hasSnapshot(String snapshot) throws IOException {
    return new Snapshots(connection).has(snapshot);
  }

  @Override
  public Optional<TableName> snapshotTable(String snapshot) throws IOException {
    return new Snapshots(connection).table(snapshot);
  }

  @Override
  public void restore(TableName table, String snapshot, UnaryOperator<TableDescriptor> change)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.restoreSnapshot(snapshot);
      admin.modifyTable(change.apply(admin.getDescriptor(table)));
      admin.enableTable(table);
    }
  }

  @Override
  public void copy(String snapshot, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.cloneSnapshot(snapshot, table);
    }
  }

  @Override
  public void delete(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
  }

  @Override
  public boolean hasCells(TableName table) throws IOException {
    Scan any =
        new Scan().setRaw(true).readAllVersions().setLimit(1).setReadType(Scan.ReadType.PREAD);
    try (Table data = connection.getTable(table);
        ResultScanner scanner = data.getScanner(any)) {
      return scanner.next() != null;
    }
  }

  @Override
  public List<String> serversWithoutObserver(TableName data) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return new ObserverProbe(admin, data.getNamespaceAsString()).problems();
    }
  }

  @Override
  public boolean hasCellAccessControl() throws IOException {
    return has(SecurityCapability.CELL_AUTHORIZATION);
  }

  @Override
  public boolean hasVisibilityLabels() throws IOException {
    return has(SecurityCapability.CELL_VISIBILITY);
  }

  private boolean has(SecurityCapability capability) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getSecurityCapabilities().contains(capability);
    }
  }

  @Override
  public TableLoad load(TableName table) throws IOException {
    int regions;
    ClusterMetrics cluster;
    try (Admin admin = connection.getAdmin()) {
      regions = admin.getRegions(table).size();
      cluster = admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS));
    }
    double bytes = 0;
    List<String> unobserved = new ArrayList<>();
    for (Map.Entry<ServerName, ServerMetrics> server : cluster.getLiveServerMetrics().entrySet()) {
      boolean has = false;
      for (RegionMetrics region : server.getValue().getRegionMetrics().values()) {
        if (RegionInfo.getTable(region.getRegionName()).equals(table)) {
          has = true;
          bytes += region.getStoreFileSize().get(Size.Unit.BYTE);
        }
      }
      if (has && !server.getValue().getCoprocessorNames().contains(OBSERVER_REPORTED)) {
        unobserved.add(server.getKey().getServerName());
      }
    }
    return new TableLoad(regions, Math.round(bytes), List.copyOf(unobserved));
  }
}
