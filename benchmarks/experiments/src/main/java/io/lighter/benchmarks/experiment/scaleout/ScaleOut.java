// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LogWatch;
import io.lighter.benchmarks.experiment.Workload;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Runs reading and updating clients, requests compactions at a fixed rate, and adds compaction
 * servers one by one without restarts. Used once, by one thread.
 */
public final class ScaleOut {
  private static final Duration CLIENT_START = Duration.ofMinutes(2);
  private static final String LOCAL = "compaction local (";

  private final LocalCluster cluster;
  private final Workload workload;
  private final ScaleOutPlan plan;
  private final Progress progress;
  private final Clock clock;

  /** Watches by process, from before the first request. */
  private final Map<ProcessName, LogWatch> regionServerLogs = new LinkedHashMap<>();

  /** As {@link #regionServerLogs}. */
  private final Map<ProcessName, LogWatch> serverLogs = new LinkedHashMap<>();

  /** Creates a run on a cluster with the plan's initial compaction servers. */
  public ScaleOut(
      LocalCluster cluster, Workload workload, ScaleOutPlan plan, Progress progress, Clock clock) {
    this.cluster = cluster;
    this.workload = workload;
    this.plan = plan;
    this.progress = progress;
    this.clock = clock;
  }

  /** Runs all parts. */
  public ScaleOutRun run(TableName table, int repeat) throws IOException {
    Map<ProcessName, Long> pids = new LinkedHashMap<>();
    for (ProcessName name : cluster.processNames()) {
      pids.put(name, cluster.pid(name));
      watch(name);
    }
    Path folder = Files.createDirectories(cluster.folder().resolve("clients").resolve("load"));
    try (Admin admin = cluster.connection().getAdmin();
        Workload.Clients clients = workload.start(cluster, table, folder)) {
      Await.until("the first operations of all clients", CLIENT_START, clients::areWorking);
      progress.detail("clients settle");
      CompactionDemand<RegionInfo> nothing = demand(admin, List.of());
      follow(nothing, clients, plan.settle());
      Instant start = clock.instant();
      CompactionDemand<RegionInfo> demand = demand(admin, admin.getRegions(table));
      List<ScaleOutRun.Part> parts = new ArrayList<>();
      for (int servers : plan.servers()) {
        grow(servers, demand, clients);
        Instant from = clock.instant();
        progress.detail("compaction servers: " + servers);
        follow(demand, clients, plan.part());
        parts.add(new ScaleOutRun.Part(servers, from, from.plus(plan.leftOut()), clock.instant()));
      }
      LatencyLog latencies = clients.stop();
      int regionServers = regionServerLogs.size();
      ScaleOutRun run =
          new ScaleOutRun(regionServers, repeat, start, parts, latencies, jobs(), List.of());
      return new ScaleOutRun(
          regionServers, repeat, start, parts, latencies, run.jobs(), failures(run, table, pids));
    }
  }

  private CompactionDemand<RegionInfo> demand(Admin admin, List<RegionInfo> regions) {
    return new CompactionDemand<>(
        regions,
        plan.period(),
        new CompactionDemand.Compactor<RegionInfo>() {
          @Override
          public boolean isBusy(RegionInfo region) throws IOException {
            return admin.getCompactionStateForRegion(region.getRegionName())
                != CompactionState.NONE;
          }

          @Override
          public void compact(RegionInfo region) throws IOException {
            admin.flushRegion(region.getRegionName());
            admin.majorCompactRegion(region.getRegionName());
          }
        },
        System::nanoTime);
  }

  /** Adds servers while requests for compactions continue. */
  private void grow(int servers, CompactionDemand<RegionInfo> demand, Workload.Clients clients)
      throws IOException {
    while (serverLogs.size() < servers) {
      progress.detail("one more compaction server");
      watch(ProcessName.compactionServer(serverLogs.size() + 1));
      ExecutorService starter = Executors.newSingleThreadExecutor();
      try {
        Future<ProcessName> joining = starter.submit(cluster::addCompactionServer);
        follow(demand, clients, ScaleOutPlan.SERVER_START.plusMinutes(1), joining::isDone);
        joining.get();
      } catch (ExecutionException e) {
        throw new IOException(e.getCause().getMessage(), e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while a compaction server started", e);
      } finally {
        starter.shutdownNow();
      }
    }
  }

  private static void follow(
      CompactionDemand<RegionInfo> demand, Workload.Clients clients, Duration time)
      throws IOException {
    long start = System.nanoTime();
    follow(
        demand,
        clients,
        time.multipliedBy(2).plusSeconds(10),
        () -> System.nanoTime() - start >= time.toNanos());
  }

  private static void follow(
      CompactionDemand<RegionInfo> demand,
      Workload.Clients clients,
      Duration limit,
      BooleanSupplier until)
      throws IOException {
    Await.until(
        "the end of a part",
        limit,
        () -> {
          clients.requireRunning();
          demand.ask();
          return until.getAsBoolean();
        });
  }

  private void watch(ProcessName name) throws IOException {
    if (name.role() == Role.REGION_SERVER) {
      regionServerLogs.put(name, new LogWatch(cluster.logFile(name)));
    } else if (name.role() == Role.COMPACTION_SERVER) {
      serverLogs.put(name, new LogWatch(cluster.logFile(name)));
    }
  }

  private List<OffloadedJob> jobs() throws IOException {
    List<OffloadedJob> jobs = new ArrayList<>();
    for (Map.Entry<ProcessName, LogWatch> log : serverLogs.entrySet()) {
      jobs.addAll(
          JobLog.jobs(log.getKey().toString(), log.getValue().lines(), ZoneId.systemDefault()));
    }
    return jobs;
  }

  private List<String> failures(ScaleOutRun run, TableName table, Map<ProcessName, Long> pids)
      throws IOException {
    List<String> failures = new ArrayList<>();
    if (run.latencies().failedOperations() > 0) {
      failures.add("operations failed: " + run.latencies().failures());
    }
    for (String operation : workload.operations()) {
      if (run.latencies().count(operation) == 0) {
        failures.add("no " + operation + " was measured");
      }
    }
    for (ScaleOutRun.Part part : run.parts()) {
      if (run.figures(part).completed() == 0) {
        failures.add("no compaction with %d compaction servers".formatted(part.servers()));
      }
    }
    for (Map.Entry<ProcessName, LogWatch> log : regionServerLogs.entrySet()) {
      long local =
          log.getValue().lines().stream()
              .filter(line -> line.contains(LOCAL) && line.contains("table=" + table))
              .count();
      if (local > 0) {
        failures.add("%s compacted %d times itself".formatted(log.getKey(), local));
      }
    }
    pids.forEach(
        (name, pid) -> {
          if (cluster.pid(name) != pid || !cluster.isAlive(name)) {
            failures.add(name + " ended");
          }
        });
    return failures;
  }
}
