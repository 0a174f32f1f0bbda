// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;

/**
 * The leader's state at one moment. Immutable.
 *
 * @param timeMs milliseconds since 1970
 * @param status managers, switch, compaction servers with their last reports
 * @param draining compaction servers with a drain mark, including those that have left
 * @param regionServers last report of each region server with a recent one
 * @param groups groups with a server, a region or an assignment table, by name
 */
public record Snapshot(
    long timeMs,
    StatusResponse status,
    Set<ServerName> draining,
    Map<ServerName, RegionServerReport> regionServers,
    List<GroupSlots> groups) {
  /** Copies the collections. */
  public Snapshot {
    draining = Set.copyOf(draining);
    regionServers = Map.copyOf(regionServers);
    groups = List.copyOf(groups);
  }
}
