// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.service.ProcessConnections;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableState;

/**
 * Counts the regions in {@code hbase:meta}: one scan of the catalogue for the regions, one for the
 * states of the tables, one call for their descriptors. The scan counts regions without storing
 * them.
 *
 * <p>Left out: system tables, disabled tables, split parents. Replicas of a region share its row,
 * and count once. Confined to the reading thread, except for the last {@link #close}, which follows
 * that thread's end.
 */
public final class HBaseRegionSource implements RegionSource {
  /** Timeout in milliseconds, short enough for the next reading to find a recovered HBase. */
  private static final int OPERATION_TIMEOUT_MS = 20_000;

  private static final int RETRIES = 3;

  private final Configuration conf;
  private final TableGroups groups;
  private Connection connection;

  public HBaseRegionSource(Configuration conf, TableGroups groups) {
    this.conf = new Configuration(conf);
    this.conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, RETRIES);
    this.conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, OPERATION_TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, OPERATION_TIMEOUT_MS);
    this.groups = groups;
  }

  /** Drops the connection after a failed reading, since its cluster may be gone. */
  @Override
  public RegionCensus read() throws IOException {
    if (connection == null) {
      connection = ProcessConnections.open(conf);
    }
    try {
      return count();
    } catch (IOException | RuntimeException e) {
      try {
        close();
      } catch (IOException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  private RegionCensus count() throws IOException {
    Map<TableName, Set<String>> tables = groupsOfEnabledTables();
    RegionCensus.Builder census = new RegionCensus.Builder();
    MetaTableAccessor.fullScanRegions(
        connection,
        row -> {
          RegionInfo region = MetaTableAccessor.getRegionInfo(row);
          if (region != null && !region.isSplit() && tables.containsKey(region.getTable())) {
            census.add(region.getEncodedName(), tables.get(region.getTable()));
          }
          return true;
        });
    return census.build();
  }

  /** The groups of enabled tables; the next reading counts tables that are created later. */
  private Map<TableName, Set<String>> groupsOfEnabledTables() throws IOException {
    Map<TableName, TableState> states = MetaTableAccessor.getTableStates(connection);
    Map<TableName, Set<String>> tables = new HashMap<>();
    try (Admin admin = connection.getAdmin()) {
      for (TableDescriptor table : admin.listTableDescriptors()) {
        TableState state = states.get(table.getTableName());
        boolean disabled = state != null && state.isDisabledOrDisabling();
        if (!table.getTableName().isSystemTable() && !disabled) {
          tables.put(table.getTableName(), groups.of(table));
        }
      }
    }
    return tables;
  }

  @Override
  public void close() throws IOException {
    Connection closing = connection;
    connection = null;
    if (closing != null) {
      closing.close();
    }
  }
}
