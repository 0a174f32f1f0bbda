// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.index.client.IndexState;
import io.lighter.manager.monitor.IndexSums;
import io.lighter.manager.monitor.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * What rounds need of a snapshot. Immutable; tables are keyed by name as in reports.
 *
 * @param timeMs milliseconds since 1970
 * @param bytes bytes of the index tables whose regions report {@code ACTIVE}, or no state
 * @param broken data tables with a region that keeps no index or refuses writes
 * @param threads threads of the compaction servers that take jobs; 0 while offloading is off
 * @param switchedOff tables whose compactions stay local
 */
record Heard(
    long timeMs,
    Map<String, Long> bytes,
    Set<String> broken,
    int threads,
    Set<String> switchedOff) {

  Heard {
    bytes = Map.copyOf(bytes);
    broken = Set.copyOf(broken);
    switchedOff = Set.copyOf(switchedOff);
  }

  static Heard of(Snapshot snapshot) {
    Map<String, Long> bytes = new HashMap<>();
    Set<String> broken = new HashSet<>();
    for (IndexSums table : IndexSums.all(snapshot).values()) {
      if (table.broken() > 0) {
        broken.add(table.table());
      }
      for (IndexSums.Index index : table.indexes().values()) {
        boolean active = index.state().isEmpty() || index.state().equals(IndexState.ACTIVE.name());
        if (active && index.bytes() >= 0) {
          bytes.put(index.table(), index.bytes());
        }
      }
    }
    int threads =
        snapshot.status().getServerList().stream()
            .map(ServerStatus::getReport)
            .filter(report -> !report.getDraining())
            .mapToInt(report -> report.getThreads())
            .sum();
    return new Heard(
        snapshot.timeMs(),
        bytes,
        broken,
        snapshot.status().getSwitchedOn() ? threads : 0,
        Set.copyOf(snapshot.status().getSwitchedOffTableList()));
  }

  /** The bytes of an index table's files; -1: not known, or its index is not active. */
  long bytes(TableName table) {
    return bytes.getOrDefault(table.getNameAsString(), -1L);
  }

  /** Whether compactions of an index and of its data table run on compaction servers. */
  boolean offloads(CollectedIndex index) {
    return threads > 0
        && List.of(index.data(), index.table()).stream()
            .map(TableName::getNameAsString)
            .noneMatch(switchedOff::contains);
  }

  /** Whether all regions of an index's table keep it. */
  boolean isKept(CollectedIndex index) {
    return !broken.contains(index.data().getNameAsString());
  }

  /** Compactions of rounds that may run at a time: half of the threads are left to others. */
  int mostCompactions() {
    return threads == 0 ? 0 : Math.max(1, threads / 2);
  }
}
