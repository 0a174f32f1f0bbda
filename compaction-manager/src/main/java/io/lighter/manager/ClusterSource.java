// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.MonotonicClock;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.manager.assign.Assigner;
import io.lighter.manager.cluster.ClusterWatch;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.monitor.GroupSlots;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.report.RegionServerReports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;

/** The monitor's source: the cluster as this manager sees it. Thread-safe. */
final class ClusterSource implements Monitor.Source {
  private final ClusterWatch cluster;
  private final Assigner assigner;
  private final RegionServerReports regionServers;
  private final ManagerStatus status;
  private final MonotonicClock clock;
  private final long epochNanos;

  /**
   * @param nowMs current milliseconds since 1970, later advanced by {@code clock}
   */
  ClusterSource(
      ClusterWatch cluster,
      Assigner assigner,
      RegionServerReports regionServers,
      ManagerStatus status,
      MonotonicClock clock,
      long nowMs) {
    this.cluster = cluster;
    this.assigner = assigner;
    this.regionServers = regionServers;
    this.status = status;
    this.clock = clock;
    this.epochNanos = TimeUnit.MILLISECONDS.toNanos(nowMs) - clock.nanoTime();
  }

  @Override
  public boolean leads() {
    return cluster.leadership().isLeader();
  }

  @Override
  public boolean isConnected() {
    return cluster.leadership().isConnected();
  }

  @Override
  public boolean anotherLeads() throws IOException {
    Leadership leadership = cluster.leadership();
    return leadership
        .participants()
        .leader()
        .filter(leader -> !leader.equals(leadership.self()))
        .isPresent();
  }

  @Override
  public long timeMs() {
    return TimeUnit.NANOSECONDS.toMillis(epochNanos + clock.nanoTime());
  }

  @Override
  public Snapshot read() throws IOException {
    return new Snapshot(
        timeMs(),
        status.read(),
        cluster.drainingServers(),
        regionServers.all(),
        groups(assigner.view(), cluster.servers()));
  }

  /**
   * The slots of each group that has servers, regions or an assigned slot. A group that has lost
   * all of these keeps an empty table in ZooKeeper, and is left out.
   */
  static List<GroupSlots> groups(Assigner.View view, Map<ServerName, ServerRegistration> members) {
    Map<String, Set<ServerName>> live = new TreeMap<>();
    members.forEach(
        (server, registration) ->
            live.computeIfAbsent(registration.getGroup(), group -> new TreeSet<>()).add(server));
    Set<String> names = new TreeSet<>(live.keySet());
    view.tables()
        .forEach(
            (group, table) -> {
              if (!table.slotsByOwner().isEmpty()) {
                names.add(group);
              }
            });
    if (view.census() != null) {
      names.addAll(view.census().groups());
    }
    List<GroupSlots> groups = new ArrayList<>();
    for (String name : names) {
      int[] regions =
          view.census() == null ? new int[SlotTable.SLOTS] : view.census().regionsBySlot(name);
      SlotTable table = view.tables().getOrDefault(name, SlotTable.EMPTY);
      groups.add(GroupSlots.of(name, table, regions, live.getOrDefault(name, Set.of())));
    }
    return groups;
  }
}
