// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.monitor.Alert.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Derives alerts from a snapshot: a pure function. */
public final class AlertRules {
  /** Failures in a row that are an alert; fewer can be one bad file. */
  static final int FAILURES = 3;

  /** Silence that is an alert; a server reports once a second unless the manager asks otherwise. */
  static final Duration SILENCE = Duration.ofSeconds(10);

  /** Local compactions in {@link LocalTrend#WINDOW} that are an alert; a restart costs a few. */
  static final long LOCAL_COMPACTIONS = 3;

  /** Share of a table's replicas on other types of storage than intended that is an alert. */
  static final double MISPLACED_SHARE = 0.1;

  /** Time for which a store has had full runs that no merge has that is an alert. */
  static final Duration FULL_RUNS = Duration.ofMinutes(30);

  /** Bound on tables with one kind of alert about tiers: those with most bytes. */
  static final int MOST_TIERED_TABLES = 20;

  /** The tag of a reason that an operator can often remove. */
  private static final String COPROCESSOR = "coprocessor";

  private static final String COPROCESSOR_HINT =
      ": an observer has a hook in compactions; if it only checks permissions, name it in "
          + LighterOption.OFFLOAD_PERMISSION_OBSERVERS.key();

  private AlertRules() {}

  /**
   * Returns all alerts, however short.
   *
   * @param local recent compactions that ran locally after a failure, by reason
   * @param mostlyLocal tables most of whose recent compactions ran on region servers
   * @param lost servers that left recently without having been drained
   */
  static List<Alert> of(
      Snapshot now,
      Map<String, Long> local,
      List<TableTrend.MostlyLocal> mostlyLocal,
      List<String> lost) {
    List<Alert> alerts = new ArrayList<>();
    addManagers(alerts, now.status());
    addGroups(alerts, now);
    now.status().getServerList().forEach(server -> addServer(alerts, server));
    for (String server : now.status().getSilentServerList()) {
      alerts.add(
          new Alert(Kind.SERVER_SILENT, server, server + " is registered and has sent no report"));
    }
    for (String server : lost) {
      alerts.add(
          new Alert(Kind.SERVER_LOST, server, server + " went away without having been drained"));
    }
    addLocal(alerts, local);
    mostlyLocal.forEach(table -> alerts.add(mostlyLocal(table)));
    addTiers(alerts, TierSums.all(now).values());
    alerts.addAll(IndexAlertRules.of(now));
    return alerts;
  }

  private static void addManagers(List<Alert> alerts, StatusResponse status) {
    if (status.getStandbyCount() == 0) {
      alerts.add(
          new Alert(
              Kind.NO_STANDBY,
              "",
              "No standby manager: without this one, slots of dead servers stay where they are"));
    }
    if (status.getSwitchUnreadable()) {
      alerts.add(
          new Alert(
              Kind.SWITCH_UNREADABLE,
              "",
              "The znode of the switch does not hold a switch: offloading stays as it was"));
    }
    if (!status.getSwitchedOn()) {
      alerts.add(new Alert(Kind.SWITCHED_OFF, "", "Offloading is switched off for all tables"));
    }
    if (status.getSwitchedOffTableCount() > 0) {
      alerts.add(
          new Alert(
              Kind.TABLES_SWITCHED_OFF,
              "",
              "Offloading is switched off for "
                  + String.join(", ", status.getSwitchedOffTableList())));
    }
    if (status.getRegions() < 0) {
      alerts.add(
          new Alert(
              Kind.REGIONS_UNKNOWN,
              "",
              "hbase:meta could not be read: slots are not spread by regions"));
    }
  }

  private static void addGroups(List<Alert> alerts, Snapshot now) {
    int live = now.status().getServerCount() + now.status().getSilentServerCount();
    if (live == 0) {
      int inFlight =
          now.regionServers().values().stream().mapToInt(RegionServerReport::getAway).sum();
      alerts.add(
          new Alert(
              Kind.NO_SERVER,
              "",
              inFlight == 0
                  ? "No compaction server is alive: region servers compact themselves"
                  : "No compaction server is alive, and %d compactions wait for one"
                      .formatted(inFlight)));
      return;
    }
    for (String group : now.status().getGroupWithoutServerList()) {
      alerts.add(
          new Alert(
              Kind.GROUP_WITHOUT_SERVER,
              group,
              "Tables name group %s, but none of its servers takes jobs".formatted(group)));
    }
    Map<String, List<ServerReport>> byGroup =
        now.status().getServerList().stream()
            .map(ServerStatus::getReport)
            .collect(
                Collectors.groupingBy(ServerReport::getGroup, TreeMap::new, Collectors.toList()));
    byGroup.forEach((group, servers) -> addQueue(alerts, group, servers));
  }

  private static void addQueue(List<Alert> alerts, String group, List<ServerReport> servers) {
    int queued = servers.stream().mapToInt(AlertRules::queued).sum();
    if (queued == 0) {
      return;
    }
    if (servers.stream().allMatch(ServerReport::getDraining)) {
      alerts.add(
          new Alert(
              Kind.QUEUE_WITHOUT_SERVER,
              group,
              "%d jobs wait in group %s, all of whose servers are draining"
                  .formatted(queued, group)));
    }
    for (ServerReport server : IdleServers.besideQueue(servers)) {
      alerts.add(
          new Alert(
              Kind.IDLE_SERVER,
              server.getServer(),
              "%s is idle while %d jobs wait on other servers of group %s"
                  .formatted(server.getServer(), queued, group)));
    }
  }

  private static int queued(ServerReport report) {
    return Sample.jobs(report, JobState.QUEUED);
  }

  private static void addServer(List<Alert> alerts, ServerStatus status) {
    ServerReport report = status.getReport();
    if (status.getReportAgeMs() >= SILENCE.toMillis()) {
      alerts.add(
          new Alert(
              Kind.SERVER_SILENT,
              report.getServer(),
              report.getServer() + " is registered and does not report any more"));
    }
    if (report.getFailuresInARow() >= FAILURES) {
      alerts.add(
          new Alert(
              Kind.FAILURES_IN_A_ROW,
              report.getServer(),
              "The last %d jobs of %s failed"
                  .formatted(report.getFailuresInARow(), report.getServer())));
    }
  }

  private static void addLocal(List<Alert> alerts, Map<String, Long> local) {
    long sum = local.values().stream().mapToLong(Long::longValue).sum();
    if (sum >= LOCAL_COMPACTIONS) {
      String reasons =
          new TreeMap<>(local)
              .entrySet().stream()
                  .map(reason -> reason.getKey() + ' ' + reason.getValue())
                  .collect(Collectors.joining(", "));
      alerts.add(
          new Alert(
              Kind.LOCAL_COMPACTIONS,
              "",
              "%d compactions had to run on region servers in the last %d minutes (%s)"
                  .formatted(sum, LocalTrend.WINDOW.toMinutes(), reasons)));
    }
  }

  private static Alert mostlyLocal(TableTrend.MostlyLocal table) {
    return new Alert(
        Kind.TABLE_STAYS_LOCAL,
        table.table(),
        "%d of %d compactions of table %s in the last %d minutes ran on region servers (%s)%s"
            .formatted(
                table.local(),
                table.all(),
                table.table(),
                TableTrend.WINDOW.toMinutes(),
                table.reason(),
                table.reason().equals(COPROCESSOR) ? COPROCESSOR_HINT : ""));
  }

  private static void addTiers(List<Alert> alerts, Collection<TierSums> tables) {
    tables.stream()
        .filter(table -> table.misplacedShare() > MISPLACED_SHARE)
        .sorted(Comparator.comparingLong(TierSums::misplacedBytes).reversed())
        .limit(MOST_TIERED_TABLES)
        .forEach(
            table ->
                alerts.add(
                    new Alert(
                        Kind.BLOCKS_MISPLACED,
                        table.table(),
                        "%.0f %% of the replicas of table %s are on other types of storage than its"
                                .formatted(100 * table.misplacedShare(), table.table())
                            + " tiers ask for")));
    tables.stream()
        .filter(table -> table.longestFull().compareTo(FULL_RUNS) >= 0)
        .sorted(Comparator.comparingLong(TierSums::bytes).reversed())
        .limit(MOST_TIERED_TABLES)
        .forEach(
            table ->
                alerts.add(
                    new Alert(
                        Kind.MERGES_LATE,
                        table.table(),
                        "Full runs of table %s have waited for a merge for %d minutes; %d wait now"
                            .formatted(
                                table.table(),
                                table.longestFull().toMinutes(),
                                table.fullRuns()))));
  }
}
