// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.KeptOutputReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.manager.monitor.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * One list of the jobs that wait or run and of the retained outputs; a request gets a page of the
 * list.
 */
final class JobList {
  static final Paging.Orders<Entry> ORDERS =
      new Paging.Orders<>(
          Map.of(
              "table", Comparator.comparing(Entry::table),
              "state", Comparator.comparing(Entry::rank),
              "progress", Comparator.comparing(Entry::percent),
              "time", Comparator.comparing(Entry::timeMs),
              "input_bytes", Comparator.comparing(Entry::inputBytes),
              "region", Comparator.comparing(Entry::region),
              "region_server", Comparator.comparing(Entry::regionServer),
              "server", Comparator.comparing(Entry::server)),
          "state",
          false);

  private static final int PERCENT = 100;

  /**
   * A job or a retained output.
   *
   * @param rank position by state, see {@link #rank}
   * @param timeMs time since the job was accepted or the output retained
   * @param inputBytes 0 for an output
   * @param json makes the entry of the answer; called for entries of the page only
   */
  private record Entry(
      String id,
      String state,
      int rank,
      String table,
      String region,
      String regionServer,
      String server,
      int percent,
      long timeMs,
      long inputBytes,
      boolean isRetained,
      Supplier<JsonObject> json) {

    /** A unique key; a job that is still reported may have a retained output with the same id. */
    String key() {
      return id + ' ' + isRetained + ' ' + server;
    }

    String text() {
      return String.join(" ", id, table, region, server, regionServer, state);
    }
  }

  private JobList() {}

  /** The page as {@code jobs} and {@code retained_outputs}, each entry with its position. */
  static JsonObject page(Snapshot snapshot, Paging paging) {
    Paging.Page<Entry> page = paging.of(entries(snapshot), ORDERS, Entry::key, Entry::text);
    JsonArray jobs = new JsonArray();
    JsonArray retained = new JsonArray();
    int position = paging.offset();
    for (Entry entry : page.entries()) {
      JsonObject json = entry.json().get();
      json.addProperty("server", entry.server());
      json.addProperty("position", position++);
      (entry.isRetained() ? retained : jobs).add(json);
    }
    JsonObject json = new JsonObject();
    json.add("jobs", jobs);
    json.add("retained_outputs", retained);
    paging.addTo(json, page.total());
    return json;
  }

  private static List<Entry> entries(Snapshot snapshot) {
    List<Entry> entries = new ArrayList<>();
    for (ServerStatus status : snapshot.status().getServerList()) {
      ServerReport report = status.getReport();
      report.getJobList().forEach(job -> entries.add(entry(report.getServer(), job)));
      report.getKeptOutputList().forEach(output -> entries.add(entry(report.getServer(), output)));
    }
    return entries;
  }

  private static Entry entry(String server, JobReport job) {
    return new Entry(
        job.getJobId(),
        job.getState().name().toLowerCase(Locale.ROOT),
        rank(job.getState()),
        job.getTable(),
        job.getRegion(),
        job.getRegionServer(),
        server,
        job.getProgress().getPercent(),
        Math.max(job.getAgeMs(), job.getRunningMs()),
        job.getInputBytes(),
        false,
        () -> ServerJson.job(job));
  }

  private static Entry entry(String server, KeptOutputReport output) {
    int percent =
        output.getChunks() == 0
            ? PERCENT
            : (int)
                Math.min(PERCENT, (long) PERCENT * output.getChunksServed() / output.getChunks());
    return new Entry(
        output.getJobId(),
        "streaming",
        rank(JobState.COMPLETED),
        output.getTable(),
        output.getRegion(),
        output.getRegionServer(),
        server,
        percent,
        output.getAgeMs(),
        0,
        true,
        () -> ServerJson.retainedOutput(output));
  }

  /** Running jobs first, then completed jobs whose output waits, then queued jobs. */
  private static int rank(JobState state) {
    return switch (state) {
      case COMPACTING -> 0;
      case COMPLETED -> 1;
      case QUEUED -> 2;
      case DONE, FAILED, CANCELLED, JOB_STATE_UNSPECIFIED -> 3;
    };
  }
}
