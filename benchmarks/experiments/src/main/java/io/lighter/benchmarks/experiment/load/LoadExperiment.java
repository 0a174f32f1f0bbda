// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentCluster;
import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Interim;
import io.lighter.benchmarks.experiment.Machine;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Loads a table of each engine on one local cluster. Each repeat shuffles the order of engines.
 * Used once, by one thread.
 */
public final class LoadExperiment {
  /** Operations in reports. */
  public static final List<String> OPERATIONS = List.of("scan", "get", "insert");

  /** HBase compacts a selection above so many times the flush size with its other pool. */
  private static final int LARGE_IN_FLUSHES = 20;

  /** Short, so that space at the peak is that of compactions, and not of files of minutes ago. */
  private static final String DISCHARGER_MS = "5000";

  /** Short, because archived files and logs would fill the disks. */
  private static final String CLEANER_MS = "10000";

  private final ExperimentSettings settings;
  private final LoadSet loads;
  private final Progress progress;
  private final Clock clock;

  /** Description from before a cluster limits this JVM to some CPUs. */
  private final Map<String, Object> machine = Machine.describe();

  private final List<MeasuredRun> runs = new ArrayList<>();

  /** Number of loads that have ended. */
  private int loaded;

  /**
   * Creates an experiment without running it.
   *
   * @param settings profile, repeats, seed, size of the cache, and whether to rehearse; strategies
   *     do not matter
   */
  public LoadExperiment(
      ExperimentSettings settings, LoadSet loads, Progress progress, Clock clock) {
    this.settings = settings;
    this.loads = loads;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Runs all loads.
   *
   * @throws IOException if the cluster fails; operations that fail make a run invalid
   */
  public LoadResult run(Interim<LoadResult> interim) throws IOException {
    Instant start = clock.instant();
    progress.step("Starting a cluster");
    try (LocalCluster cluster = LocalCluster.start(cluster().build())) {
      try {
        EngineLoad load = new EngineLoad(cluster, loads, settings.seed(), progress, clock);
        for (PlannedLoad planned : planned()) {
          progress.step(title(planned));
          List<MeasuredRun> measured = load.run(planned);
          String failed = planned.isRehearsal() ? "rehearsal" : "does not count";
          measured.stream()
              .flatMap(run -> run.failures().stream())
              .forEach(failure -> progress.detail(failed + ": " + failure));
          if (!planned.isRehearsal()) {
            loaded++;
            runs.addAll(measured);
            interim.keep(result(cluster, start));
          }
        }
        measureCommits(cluster, interim, start);
        if (runs.stream().anyMatch(run -> !run.isValid())) {
          cluster.keepFiles();
        }
        progress.finish();
        return result(cluster, start);
      } catch (IOException | RuntimeException e) {
        cluster.keepFiles();
        throw e;
      }
    }
  }

  /** Commits are the last, because the code of a region server that was killed is not compiled. */
  private void measureCommits(LocalCluster cluster, Interim<LoadResult> interim, Instant start)
      throws IOException {
    if (loads.commits().isEmpty()) {
      return;
    }
    Row row = loads.commits().get();
    AsyncCommits commits = new AsyncCommits(cluster, clock);
    for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
      progress.step("%s, %s".formatted(row.name(), row.title()));
      runs.add(commits.run(row, repeat));
      interim.keep(result(cluster, start));
    }
  }

  private int allLoads() {
    return settings.repeat() * loads.loads().size();
  }

  /** All loads in their order, with rehearsals. */
  List<PlannedLoad> planned() {
    return loads.planned(settings.repeat(), settings.seed(), settings.rehearse());
  }

  private String title(PlannedLoad planned) {
    Row row = planned.row();
    if (planned.isRehearsal()) {
      return "Warming up the JVMs: " + row.engine();
    }
    String engine = "%s, %s".formatted(row.name(), row.title());
    return "%d of %d: %s"
        .formatted(
            loaded + 1,
            allLoads(),
            loads.plans().size() > 1 ? engine + ", keys " + row.plan().keys().label() : engine);
  }

  private LoadResult result(LocalCluster cluster, Instant start) {
    return new LoadResult(
        new ExperimentResult(
            settings,
            OPERATIONS,
            loads.description(),
            machine,
            cluster.isolation().report().lines(),
            List.of(),
            List.of(),
            allLoads() - loaded,
            start,
            Duration.between(start, clock.instant())),
        loads.rows(),
        runs);
  }

  /** HBase's settings of compactions are its defaults, unlike in the experiments of warm-ups. */
  private LocalClusterSettings.Builder cluster() {
    LoadPlan plan = loads.plans().get(0);
    LocalClusterSettings.Builder cluster =
        ExperimentCluster.settings(
            settings.profile(), plan.bytes(), settings.cacheFactors().get(0), progress::detail);
    if (plan.isTiered()) {
      TierCluster.add(cluster, plan);
    }
    return cluster
        .site("hbase.hstore.compaction.min", "3")
        .site("hbase.hstore.blockingStoreFiles", "16")
        .site(
            "hbase.regionserver.thread.compaction.throttle",
            Long.toString(LARGE_IN_FLUSHES * plan.flushBytes()))
        .site("hbase.hfile.compaction.discharger.interval", DISCHARGER_MS)
        .site("hbase.master.cleaner.interval", CLEANER_MS)
        .site("hbase.master.hfilecleaner.ttl", CLEANER_MS)
        .site("hbase.master.logcleaner.ttl", CLEANER_MS)
        .site(Role.COMPACTION_SERVER, LighterOption.SERVER_CACHE_SIZE.key(), "256MB");
  }
}
