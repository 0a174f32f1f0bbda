package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;

/** Sums the last reports up when somebody asks. Thread-safe; reads snapshots only. */
final class ClusterReader {
  private final Membership membership;
  private final ServerReports reports;
  private final Supplier<Assigner.View> view;

  ClusterReader(Membership membership, ServerReports reports, Supplier<Assigner.View> view) {
    this.membership = membership;
    this.reports = reports;
    this.view = view;
  }

  ClusterState read() {
    Map<ServerName, ServerRegistration> live = membership.live().orElse(Map.of());
    List<ServerReport> last =
        live.keySet().stream()
            .map(reports::of)
            .flatMap(Optional::stream)
            .map(ServerReports.Received::report)
            .toList();
    Set<String> served =
        live.values().stream().map(ServerRegistration::getGroup).collect(Collectors.toSet());
    return state(last, served, view.get().census());
  }

  /**
   * @param served groups with a live server
   * @param census null: not read yet
   */
  static ClusterState state(
      Collection<ServerReport> reports, Set<String> served, RegionCensus census) {
    Set<String> unserved = new HashSet<>(census == null ? Set.of() : census.groups());
    unserved.removeAll(served);
    return new ClusterState(
        census == null ? -1 : census.regions(),
        unserved.size(),
        reports.stream().mapToInt(report -> jobsIn(report, JobState.QUEUED)).sum(),
        reports.stream().mapToInt(report -> jobsIn(report, JobState.COMPACTING)).sum(),
        idleBesideQueue(reports),
        oldestJobAgeMs(reports),
        reports.stream().mapToInt(ServerReport::getFailuresInARow).max().orElse(0),
        reports.stream().mapToLong(ServerReport::getCacheBytes).min().orElse(0),
        reports.stream().mapToInt(ServerReport::getThreads).min().orElse(0));
  }

  private static int idleBesideQueue(Collection<ServerReport> reports) {
    Set<String> waiting =
        reports.stream()
            .filter(report -> jobsIn(report, JobState.QUEUED) > 0)
            .map(ServerReport::getGroup)
            .collect(Collectors.toSet());
    return (int)
        reports.stream()
            .filter(report -> waiting.contains(report.getGroup()) && !report.getDraining())
            .filter(
                report ->
                    jobsIn(report, JobState.QUEUED) + jobsIn(report, JobState.COMPACTING) == 0)
            .count();
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
