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

  /** Size of the block cache relative to the data, the same for all engines. */
  public static final double CACHE_FACTOR = 0.2;

  /** HBase compacts a selection above so many times the flush size with its other pool. */
  private static final int LARGE_IN_FLUSHES = 20;

  /** Short, so that space at the peak is that of compactions, and not of files of minutes ago. */
  private static final String DISCHARGER_MS = "5000";

  /** Short, because archived files and logs would fill the disks. */
  private static final String CLEANER_MS = "10000";

  private final ExperimentSettings settings;
  private final List<Engine> engines;
  private final LoadPlan plan;
  private final Progress progress;
  private final Clock clock;

  /** Description from before a cluster limits this JVM to some CPUs. */
  private final Map<String, Object> machine = Machine.describe();

  private final List<LoadRun> runs = new ArrayList<>();

  /**
   * Creates an experiment without running it.
   *
   * @param settings profile, repeats, seed, and whether to rehearse; strategies do not matter
   * @param engines compared engines, at least one, each once
   */
  public LoadExperiment(
      ExperimentSettings settings,
      List<Engine> engines,
      LoadPlan plan,
      Progress progress,
      Clock clock) {
    this.settings = settings;
    this.engines = List.copyOf(engines);
    this.plan = plan;
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
        EngineLoad load =
            new EngineLoad(cluster, new LoadRows(plan.keys(), settings.seed()), progress, clock);
        for (PlannedLoad planned : planned()) {
          progress.step(title(planned));
          LoadRun run = load.run(planned);
          if (planned.isRehearsal()) {
            run.failures().forEach(failure -> progress.detail("rehearsal: " + failure));
          } else {
            run.failures().forEach(failure -> progress.detail("does not count: " + failure));
            runs.add(run);
            interim.keep(result(cluster, start));
          }
        }
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

  private int loads() {
    return settings.repeat() * engines.size();
  }

  /** All loads in their order, rehearsals first. */
  List<PlannedLoad> planned() {
    List<PlannedLoad> planned = new ArrayList<>();
    if (settings.rehearse()) {
      planned.addAll(PlannedLoad.rehearsals(engines, plan));
    }
    planned.addAll(PlannedLoad.repeats(engines, plan, settings.repeat(), settings.seed()));
    return planned;
  }

  private String title(PlannedLoad planned) {
    Engine engine = planned.engine();
    return planned.isRehearsal()
        ? "Warming up the JVMs: " + engine
        : "%d of %d: %s, %s".formatted(runs.size() + 1, loads(), engine, engine.title());
  }

  private LoadResult result(LocalCluster cluster, Instant start) {
    return new LoadResult(
        new ExperimentResult(
            settings,
            OPERATIONS,
            plan.description(),
            machine,
            cluster.isolation().report().lines(),
            List.of(),
            List.of(),
            loads() - runs.size(),
            start,
            Duration.between(start, clock.instant())),
        plan,
        engines,
        runs);
  }

  /** HBase's settings of compactions are its defaults, unlike in the experiments of warm-ups. */
  private LocalClusterSettings.Builder cluster() {
    return ExperimentCluster.settings(
            settings.profile(), plan.bytes(), CACHE_FACTOR, progress::detail)
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
