// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Runs stock HBase over a longer time (the paper's Figure 3). Store files accumulate; either
 * compactions are off, or HBase compacts with the paper's ratio and once all files. Confined to one
 * thread.
 */
public final class LongRun {
  /** Time of the major compaction, as a fraction of the run. */
  private static final double MAJOR_AT = 0.6;

  private static final Duration CLIENT_START = Duration.ofMinutes(2);
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);

  private final LocalCluster cluster;
  private final ClonedTable data;
  private final Workload workload;
  private final Plan plan;
  private final Progress progress;
  private final Clock clock;

  public LongRun(
      LocalCluster cluster,
      ClonedTable data,
      Workload workload,
      Plan plan,
      Progress progress,
      Clock clock) {
    this.cluster = cluster;
    this.data = data;
    this.workload = workload;
    this.plan = plan;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Durations of a run.
   *
   * @param settle time from the first operations to the measurement
   * @param flushEvery time between new store files
   */
  public record Plan(Duration settle, Duration time, Duration flushEvery) {
    public static Plan of(boolean quick) {
      return quick
          ? new Plan(Duration.ofSeconds(10), Duration.ofSeconds(120), Duration.ofSeconds(6))
          : new Plan(Duration.ofSeconds(20), Duration.ofMinutes(10), Duration.ofSeconds(20));
    }
  }

  /** Compaction mode. */
  public enum Mode {
    /** No compactions. */
    OFF("No compactions"),
    /** HBase's own compactions, and one major compaction. */
    REGULAR("Regular compactions");

    private final String title;

    Mode(String title) {
      this.title = title;
    }

    /** Title in reports. */
    public String title() {
      return title;
    }

    private TableDescriptor configure(TableDescriptor table) {
      TableDescriptorBuilder builder =
          TableDescriptorBuilder.newBuilder(Strategy.SS.configure(table));
      if (this == REGULAR) {
        builder.setValue("hbase.hstore.compaction.min", "4");
        builder.setValue("hbase.hstore.compaction.ratio", "3.0");
      }
      return builder.build();
    }
  }

  /**
   * The measurements of a run.
   *
   * @param repeat number from 1
   * @param start time when clients had settled
   * @param failures reasons why the run is invalid; empty if valid
   */
  public record Result(
      Mode mode,
      int repeat,
      Instant start,
      Instant end,
      LatencyLog latencies,
      SampleSeries samples,
      List<CompactionSpan> compactions,
      List<String> failures) {
    /** Copies the collections. */
    public Result {
      compactions = List.copyOf(compactions);
      failures = List.copyOf(failures);
    }
  }

  public Result run(Mode mode, int repeat) throws IOException {
    try (ServerSampler sampler = ServerSampler.start(cluster, clock);
        Admin admin = cluster.connection().getAdmin()) {
      progress.detail("table and cache");
      TableName table = data.prepare(mode::configure);
      String region = admin.getRegions(table).get(0).getEncodedName();
      Path folder =
          Files.createDirectories(
              cluster.folder().resolve("clients").resolve(mode.name() + "-" + repeat));
      try (Workload.Clients clients = workload.start(cluster, table, folder)) {
        Await.until("the first operations of all clients", CLIENT_START, clients::areWorking);
        progress.detail("clients settle");
        pass(plan.settle(), clients);
        LogWatch log = new LogWatch(cluster.logFile(REGION_SERVER));
        Instant start = clock.instant();
        follow(mode, admin, table, start, clients);
        Instant end = clock.instant();
        LatencyLog latencies = clients.stop();
        List<CompactionSpan> compactions =
            CompactionSpan.of(log.lines(), region, ZoneId.systemDefault());
        return new Result(
            mode,
            repeat,
            start,
            end,
            latencies,
            sampler.series(),
            compactions,
            failures(mode, latencies, compactions));
      } finally {
        data.discard();
      }
    }
  }

  private void follow(
      Mode mode, Admin admin, TableName table, Instant start, Workload.Clients clients)
      throws IOException {
    Instant major = start.plusMillis(Math.round(MAJOR_AT * plan.time().toMillis()));
    boolean majorIsDone = mode == Mode.OFF;
    Instant end = start.plus(plan.time());
    progress.detail("flush every %d s".formatted(plan.flushEvery().toSeconds()));
    while (clock.instant().isBefore(end)) {
      pass(plan.flushEvery(), clients);
      admin.flush(table);
      if (!majorIsDone && clock.instant().isAfter(major)) {
        admin.majorCompact(table);
        majorIsDone = true;
      }
    }
  }

  private static void pass(Duration time, Workload.Clients clients) throws IOException {
    long start = System.nanoTime();
    Await.until(
        "the end of a pause",
        time.multipliedBy(2).plusSeconds(1),
        () -> {
          clients.requireRunning();
          return System.nanoTime() - start >= time.toNanos();
        });
  }

  private List<String> failures(Mode mode, LatencyLog latencies, List<CompactionSpan> compactions) {
    List<String> failures = new ArrayList<>();
    if (latencies.failedOperations() > 0) {
      failures.add("operations failed: " + latencies.failures());
    }
    if (compactions.isEmpty() != (mode == Mode.OFF)) {
      failures.add(compactions.size() + " compactions");
    }
    for (String operation : workload.operations()) {
      if (latencies.count(operation) == 0) {
        failures.add("no " + operation + " was measured");
      }
    }
    return failures;
  }
}
