// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.plan.LoadHistory;
import io.lighter.manager.plan.WantedServers;
import io.lighter.manager.report.ClusterState;
import java.util.OptionalLong;

/** Measures the load by the reports, and the number of servers for it. Thread-safe. */
public final class CapacityMonitor {
  private final Leadership leadership;
  private final ClusterReader cluster;
  private final LoadHistory history;
  private final WantedServers wanted;

  /**
   * @param configuredWarmupRate bytes per second, used until a warm-up was measured
   */
  public CapacityMonitor(
      Leadership leadership,
      ClusterReader cluster,
      MonotonicClock clock,
      long configuredWarmupRate) {
    this.leadership = leadership;
    this.cluster = cluster;
    this.history = new LoadHistory(clock);
    this.wanted = new WantedServers(clock, configuredWarmupRate);
  }

  public void reported(ServerReport report) {
    history.add(report);
    if (wanted.isDue()) {
      ClusterState state = cluster.read();
      wanted.measured(
          history.load(),
          new WantedServers.Cluster(
              state.regions(), state.queuedJobs(), state.leastMemory(), state.leastThreads()));
    }
  }

  public void reported(RegionServerReport report) {
    history.add(report);
  }

  /** The number of servers; {@link WantedServers#UNKNOWN} also while this manager does not lead. */
  public int wantedServers() {
    return leadership.isLeader() ? wanted.wanted() : WantedServers.UNKNOWN;
  }

  /** Mean bytes per second of a warm-up in the last hour. */
  public OptionalLong warmupRate() {
    return history.load().warmupRate();
  }
}
