package io.lighter.cli;

import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The status for programs; {@code docs/operate.md} promises the names. */
final class JsonStatus {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();

  private JsonStatus() {}

  /** One JSON object, indented, without a final line feed. */
  static String render(ClusterStatus status) {
    JsonObject json = new JsonObject();
    if (status instanceof ClusterStatus.Managed managed) {
      addManaged(json, managed.response());
    } else if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      addUnmanaged(json, unmanaged);
    }
    return GSON.toJson(json);
  }

  /** The same for all jobs. */
  static String queue(Queue queue) {
    JsonArray jobs = new JsonArray();
    for (Queue.Job job : queue.jobs()) {
      JsonObject json = new JsonObject();
      json.addProperty("server", job.server());
      job(job.report()).entrySet().forEach(each -> json.add(each.getKey(), each.getValue()));
      jobs.add(json);
    }
    JsonObject json = new JsonObject();
    json.add("jobs", jobs);
    json.add("silent_servers", strings(queue.silentServers()));
    return GSON.toJson(json);
  }

  private static void addUnmanaged(JsonObject json, ClusterStatus.Unmanaged status) {
    json.add("manager", JsonNull.INSTANCE);
    json.addProperty("problem", status.problem());
    json.add("standby", new JsonArray());
    json.add(
        "switch",
        offloadSwitch(status.offloadSwitch().getOn(), status.offloadSwitch().getOffTableList()));
    JsonArray servers = new JsonArray();
    for (ServerRegistration registration : status.servers()) {
      JsonObject server = new JsonObject();
      server.addProperty("server", registration.getServer());
      server.addProperty("version", registration.getVersion());
      server.addProperty("group", registration.getGroup());
      server.addProperty("cache_bytes", registration.getCacheBytes());
      server.addProperty("threads", registration.getThreads());
      servers.add(server);
    }
    json.add("servers", servers);
  }

  private static void addManaged(JsonObject json, StatusResponse status) {
    JsonObject manager = new JsonObject();
    manager.addProperty("server", status.getLeader());
    manager.addProperty("version", status.getVersion());
    manager.addProperty("uptime_ms", status.getUptimeMs());
    json.add("manager", manager);
    json.add("problem", JsonNull.INSTANCE);
    json.add("standby", strings(status.getStandbyList()));
    json.add("switch", offloadSwitch(status.getSwitchedOn(), status.getSwitchedOffTableList()));
    json.add("regions", status.getRegions() < 0 ? JsonNull.INSTANCE : number(status.getRegions()));
    json.add(
        "wanted_servers",
        status.getWantedServers() < 0 ? JsonNull.INSTANCE : number(status.getWantedServers()));
    JsonArray servers = new JsonArray();
    status.getServerList().forEach(server -> servers.add(server(server)));
    json.add("servers", servers);
    json.add("silent_servers", strings(status.getSilentServerList()));
    json.add("groups_without_server", strings(status.getGroupWithoutServerList()));
  }

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
    json.addProperty("threads", report.getThreads());
    json.addProperty("running", TextStatus.jobsIn(report, JobState.COMPACTING));
    json.addProperty("queued", TextStatus.jobsIn(report, JobState.QUEUED));
    json.addProperty("queue_capacity", report.getQueueCapacity());
    json.addProperty("cache_bytes", report.getCacheBytes());
    json.addProperty("reserved_bytes", report.getReservedBytes());
    json.add("cpu_load", report.getCpuLoad() < 0 ? JsonNull.INSTANCE : number(report.getCpuLoad()));
    json.addProperty("compacted_bytes", report.getCompactedBytes());
    json.addProperty("completed_jobs", report.getCompletedJobs());
    json.addProperty("failed_jobs", report.getFailedJobs());
    json.addProperty("cancelled_jobs", report.getCancelledJobs());
    json.addProperty("refused_requests", report.getRefusedRequests());
    json.addProperty("uptime_ms", report.getUptimeMs());
    json.addProperty("draining", report.getDraining());
    json.addProperty("drained", report.getDrained());
    JsonArray jobs = new JsonArray();
    report.getJobList().forEach(job -> jobs.add(job(job)));
    json.add("jobs", jobs);
    return json;
  }

  private static JsonObject job(JobReport report) {
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
    json.addProperty("percent", progress.getPercent());
    json.addProperty("cells_read", progress.getCellsRead());
    json.addProperty("cells_written", progress.getCellsWritten());
    json.addProperty("bytes_read", progress.getBytesRead());
    json.addProperty("bytes_written", progress.getBytesWritten());
    json.addProperty("reading_ms", report.getReadingMs());
    json.addProperty("writing_ms", report.getWritingMs());
    json.addProperty("waiting_for", report.getWaitingFor().name().toLowerCase(Locale.ROOT));
    json.add("datanodes", strings(report.getDatanodeList()));
    return json;
  }

  private static JsonObject offloadSwitch(boolean on, List<String> offTables) {
    JsonObject json = new JsonObject();
    json.addProperty("on", on);
    json.add("off_tables", strings(offTables));
    return json;
  }

  private static JsonArray strings(List<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }

  private static JsonElement number(Number value) {
    return GSON.toJsonTree(value);
  }
}
