package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which servers have nothing to do while others have too much: one answer for alert and metric. */
public final class IdleServers {
  private IdleServers() {}

  /**
   * Servers on which no job waits or runs, and which take new ones, while jobs wait at another one
   * of their group. A job that is complete waits for its region server, and needs no thread.
   */
  public static List<ServerReport> besideQueue(Collection<ServerReport> reports) {
    Set<String> waiting =
        reports.stream()
            .filter(report -> Sample.jobs(report, JobState.QUEUED) > 0)
            .map(ServerReport::getGroup)
            .collect(Collectors.toSet());
    return reports.stream()
        .filter(report -> waiting.contains(report.getGroup()) && !report.getDraining())
        .filter(
            report ->
                Sample.jobs(report, JobState.QUEUED) + Sample.jobs(report, JobState.COMPACTING)
                    == 0)
        .toList();
  }
}
