// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares strategies on this machine: a cluster with one table for each size of the block cache,
 * and a clone of its snapshot for each trial. Each repeat shuffles the order of strategies. Used
 * once, by one thread.
 */
public final class Experiment {
  private static final Logger LOG = LoggerFactory.getLogger(Experiment.class);
  private static final List<Strategy> REHEARSED = List.of(Strategy.SS, Strategy.TIW);

  private final ExperimentSettings settings;
  private final Workload workload;
  private final Progress progress;
  private final Clock clock;

  /** Description from before this JVM is limited to some CPUs. */
  private final Map<String, Object> machine = Machine.describe();

  private final List<TrialResult> trials = new ArrayList<>();
  private final List<ExperimentResult.Broken> broken = new ArrayList<>();
  private final TimeLeft timeLeft;
  private final TrialStore store;
  private List<String> isolation;

  /**
   * Creates an experiment without running it.
   *
   * @param store receives each trial
   * @param earlier stored trials, which count and are not run again
   */
  public Experiment(
      ExperimentSettings settings,
      Workload workload,
      TrialStore store,
      TrialStore.Contents earlier,
      Progress progress,
      Clock clock) {
    this.settings = settings;
    this.workload = workload;
    this.store = store;
    this.progress = progress;
    this.clock = clock;
    this.trials.addAll(earlier.trials());
    this.isolation = earlier.isolation();
    this.timeLeft = new TimeLeft(trialsLeft(), settings.trial().expected());
  }

  /**
   * Runs all trials. A failed trial is recorded, and the next one follows.
   *
   * @throws IOException if a cluster does not start, or the table cannot be loaded
   */
  public ExperimentResult run(Interim<ExperimentResult> interim) throws IOException {
    Instant start = clock.instant();
    for (double cacheFactor : settings.cacheFactors()) {
      if (settings.strategies(cacheFactor).stream().anyMatch(it -> isLeft(it, cacheFactor))) {
        runWith(cacheFactor, start, interim);
      }
    }
    progress.finish();
    return result(start);
  }

  private ExperimentResult result(Instant start) {
    return new ExperimentResult(
        settings,
        workload.operations(),
        workload.description(),
        machine,
        isolation,
        trials,
        broken,
        trialsLeft(),
        start,
        Duration.between(start, clock.instant()));
  }

  private void runWith(double cacheFactor, Instant start, Interim<ExperimentResult> interim)
      throws IOException {
    progress.step("Starting a cluster, cache %.1f x data".formatted(cacheFactor));
    long bytes = TableLoader.bytes(settings.rows());
    try (LocalCluster cluster =
        LocalCluster.start(
            ExperimentCluster.settings(settings.profile(), bytes, cacheFactor, progress::detail)
                .build())) {
      try {
        progress.step("Loading %,d rows".formatted(settings.rows().count()));
        ClonedTable data =
            ClonedTable.load(cluster.connection(), settings.rows(), settings.seed(), progress);
        if (settings.rehearse()) {
          rehearse(cluster, data);
        }
        for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
          List<Strategy> order = new ArrayList<>(settings.strategies(cacheFactor));
          Collections.shuffle(order, new Random(settings.seed() + repeat));
          for (Strategy strategy : order) {
            if (isLeft(strategy, cacheFactor, repeat)) {
              isolation = cluster.isolation().report().lines();
              runTrial(cluster, data, strategy, cacheFactor, repeat);
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

  private boolean isLeft(Strategy strategy, double cacheFactor) {
    return IntStream.rangeClosed(1, settings.repeat())
        .anyMatch(repeat -> isLeft(strategy, cacheFactor, repeat));
  }

  /** Whether a trial has neither a result nor broken off. */
  private boolean isLeft(Strategy strategy, double cacheFactor, int repeat) {
    return trials.stream()
            .noneMatch(
                it ->
                    it.strategy() == strategy
                        && it.cacheFactor() == cacheFactor
                        && it.repeat() == repeat)
        && broken.stream()
            .noneMatch(
                it ->
                    it.strategy() == strategy
                        && it.cacheFactor() == cacheFactor
                        && it.repeat() == repeat);
  }

  private int trialsLeft() {
    int left = 0;
    for (double cacheFactor : settings.cacheFactors()) {
      for (Strategy strategy : settings.strategies(cacheFactor)) {
        for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
          left += isLeft(strategy, cacheFactor, repeat) ? 1 : 0;
        }
      }
    }
    return left;
  }

  /**
   * Runs one compaction and warm-up on both servers, so that the first strategy has no
   * disadvantage.
   */
  private void rehearse(LocalCluster cluster, DataSet data) throws IOException {
    for (Strategy strategy : REHEARSED) {
      progress.step("Warming up the JVMs, " + strategy);
      trial(cluster, data, TrialSettings.rehearsal())
          .run(strategy, 0, 0, folder(cluster, "rehearsal-" + strategy));
    }
  }

  private void runTrial(
      LocalCluster cluster, DataSet data, Strategy strategy, double cacheFactor, int repeat)
      throws IOException {
    int turn = settings.trials() - trialsLeft() + 1;
    progress.step(
        "%d of %d: %s, cache %.1f, %s left"
            .formatted(turn, settings.trials(), strategy, cacheFactor, timeLeft.inWords()));
    Instant start = clock.instant();
    try {
      String name = "%s-%s-%d".formatted(strategy, cacheFactor, repeat);
      TrialResult result =
          trial(cluster, data, settings.trial())
              .run(strategy, cacheFactor, repeat, folder(cluster, name));
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
          new ExperimentResult.Broken(
              strategy, cacheFactor, repeat, String.valueOf(e.getMessage())));
    }
    timeLeft.done(Duration.between(start, clock.instant()));
  }

  private Trial trial(LocalCluster cluster, DataSet data, TrialSettings trial) {
    return new Trial(cluster, data, workload, trial, progress, clock);
  }

  private static Path folder(LocalCluster cluster, String name) throws IOException {
    return Files.createDirectories(cluster.folder().resolve("clients").resolve(name));
  }
}
