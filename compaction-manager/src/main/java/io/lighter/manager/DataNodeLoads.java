package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos.DataNodeLoad;
import io.lighter.common.protocol.LighterProtos.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/** How many jobs read mostly from which DataNode, by the last reports. Thread-safe. */
final class DataNodeLoads {
  /** Jobs of a server that has been silent for longer have ended, as far as one can tell. */
  private static final Duration MAX_AGE = Duration.ofSeconds(15);

  private final ServerReports reports;

  DataNodeLoads(ServerReports reports) {
    this.reports = reports;
  }

  /** Running jobs of all servers but one; DataNodes without any are left out. */
  List<DataNodeLoad> elsewhere(ServerName server) {
    Map<String, Integer> jobs = new TreeMap<>();
    reports
        .all()
        .forEach(
            (other, received) -> {
              if (!other.equals(server) && reports.age(received).compareTo(MAX_AGE) <= 0) {
                received.report().getJobList().stream()
                    .filter(job -> job.getState() == JobState.COMPACTING)
                    .filter(job -> job.getDatanodeCount() > 0)
                    .forEach(job -> jobs.merge(job.getDatanode(0), 1, Integer::sum));
              }
            });
    return jobs.entrySet().stream()
        .map(
            each ->
                DataNodeLoad.newBuilder()
                    .setDatanode(each.getKey())
                    .setJobs(each.getValue())
                    .build())
        .toList();
  }
}
