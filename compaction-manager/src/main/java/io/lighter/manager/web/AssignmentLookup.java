package io.lighter.manager.web;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** Who compacts the regions of one table. Thread-safe. */
public interface AssignmentLookup {
  /**
   * A region.
   *
   * @param region encoded name
   * @param ownerByGroup who has its slot, for each group that works for the table
   */
  record RegionSlot(String region, int slot, Map<String, Optional<ServerName>> ownerByGroup) {}

  /**
   * The table's regions in the order of their keys; empty when there is no such table.
   *
   * @throws IOException if HBase does not answer, or too many ask
   */
  Optional<List<RegionSlot>> of(TableName table) throws IOException;
}
