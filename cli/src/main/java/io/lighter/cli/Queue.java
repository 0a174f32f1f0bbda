// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.NotAvailableException;
import io.lighter.cli.command.Site;
import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.WaitingFor;
import io.lighter.service.QueueRank;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.ServerName;

/**
 * The jobs of all compaction servers at one moment: running jobs first, then queued jobs in the
 * order in which servers start them.
 *
 * @param silentServers registered servers without a report yet; they may have jobs, too
 */
record Queue(List<Job> jobs, List<String> silentServers) {

  /** A job and its server. */
  record Job(String server, JobReport report) {}

  private static final Comparator<Job> ORDER =
      Comparator.<Job>comparingInt(job -> job.report().getState() == JobState.QUEUED ? 1 : 0)
          .thenComparingLong(
              job -> QueueRank.of(-job.report().getAgeMs(), job.report().getPriority()));

  /**
   * The jobs that the leading manager knows.
   *
   * @throws NotAvailableException if no manager leads or answers
   */
  static Queue read(Site site) throws IOException {
    ClusterStatus status = StatusReader.read(site);
    if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      throw new NotAvailableException(unmanaged.problem());
    }
    return of(((ClusterStatus.Managed) status).response());
  }

  static Queue of(StatusResponse status) {
    List<Job> jobs =
        status.getServerList().stream()
            .map(ServerStatus::getReport)
            .flatMap(
                server -> server.getJobList().stream().map(job -> new Job(server.getServer(), job)))
            .sorted(ORDER)
            .toList();
    return new Queue(jobs, List.copyOf(status.getSilentServerList()));
  }

  /** Ids of the jobs that are queued or running. */
  List<String> unfinished() {
    return jobs.stream()
        .map(Job::report)
        .filter(job -> job.getState() == JobState.QUEUED || job.getState() == JobState.COMPACTING)
        .map(JobReport::getJobId)
        .toList();
  }

  /** One JSON object, indented, without a final line feed. */
  String json() {
    return JsonStatus.queue(this);
  }

  /** A table, then a line for each silent server, each ended by a line feed. */
  String text() {
    StringBuilder text = new StringBuilder();
    if (jobs.isEmpty()) {
      text.append("no jobs\n");
    } else {
      text.append(table().render());
    }
    for (String silent : silentServers) {
      text.append(address(silent)).append(": registered, but has sent no report yet\n");
    }
    return text.toString();
  }

  private TextTable table() {
    TextTable table =
        new TextTable(
            "JOB",
            "SERVER",
            "STATE",
            "WAITS FOR",
            "TABLE",
            "REGION",
            "FAMILY",
            "REGION SERVER",
            "PRIORITY",
            "INPUT",
            "AGE",
            "PROGRESS");
    for (Job job : jobs) {
      JobReport report = job.report();
      table.add(
          report.getJobId(),
          address(job.server()),
          report.getState().name().toLowerCase(Locale.ROOT),
          waitsFor(report),
          report.getTable(),
          report.getRegion(),
          report.getFamily(),
          address(report.getRegionServer()),
          Integer.toString(report.getPriority()),
          Units.bytes(report.getInputBytes()),
          Units.duration(report.getAgeMs()),
          Units.progressBar(report.getProgress().getPercent()));
    }
    return table;
  }

  private static String waitsFor(JobReport report) {
    WaitingFor waiting = report.getWaitingFor();
    return switch (waiting) { // no default: a new reason needs words
      case NOTHING -> "-";
      case THREAD -> "a thread";
      case MEMORY -> "memory";
      case DATANODE -> "DataNode " + String.join(" or ", report.getDatanodeList());
      case THROUGHPUT -> "throughput limit";
    };
  }

  private static String address(String serverName) {
    return ServerName.valueOf(serverName).getAddress().toString();
  }
}
