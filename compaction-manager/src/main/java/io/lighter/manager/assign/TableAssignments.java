// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.assignment.SlotTable;
import io.lighter.manager.web.AssignmentLookup;
import io.lighter.manager.web.BusyException;
import io.lighter.service.ProcessConnections;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;

/**
 * Reads a table's regions from HBase, to show their servers. Rare, and one call at a time: a
 * hanging HBase occupies one of the web server's threads only. Thread-safe.
 */
public final class TableAssignments implements AssignmentLookup {
  private static final int TIMEOUT_MS = 10_000; // a user waits

  private final Configuration conf;
  private final TableGroups groups;
  private final Assigner assigner;
  private final Semaphore turn = new Semaphore(1);

  public TableAssignments(Configuration conf, TableGroups groups, Assigner assigner) {
    this.conf = new Configuration(conf);
    this.conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    this.conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MS / 2);
    this.groups = groups;
    this.assigner = assigner;
  }

  @Override
  public Optional<List<RegionSlot>> of(TableName table) throws IOException {
    if (!turn.tryAcquire()) {
      throw new BusyException("another request reads hbase:meta; ask again");
    }
    try (Connection connection = ProcessConnections.open(conf);
        Admin admin = connection.getAdmin()) {
      Set<String> tableGroups = groups.of(admin.getDescriptor(table));
      Map<String, SlotTable> tables = assigner.view().tables();
      List<RegionSlot> regions = new ArrayList<>();
      for (RegionInfo region : admin.getRegions(table)) {
        if (RegionReplicaUtil.isDefaultReplica(region) && !region.isSplit()) {
          regions.add(slot(region.getEncodedName(), tableGroups, tables));
        }
      }
      return Optional.of(regions);
    } catch (TableNotFoundException e) {
      return Optional.empty();
    } finally {
      turn.release();
    }
  }

  private static RegionSlot slot(String region, Set<String> groups, Map<String, SlotTable> tables) {
    int slot = SlotTable.slotOf(region);
    Map<String, Optional<ServerName>> owners = new TreeMap<>();
    for (String group : groups) {
      owners.put(group, tables.getOrDefault(group, SlotTable.EMPTY).ownerOf(slot));
    }
    return new RegionSlot(region, slot, owners);
  }
}
