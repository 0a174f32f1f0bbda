// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.common.protocol.LighterProtos.BuildJobReport;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.zk.OffloadSwitches;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.ServerName;

/** The status as text. */
final class TextStatus {
  private TextStatus() {}

  /** Several lines, each ended by a line feed. */
  static String render(ClusterStatus status) {
    if (status instanceof ClusterStatus.Managed managed) {
      return managed(managed.response());
    }
    return unmanaged((ClusterStatus.Unmanaged) status);
  }

  private static String unmanaged(ClusterStatus.Unmanaged status) {
    StringBuilder text = new StringBuilder("manager: none (" + status.problem() + ")\n");
    text.append(
        status
            .offloadSwitch()
            .map(OffloadSwitches::describe)
            .orElse("offloading: unknown (unreadable now: see lighter switch)"));
    text.append('\n');
    text.append("\nZooKeeper knows ").append(count(status.servers().size(), "compaction server"));
    text.append("; without a manager nothing is known about their load.\n");
    if (!status.servers().isEmpty()) {
      TextTable table = new TextTable("SERVER", "GROUP", "THREADS", "CACHE", "VERSION");
      for (ServerRegistration server : status.servers()) {
        table.add(
            address(server.getServer()),
            server.getGroup(),
            Integer.toString(server.getThreads()),
            Units.bytes(server.getCacheBytes()),
            server.getVersion());
      }
      text.append('\n').append(table.render());
    }
    return text.toString();
  }

  private static String managed(StatusResponse status) {
    StringBuilder text = new StringBuilder();
    text.append("manager: ").append(address(status.getLeader()));
    text.append(" (").append(status.getVersion()).append(", up ");
    text.append(Units.duration(status.getUptimeMs())).append(")\nstandby: ");
    List<String> standby = status.getStandbyList().stream().map(TextStatus::address).toList();
    text.append(standby.isEmpty() ? "none" : String.join(", ", standby)).append('\n');
    text.append(OffloadSwitches.describe(status.getSwitchedOn(), status.getSwitchedOffTableList()));
    text.append(status.getSwitchUnreadable() ? " (unreadable now: see lighter switch)" : "");
    text.append("\nregions: ").append(status.getRegions() < 0 ? "?" : status.getRegions());
    text.append('\n');
    for (String group : status.getGroupWithoutServerList()) {
      text.append("group ").append(group);
      text.append(": tables name it, but none of its servers takes jobs\n");
    }
    if (status.hasDashboard()) {
      text.append("dashboard: ").append(status.getDashboard()).append('\n');
    }
    appendServers(text, status);
    appendJobs(text, Queue.of(status).jobs());
    appendBuildJobs(text, status);
    return text.toString();
  }

  private static void appendServers(StringBuilder text, StatusResponse status) {
    text.append('\n').append(count(status.getServerCount(), "compaction server")).append('\n');
    if (status.getServerCount() > 0) {
      TextTable table =
          new TextTable(
              "SERVER",
              "GROUP",
              "REGIONS",
              "RUNNING",
              "QUEUED",
              "MEMORY",
              "CPU",
              "COMPACTED",
              "DONE",
              "FAILED",
              "REFUSED",
              "REPORT");
      status.getServerList().forEach(server -> addServer(table, server));
      text.append(table.render());
    }
    for (String silent : status.getSilentServerList()) {
      text.append(address(silent)).append(": registered, but has sent no report yet\n");
    }
  }

  private static void addServer(TextTable table, ServerStatus status) {
    ServerReport report = status.getReport();
    table.add(
        address(report.getServer()) + drainState(report),
        report.getGroup(),
        Integer.toString(status.getRegions()),
        jobsIn(report, JobState.COMPACTING) + "/" + report.getThreads(),
        jobsIn(report, JobState.QUEUED) + "/" + report.getQueueCapacity(),
        Units.bytes(report.getReservedBytes()) + " / " + Units.bytes(report.getCacheBytes()),
        Units.load(report.getCpuLoad()),
        Units.bytes(report.getCompactedBytes()),
        Long.toString(report.getCompletedJobs()),
        Long.toString(report.getFailedJobs()),
        Long.toString(report.getRefusedRequests()),
        Units.duration(status.getReportAgeMs()) + " ago");
  }

  private static String drainState(ServerReport report) {
    if (!report.getDraining()) {
      return "";
    }
    return report.getDrained() ? " (drained)" : " (draining)";
  }

  private static void appendJobs(StringBuilder text, List<Queue.Job> jobs) {
    text.append('\n').append(count(jobs.size(), "job")).append('\n');
    if (jobs.isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable(
            "JOB", "SERVER", "STATE", "TABLE", "REGION", "FAMILY", "INPUT", "AGE", "PROGRESS");
    for (Queue.Job job : jobs) {
      JobReport report = job.report();
      table.add(
          report.getJobId(),
          address(job.server()),
          report.getState().name().toLowerCase(Locale.ROOT),
          report.getTable(),
          report.getRegion(),
          report.getFamily(),
          Units.bytes(report.getInputBytes()) + " in " + count(report.getInputFiles(), "file"),
          Units.duration(report.getAgeMs()),
          Units.progressBar(report.getProgress().getPercent()));
    }
    text.append(table.render());
  }

  /** Nothing if no compaction server runs, or has just run, a job of an index build. */
  private static void appendBuildJobs(StringBuilder text, StatusResponse status) {
    TextTable table =
        new TextTable("JOB", "SERVER", "STATE", "BUILD", "INDEX", "WORK", "DONE", "TIME", "ENDED");
    int jobs = 0;
    for (ServerStatus server : status.getServerList()) {
      for (BuildJobReport job : server.getReport().getBuildJobList()) {
        addBuildJob(table, server.getReport().getServer(), job);
        jobs++;
      }
    }
    if (jobs > 0) {
      text.append('\n').append(count(jobs, "job")).append(" of index builds\n");
      text.append(table.render());
    }
  }

  private static void addBuildJob(TextTable table, String server, BuildJobReport job) {
    table.add(
        job.getJobId(),
        address(server),
        job.getState().name().toLowerCase(Locale.ROOT),
        job.getBuildId(),
        job.getIndex() + " of " + job.getTable(),
        (job.getKind() + " " + job.getSubject()).strip(),
        done(job),
        Units.duration(job.getRunningMs()),
        job.hasEndedMsAgo() ? Units.duration(job.getEndedMsAgo()) + " ago" : "-");
  }

  private static String done(BuildJobReport job) {
    if (job.hasEntries()) {
      return job.getEntries() + " entries";
    }
    return job.getDone() + (job.getKind().equals("read") ? " rows" : " merged");
  }

  /** Number of a report's jobs in {@code state}. */
  static long jobsIn(ServerReport report, JobState state) {
    return report.getJobList().stream().filter(job -> job.getState() == state).count();
  }

  private static String address(String serverName) {
    return ServerName.valueOf(serverName).getAddress().toString();
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
