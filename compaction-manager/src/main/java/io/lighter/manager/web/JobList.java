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
 * Jobs that wait or run, and outputs that are kept for warm-ups: one list, of which a request gets
 * a page.
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
   * A job or a kept output.
   *
   * @param rank what is worked at first, see {@link #rank}
   * @param timeMs since the job was accepted, or the output was kept
   * @param inputBytes 0 for an output
   * @param json what the answer says of it; made for those of the page only
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
      boolean isKept,
      Supplier<JsonObject> json) {

    /** Unique: an output may be kept of a job that is still reported. */
    String key() {
      return id + ' ' + isKept + ' ' + server;
    }

    String text() {
      return String.join(" ", id, table, region, server, regionServer, state);
    }
  }

  private JobList() {}

  /** The page, as {@code jobs} and {@code kept_outputs}, each with its place in the order. */
  static JsonObject page(Snapshot snapshot, Paging paging) {
    Paging.Page<Entry> page = paging.of(entries(snapshot), ORDERS, Entry::key, Entry::text);
    JsonArray jobs = new JsonArray();
    JsonArray kept = new JsonArray();
    int position = paging.offset();
    for (Entry entry : page.entries()) {
      JsonObject json = entry.json().get();
      json.addProperty("server", entry.server());
      json.addProperty("position", position++);
      (entry.isKept() ? kept : jobs).add(json);
    }
    JsonObject json = new JsonObject();
    json.add("jobs", jobs);
    json.add("kept_outputs", kept);
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
        () -> ServerJson.keptOutput(output));
  }

  /** Running jobs, then those whose output waits, then those that wait themselves. */
  private static int rank(JobState state) {
    return switch (state) {
      case COMPACTING -> 0;
      case COMPLETED -> 1;
      case QUEUED -> 2;
      case DONE, FAILED, CANCELLED, JOB_STATE_UNSPECIFIED -> 3;
    };
  }
}
