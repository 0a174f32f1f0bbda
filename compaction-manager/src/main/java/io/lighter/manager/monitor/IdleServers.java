// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The servers without work while others have too much: one computation for alert and metric. */
public final class IdleServers {
  private IdleServers() {}

  /**
   * Returns servers that take new jobs, and on which no job waits or runs, while jobs wait at
   * another one of their group that takes new jobs, too. The jobs of a draining server stay there.
   * A completed job waits for its region server, and needs no thread.
   */
  public static List<ServerReport> besideQueue(Collection<ServerReport> reports) {
    Set<String> waiting =
        reports.stream()
            .filter(report -> Sample.jobs(report, JobState.QUEUED) > 0 && !report.getDraining())
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
