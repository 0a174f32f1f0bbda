// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** A look-up of the servers for one table's regions. Thread-safe. */
public interface AssignmentLookup {
  /**
   * A region with its slot.
   *
   * @param region encoded name
   * @param ownerByGroup owner of the slot, for each group that works for the table
   */
  record RegionSlot(String region, int slot, Map<String, Optional<ServerName>> ownerByGroup) {}

  /**
   * Returns the table's regions in the order of their keys; empty if there is no such table.
   *
   * @throws IOException if HBase does not answer, or another call runs
   */
  Optional<List<RegionSlot>> of(TableName table) throws IOException;
}
