// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.isolation.IsolationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Compares strategies on this machine: a cluster with one table for each {@link ClusterKind}, and a
 * clone of its snapshot for each trial. Each repeat shuffles the order of strategies. Used once, by
 * one thread.
 */
public final class Experiment {
  private static final List<Strategy> REHEARSED = List.of(Strategy.SS, Strategy.TIW);

  private final ExperimentSettings settings;
  private final DoubleFunction<Workload> workloads;
  private final Progress progress;
  private final Clock clock;

  /** Description from before this JVM is limited to some CPUs; a cluster adds to it. */
  private final Map<String, Object> machine = Machine.describe();

  private final EndedTrials ended;
  private final TimeLeft timeLeft;
  private final TrialStore.Contents earlier;
  private List<String> isolation;

  /**
   * Creates an experiment without running it.
   *
   * @param workloads the clients by the size of the block cache relative to the data; they have the
   *     same operations
   * @param store receives each trial
   * @param earlier stored trials, which count and are not run again
   */
  public Experiment(
      ExperimentSettings settings,
      DoubleFunction<Workload> workloads,
      TrialStore store,
      TrialStore.Contents earlier,
      Progress progress,
      Clock clock) {
    this.settings = settings;
    this.workloads = workloads;
    this.progress = progress;
    this.clock = clock;
    this.ended = new EndedTrials(settings, store, earlier.trials());
    this.earlier = earlier;
    this.isolation = earlier.isolation().getOrDefault(settings.clusters().get(0), List.of());
    this.timeLeft = new TimeLeft(ended.left(), settings.trial().expected());
  }

  /**
   * Runs all trials. A failed trial is recorded, and the next one follows.
   *
   * @throws IOException if a cluster does not start, or the table cannot be loaded
   */
  public ExperimentResult run(Interim<ExperimentResult> interim) throws IOException {
    Instant start = clock.instant();
    machine.put(Machine.BUILD, Build.checksum());
    try {
      for (ClusterKind kind : settings.clusters()) {
        if (settings.strategies(kind).stream().anyMatch(strategy -> isLeft(strategy, kind))) {
          runWith(kind, start, interim);
        }
      }
    } finally {
      ended.logNotStored();
    }
    progress.finish();
    return result(start);
  }

  private ExperimentResult result(Instant start) {
    return new ExperimentResult(
        settings,
        workloads.apply(settings.cacheFactors().get(0)).operations(),
        describeWorkloads(settings.cacheFactors(), workloads),
        machine,
        isolation,
        ended.results(),
        ended.broken(),
        ended.left(),
        start,
        Duration.between(start, clock.instant()));
  }

  /** The clients of the first size of the cache, and what is different with other sizes. */
  static Map<String, Object> describeWorkloads(
      List<Double> cacheFactors, DoubleFunction<Workload> workloads) {
    Map<String, Object> first = workloads.apply(cacheFactors.get(0)).description();
    Map<String, Object> all = new LinkedHashMap<>(first);
    for (double factor : cacheFactors) {
      workloads
          .apply(factor)
          .description()
          .forEach(
              (name, value) -> {
                if (!value.equals(first.get(name))) {
                  all.put("%s_at_cache_%s".formatted(name, factor), value);
                }
              });
    }
    return all;
  }

  private void runWith(ClusterKind kind, Instant start, Interim<ExperimentResult> interim)
      throws IOException {
    progress.step("Starting a cluster, " + kind.inWords());
    long bytes = TableLoader.bytes(settings.rows());
    try (LocalCluster cluster =
        LocalCluster.start(
            ExperimentCluster.settings(settings.profile(), bytes, kind, progress::detail)
                .build())) {
      try {
        progress.step("Loading %,d rows".formatted(settings.rows().count()));
        ClonedTable data =
            ClonedTable.load(
                cluster.connection(), settings.rows(), settings.seed(), kind.variant(), progress);
        machine.put(Machine.NATIVE_LIBRARY, NativeLibrary.isLoaded(cluster));
        if (settings.rehearse()) {
          rehearse(cluster, data, kind);
        }
        for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
          List<Strategy> order = new ArrayList<>(settings.strategies(kind));
          Collections.shuffle(order, new Random(settings.seed() + repeat));
          for (Strategy strategy : order) {
            PlannedTrial trial = new PlannedTrial(strategy, kind, repeat);
            if (ended.isLeft(trial)) {
              isolation = cluster.isolation().report().lines();
              requireSameIsolation(kind);
              runTrial(cluster, data, trial);
              interim.keep(result(start));
            }
          }
        }
      } catch (IOException | RuntimeException e) {
        cluster.keepFiles();
        throw e;
      }
    }
  }

  /** Requires that of the profile the same parts are missing as in earlier trials. */
  private void requireSameIsolation(ClusterKind kind) throws IOException {
    List<String> before = earlier.isolation().getOrDefault(kind, isolation);
    List<String> missing = IsolationReport.missing(isolation);
    if (!IsolationReport.missing(before).equals(missing)) {
      throw new IOException(
          "isolation %s: expected %s as in the earlier trials, or another --out"
              .formatted(missing, IsolationReport.missing(before)));
    }
  }

  private boolean isLeft(Strategy strategy, ClusterKind kind) {
    return IntStream.rangeClosed(1, settings.repeat())
        .anyMatch(repeat -> ended.isLeft(new PlannedTrial(strategy, kind, repeat)));
  }

  /**
   * Runs one compaction and warm-up on both servers, so that the first strategy has no
   * disadvantage.
   */
  private void rehearse(LocalCluster cluster, DataSet data, ClusterKind kind) throws IOException {
    for (Strategy strategy : REHEARSED) {
      if (kind.variant().supports(strategy)) {
        progress.step("Warming up the JVMs, " + strategy);
        trial(cluster, data, kind, TrialSettings.rehearsal())
            .run(strategy, 0, 0, folder(cluster, "rehearsal-" + strategy));
      }
    }
  }

  private void runTrial(LocalCluster cluster, DataSet data, PlannedTrial trial) throws IOException {
    int turn = settings.trials() - ended.left() + 1;
    ClusterKind kind = trial.cluster();
    progress.step(
        "%d of %d: %s, %s, %s left"
            .formatted(
                turn, settings.trials(), trial.strategy(), kind.inWords(), timeLeft.inWords()));
    Instant start = clock.instant();
    Optional<TrialResult> result =
        ended.run(trial, isolation, cluster::isClosed, () -> measure(cluster, data, trial));
    if (result.isPresent()) {
      result.get().failures().forEach(failure -> progress.detail("does not count: " + failure));
    } else {
      cluster.keepFiles();
      progress.detail("broke off, --resume repeats it: " + trial);
    }
    timeLeft.done(Duration.between(start, clock.instant()));
  }

  private TrialResult measure(LocalCluster cluster, DataSet data, PlannedTrial trial)
      throws IOException {
    ClusterKind kind = trial.cluster();
    String name = "%s-%s-%d".formatted(trial.strategy(), kind.cacheFactor(), trial.repeat());
    return trial(cluster, data, kind, settings.trial(kind.variant()))
        .run(trial.strategy(), kind.cacheFactor(), trial.repeat(), folder(cluster, name))
        .in(kind.variant());
  }

  private Trial trial(LocalCluster cluster, DataSet data, ClusterKind kind, TrialSettings trial) {
    Workload workload = workloads.apply(kind.cacheFactor());
    return new Trial(cluster, data, workload, trial, progress, clock);
  }

  private static Path folder(LocalCluster cluster, String name) throws IOException {
    return Files.createDirectories(cluster.folder().resolve("clients").resolve(name));
  }
}
