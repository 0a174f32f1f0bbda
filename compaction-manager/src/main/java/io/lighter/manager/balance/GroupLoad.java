// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/** The loads of a group's servers and slots at a moment. Immutable. */
final class GroupLoad {
  private final Map<ServerName, ServerLoad> servers;
  private final double[] demand;
  private final String[] lastRegions;
  private final Duration known;

  GroupLoad(
      Map<ServerName, ServerLoad> servers, double[] demand, String[] lastRegions, Duration known) {
    this.servers = Map.copyOf(servers);
    this.demand = demand.clone();
    this.lastRegions = lastRegions.clone();
    this.known = known;
  }

  /** The load of a server; empty if the server has not reported. */
  Optional<ServerLoad> of(ServerName server) {
    return Optional.ofNullable(servers.get(server));
  }

  /** Bytes per minute of new jobs in the slot. */
  double demand(int slot) {
    return demand[slot];
  }

  /** The time for which slots have been measured. */
  Duration known() {
    return known;
  }

  boolean hasDemand() {
    return Arrays.stream(demand).anyMatch(each -> each > 0);
  }

  /** {@code TABLE,REGION} of the slot's last job. */
  Optional<String> lastRegion(int slot) {
    return Optional.ofNullable(lastRegions[slot]);
  }
}
