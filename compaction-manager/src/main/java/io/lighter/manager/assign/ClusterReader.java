// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.monitor.IdleServers;
import io.lighter.manager.report.ClusterState;
import io.lighter.manager.report.ServerReports;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/** Sums up the last reports on demand. Thread-safe; reads snapshots only. */
public final class ClusterReader {
  private final Supplier<Map<ServerName, ServerRegistration>> live;
  private final Supplier<Set<ServerName>> draining;
  private final ServerReports reports;
  private final Supplier<Assigner.View> view;

  public ClusterReader(
      Supplier<Map<ServerName, ServerRegistration>> live,
      Supplier<Set<ServerName>> draining,
      ServerReports reports,
      Supplier<Assigner.View> view) {
    this.live = live;
    this.draining = draining;
    this.reports = reports;
    this.view = view;
  }

  public ClusterState read() {
    Map<ServerName, ServerRegistration> members = live.get();
    List<ServerReport> last =
        members.keySet().stream()
            .map(reports::of)
            .flatMap(Optional::stream)
            .map(ServerReports.Received::report)
            .toList();
    RegionCensus census = view.get().census();
    int unserved =
        census == null
            ? 0
            : GroupCoverage.groupsWithoutServer(census.groups(), members, draining.get()).size();
    return state(last, unserved, census);
  }

  /**
   * @param unserved groups without a server
   * @param census null: not read yet
   */
  static ClusterState state(Collection<ServerReport> reports, int unserved, RegionCensus census) {
    return new ClusterState(
        census == null ? -1 : census.regions(),
        unserved,
        reports.stream().mapToInt(report -> jobsIn(report, JobState.QUEUED)).sum(),
        reports.stream().mapToInt(report -> jobsIn(report, JobState.COMPACTING)).sum(),
        IdleServers.besideQueue(reports).size(),
        oldestJobAgeMs(reports),
        reports.stream().mapToInt(ServerReport::getFailuresInARow).max().orElse(0),
        reports.stream().mapToLong(ServerReport::getCacheBytes).min().orElse(0),
        reports.stream().mapToInt(ServerReport::getThreads).min().orElse(0));
  }

  private static long oldestJobAgeMs(Collection<ServerReport> reports) {
    return reports.stream()
        .flatMap(report -> report.getJobList().stream())
        .filter(job -> job.getState() != JobState.COMPLETED)
        .map(JobReport::getAgeMs)
        .max(Comparator.naturalOrder())
        .orElse(0L);
  }

  private static int jobsIn(ServerReport report, JobState state) {
    return (int) report.getJobList().stream().filter(job -> job.getState() == state).count();
  }
}
