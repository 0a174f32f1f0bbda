// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.isolation.IsolationReport;
import java.io.IOException;
import java.io.InterruptedIOException;
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
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares strategies on this machine: a cluster with one table for each {@link ClusterKind}, and a
 * clone of its snapshot for each trial. Each repeat shuffles the order of strategies. Used once, by
 * one thread.
 */
public final class Experiment {
  private static final Logger LOG = LoggerFactory.getLogger(Experiment.class);
  private static final List<Strategy> REHEARSED = List.of(Strategy.SS, Strategy.TIW);

  private final ExperimentSettings settings;
  private final DoubleFunction<Workload> workloads;
  private final Progress progress;
  private final Clock clock;

  /** Description from before this JVM is limited to some CPUs; a cluster adds to it. */
  private final Map<String, Object> machine = Machine.describe();

  private final List<TrialResult> trials = new ArrayList<>();
  private final List<ExperimentResult.Broken> broken = new ArrayList<>();
  private final TimeLeft timeLeft;
  private final TrialStore store;
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
    this.store = store;
    this.progress = progress;
    this.clock = clock;
    this.trials.addAll(earlier.trials());
    this.earlier = earlier;
    this.isolation = earlier.isolation().getOrDefault(settings.clusters().get(0), List.of());
    this.timeLeft = new TimeLeft(trialsLeft(), settings.trial().expected());
  }

  /**
   * Runs all trials. A failed trial is recorded, and the next one follows.
   *
   * @throws IOException if a cluster does not start, or the table cannot be loaded
   */
  public ExperimentResult run(Interim<ExperimentResult> interim) throws IOException {
    Instant start = clock.instant();
    for (ClusterKind kind : settings.clusters()) {
      if (settings.strategies(kind).stream().anyMatch(strategy -> isLeft(strategy, kind))) {
        runWith(kind, start, interim);
      }
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
        trials,
        broken,
        trialsLeft(),
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
            if (isLeft(strategy, kind, repeat)) {
              isolation = cluster.isolation().report().lines();
              requireSameIsolation(kind);
              runTrial(cluster, data, strategy, kind, repeat);
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
        .anyMatch(repeat -> isLeft(strategy, kind, repeat));
  }

  /** Whether a trial has neither a result nor broken off. */
  private boolean isLeft(Strategy strategy, ClusterKind kind, int repeat) {
    return trials.stream()
            .noneMatch(
                it ->
                    it.strategy() == strategy && it.cluster().equals(kind) && it.repeat() == repeat)
        && broken.stream()
            .noneMatch(
                it ->
                    it.strategy() == strategy
                        && it.cluster().equals(kind)
                        && it.repeat() == repeat);
  }

  private int trialsLeft() {
    int left = 0;
    for (ClusterKind kind : settings.clusters()) {
      for (Strategy strategy : settings.strategies(kind)) {
        for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
          left += isLeft(strategy, kind, repeat) ? 1 : 0;
        }
      }
    }
    return left;
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

  private void runTrial(
      LocalCluster cluster, DataSet data, Strategy strategy, ClusterKind kind, int repeat)
      throws IOException {
    int turn = settings.trials() - trialsLeft() + 1;
    progress.step(
        "%d of %d: %s, %s, %s left"
            .formatted(turn, settings.trials(), strategy, kind.inWords(), timeLeft.inWords()));
    Instant start = clock.instant();
    try {
      String name = "%s-%s-%d".formatted(strategy, kind.cacheFactor(), repeat);
      TrialResult result =
          trial(cluster, data, kind, settings.trial(kind.variant()))
              .run(strategy, kind.cacheFactor(), repeat, folder(cluster, name))
              .in(kind.variant());
      trials.add(result);
      store.write(result, isolation);
      result.failures().forEach(failure -> progress.detail("does not count: " + failure));
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // keeps the other trials
      if (cluster.isClosed()) {
        throw e;
      }
      LOG.warn("trial failed strategy={}", strategy, e);
      cluster.keepFiles();
      progress.detail("broke off: " + e.getMessage());
      broken.add(
          new ExperimentResult.Broken(strategy, kind, repeat, String.valueOf(e.getMessage())));
    }
    timeLeft.done(Duration.between(start, clock.instant()));
  }

  private Trial trial(LocalCluster cluster, DataSet data, ClusterKind kind, TrialSettings trial) {
    Workload workload = workloads.apply(kind.cacheFactor());
    return new Trial(cluster, data, workload, trial, progress, clock);
  }

  private static Path folder(LocalCluster cluster, String name) throws IOException {
    return Files.createDirectories(cluster.folder().resolve("clients").resolve(name));
  }
}
