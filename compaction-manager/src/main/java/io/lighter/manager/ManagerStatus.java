// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.MonotonicClock;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.assign.Assigner;
import io.lighter.manager.assign.CapacityMonitor;
import io.lighter.manager.assign.GroupCoverage;
import io.lighter.manager.cluster.ClusterWatch;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.cluster.Leadership.Participants;
import io.lighter.manager.cluster.ManagerDirectory;
import io.lighter.manager.cluster.ManagerVersion;
import io.lighter.manager.cluster.SwitchReader;
import io.lighter.manager.collect.RoundBoard;
import io.lighter.manager.monitor.GroupSlots;
import io.lighter.manager.monitor.GroupSlots.ServerSlots;
import io.lighter.manager.report.ServerReports;
import io.lighter.manager.report.ServerReports.Received;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;

/**
 * The status for the command line and the dashboard. Thread-safe; reads the managers from
 * ZooKeeper, and everything else from snapshots.
 */
final class ManagerStatus {
  private final ClusterWatch cluster;
  private final Assigner assigner;
  private final ServerReports reports;
  private final CapacityMonitor capacity;
  private final SwitchReader offloadSwitch;
  private final ManagerDirectory directory;
  private final RoundBoard rounds;
  private final MonotonicClock clock;
  private final long startedAtNanos;

  /** Creates the status of a manager that starts now. */
  ManagerStatus(
      ClusterWatch cluster,
      Assigner assigner,
      ServerReports reports,
      CapacityMonitor capacity,
      SwitchReader offloadSwitch,
      ManagerDirectory directory,
      RoundBoard rounds,
      MonotonicClock clock) {
    this.cluster = cluster;
    this.assigner = assigner;
    this.reports = reports;
    this.capacity = capacity;
    this.offloadSwitch = offloadSwitch;
    this.directory = directory;
    this.rounds = rounds;
    this.clock = clock;
    this.startedAtNanos = clock.nanoTime();
  }

  /**
   * Returns the status. A standby fills in the leader, the standbys and the switch only.
   *
   * @throws IOException if no manager leads, or ZooKeeper does not answer
   */
  StatusResponse read() throws IOException {
    Leadership leadership = cluster.leadership();
    Participants managers = leadership.participants();
    ServerName leader =
        managers
            .leader()
            .filter(elected -> leadership.isLeader() || !isHere(elected))
            .orElseThrow(() -> new IOException("no manager leads at present; try again"));
    SwitchReader.State current = offloadSwitch.read();
    StatusResponse.Builder status =
        StatusResponse.newBuilder()
            .setLeader(leader.getServerName())
            .setVersion(ManagerVersion.get())
            .setUptimeMs(TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startedAtNanos))
            .setSwitchedOn(current.value().getOn())
            .addAllSwitchedOffTable(current.value().getOffTableList())
            .setSwitchUnreadable(!current.readable())
            .setRegions(-1);
    directory.dashboardOf(leader).ifPresent(status::setDashboard);
    managers.standby().forEach(each -> status.addStandby(each.getServerName()));
    if (leadership.isLeader()) {
      addServers(status);
    }
    return status.build();
  }

  /** Whether a manager has this process's address; may be true of a predecessor of this process. */
  private boolean isHere(ServerName manager) {
    return manager.getAddress().equals(cluster.leadership().self().getAddress());
  }

  private void addServers(StatusResponse.Builder status) {
    Assigner.View view = assigner.view();
    if (view.census() != null) {
      status.setRegions(view.census().regions());
    }
    status.setWantedServers(capacity.wantedServers());
    capacity.warmupRate().ifPresent(status::setWarmupRate);
    status.addAllIndexRound(rounds.rounds());
    Map<ServerName, ServerRegistration> live = new TreeMap<>(cluster.servers());
    if (view.census() != null) {
      status.addAllGroupWithoutServer(
          GroupCoverage.groupsWithoutServer(
              view.census().groups(), live, cluster.drainingServers()));
    }
    Map<ServerName, ServerSlots> slots = new HashMap<>();
    live.values().stream()
        .map(ServerRegistration::getGroup)
        .distinct()
        .forEach(group -> slotsOf(group, view).forEach(each -> slots.put(each.server(), each)));
    live.forEach(
        (server, registration) -> {
          Optional<Received> received = reports.of(server);
          if (received.isPresent()) {
            ServerSlots none = new ServerSlots(server, 0, 0, 0);
            status.addServer(serverStatus(received.get(), slots.getOrDefault(server, none)));
          } else {
            status.addSilentServer(server.getServerName());
          }
        });
  }

  /** The slots of the servers that own a slot of a group. */
  private static List<ServerSlots> slotsOf(String group, Assigner.View view) {
    int[] regionsBySlot =
        view.census() == null ? new int[SlotTable.SLOTS] : view.census().regionsBySlot(group);
    SlotTable table = view.tables().getOrDefault(group, SlotTable.EMPTY);
    return GroupSlots.of(group, table, regionsBySlot, List.of()).servers();
  }

  private ServerStatus serverStatus(Received received, ServerSlots slots) {
    return ServerStatus.newBuilder()
        .setReport(received.report())
        .setReportAgeMs(reports.age(received).toMillis())
        .setSlots(slots.slots())
        .setOccupiedSlots(slots.occupied())
        .setRegions(slots.regions())
        .build();
  }
}
