// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.BuildJobReport;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.KeptOutputReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.manager.monitor.Sample;
import java.util.Locale;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Compaction servers and their jobs, for the API and for {@code lighter status --json}. */
public final class ServerJson {
  private ServerJson() {}

  /** A server with its jobs and retained outputs. */
  public static JsonObject withJobs(ServerStatus status) {
    JsonObject json = server(status);
    JsonArray jobs = new JsonArray();
    status.getReport().getJobList().forEach(job -> jobs.add(job(job)));
    json.add("jobs", jobs);
    JsonArray retained = new JsonArray();
    status.getReport().getKeptOutputList().forEach(output -> retained.add(retainedOutput(output)));
    json.add("retained_outputs", retained);
    JsonArray builds = new JsonArray();
    status.getReport().getBuildJobList().forEach(job -> builds.add(buildJob(job)));
    json.add("build_jobs", builds);
    return json;
  }

  /**
   * Returns a server with its recent rates of reads for compactions and of sends for warm-ups.
   *
   * @param latest last sample; empty for a new server
   */
  static JsonObject withRates(ServerStatus status, Optional<Sample> latest) {
    JsonObject json = server(status);
    json.addProperty("compacted_per_s", latest.map(Sample::compactedPerSecond).orElse(0L));
    json.addProperty("streamed_per_s", latest.map(Sample::streamedPerSecond).orElse(0L));
    return json;
  }

  /** A registered server without a report, which has no other data. */
  static JsonObject silent(String name) {
    JsonObject json = new JsonObject();
    json.addProperty("server", name);
    json.addProperty("silent", true);
    return json;
  }

  /** A server. */
  private static JsonObject server(ServerStatus status) {
    ServerReport report = status.getReport();
    JsonObject json = new JsonObject();
    json.addProperty("server", report.getServer());
    json.addProperty("version", report.getVersion());
    json.addProperty("group", report.getGroup());
    json.addProperty("report_age_ms", status.getReportAgeMs());
    json.addProperty("slots", status.getSlots());
    json.addProperty("occupied_slots", status.getOccupiedSlots());
    json.addProperty("regions", status.getRegions());
    addLoad(json, report);
    json.addProperty("compacted_bytes", report.getCompactedBytes());
    json.addProperty("streamed_bytes", report.getStreamedBytes());
    json.addProperty("completed_jobs", report.getCompletedJobs());
    json.addProperty("failed_jobs", report.getFailedJobs());
    json.addProperty("failures_in_a_row", report.getFailuresInARow());
    json.addProperty("cancelled_jobs", report.getCancelledJobs());
    json.addProperty("refused_requests", report.getRefusedRequests());
    json.addProperty("uptime_ms", report.getUptimeMs());
    json.addProperty("draining", report.getDraining());
    json.addProperty("drained", report.getDrained());
    return json;
  }

  private static void addLoad(JsonObject json, ServerReport report) {
    json.addProperty("threads", report.getThreads());
    json.addProperty("running", jobs(report, JobState.COMPACTING));
    json.addProperty("queued", jobs(report, JobState.QUEUED));
    json.addProperty("queue_capacity", report.getQueueCapacity());
    json.addProperty("index_build_threads", report.getIndexBuildThreads());
    json.addProperty("index_build_running", runningBuildJobs(report));
    json.addProperty("expected_wait_ms", report.getExpectedWaitMs());
    json.addProperty("cache_bytes", report.getCacheBytes());
    json.addProperty("reserved_bytes", report.getReservedBytes());
    json.addProperty("retained_bytes", report.getKeptBytes());
    json.addProperty("heap_used_bytes", report.getHeapUsedBytes());
    json.addProperty("heap_max_bytes", report.getHeapMaxBytes());
    json.add("cpu_load", Json.fraction(report.getCpuLoad()));
  }

  /** A job. */
  public static JsonObject job(JobReport report) {
    JobProgress progress = report.getProgress();
    JsonObject json = new JsonObject();
    json.addProperty("job_id", report.getJobId());
    json.addProperty("state", report.getState().name().toLowerCase(Locale.ROOT));
    json.addProperty("table", report.getTable());
    json.addProperty("region", report.getRegion());
    json.addProperty("family", report.getFamily());
    json.addProperty("region_server", report.getRegionServer());
    json.addProperty("major", report.getMajor());
    json.addProperty("priority", report.getPriority());
    json.addProperty("input_files", report.getInputFiles());
    json.addProperty("input_bytes", report.getInputBytes());
    json.addProperty("age_ms", report.getAgeMs());
    json.addProperty("running_ms", report.getRunningMs());
    json.addProperty("reading_ms", report.getReadingMs());
    json.addProperty("writing_ms", report.getWritingMs());
    json.addProperty("waiting_for", report.getWaitingFor().name().toLowerCase(Locale.ROOT));
    json.addProperty("percent", progress.getPercent());
    json.addProperty("cells_read", progress.getCellsRead());
    json.addProperty("cells_written", progress.getCellsWritten());
    json.addProperty("bytes_read", progress.getBytesRead());
    json.addProperty("bytes_written", progress.getBytesWritten());
    json.add("datanodes", Json.strings(report.getDatanodeList()));
    if (report.hasPace()) {
      json.addProperty("pace", report.getPace());
    }
    if (report.hasReadLimit()) {
      json.addProperty("read_limit", report.getReadLimit());
    }
    return json;
  }

  /** A job of an index build that runs, or ended in the last minutes. */
  static JsonObject buildJob(BuildJobReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("job_id", report.getJobId());
    json.addProperty("build_id", report.getBuildId());
    json.addProperty("table", report.getTable());
    json.addProperty("index", report.getIndex());
    json.addProperty("kind", report.getKind());
    json.addProperty("subject", report.getSubject());
    json.addProperty("state", report.getState().name().toLowerCase(Locale.ROOT));
    json.addProperty("done", report.getDone());
    json.addProperty("running_ms", report.getRunningMs());
    if (report.hasEndedMsAgo()) {
      json.addProperty("ended_ms_ago", report.getEndedMsAgo());
    }
    if (report.hasEntries()) {
      json.addProperty("entries", report.getEntries());
    }
    if (report.hasMessage()) {
      json.addProperty("message", report.getMessage());
    }
    return json;
  }

  /** A retained output that waits to be fetched. */
  static JsonObject retainedOutput(KeptOutputReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("job_id", report.getJobId());
    json.addProperty("table", report.getTable());
    json.addProperty("region", report.getRegion());
    json.addProperty("family", report.getFamily());
    json.addProperty("region_server", report.getRegionServer());
    json.addProperty("chunks", report.getChunks());
    json.addProperty("chunks_served", report.getChunksServed());
    json.addProperty("bytes", report.getBytes());
    if (report.hasOutputBytes()) {
      json.addProperty("output_bytes", report.getOutputBytes());
    }
    json.addProperty("age_ms", report.getAgeMs());
    return json;
  }

  private static long runningBuildJobs(ServerReport report) {
    return report.getBuildJobList().stream()
        .filter(job -> job.getState() == AskBuildJobResponse.State.RUNNING)
        .count();
  }

  /** Jobs of a report in a state. */
  static long jobs(ServerReport report, JobState state) {
    return report.getJobList().stream().filter(job -> job.getState() == state).count();
  }
}
