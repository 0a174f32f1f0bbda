// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentCluster;
import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Interim;
import io.lighter.benchmarks.experiment.Machine;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TimeLeft;
import io.lighter.benchmarks.experiment.Trial;
import io.lighter.benchmarks.experiment.TrialResult;
import io.lighter.benchmarks.experiment.TrialSettings;
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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares strategies under TPC-C: one cluster, one database, and a clone for each strategy and
 * compacted table, in an order that each repeat shuffles. Used once, by one thread.
 */
public final class TpccExperiment {
  private static final Logger LOG = LoggerFactory.getLogger(TpccExperiment.class);

  /**
   * Heap relative to the cache. With three caches and G1's regions of 1 MB, which are smaller than
   * HBase's memstore chunks, transactions took half as much CPU again while blocks were replaced.
   * With larger heaps and regions, as in production, they took an eighth more.
   */
  private static final int HEAP_IN_CACHES = 8;

  private static final List<Strategy> REHEARSED = List.of(Strategy.SS, Strategy.TIW);
  private static final String NO_TIME = "not begun: the time of a quick run was up";

  private final TpccPlan plan;
  private final Progress progress;
  private final Clock clock;

  /** Description from before this JVM is limited to some CPUs. */
  private final Map<String, Object> machine = Machine.describe();

  private final Map<CompactedTable, List<TrialResult>> trials = new EnumMap<>(CompactedTable.class);
  private final List<TpccResult.Missing> missing = new ArrayList<>();
  private final TimeLeft timeLeft;
  private Duration longest;
  private int turn;

  /** Creates an experiment without running it. */
  public TpccExperiment(TpccPlan plan, Progress progress, Clock clock) {
    this.plan = plan;
    this.progress = progress;
    this.clock = clock;
    this.longest = plan.trial().expected();
    this.timeLeft = new TimeLeft(plan.trials(), longest);
    for (CompactedTable set : CompactedTable.values()) {
      trials.put(set, new ArrayList<>());
    }
  }

  private record Turn(CompactedTable set, Strategy strategy, int repeat) {}

  /**
   * Runs all trials. A failed trial is recorded, and the next one follows.
   *
   * @throws IOException if the cluster does not start, or the database cannot be loaded
   */
  public TpccResult run(Interim<TpccResult> interim) throws IOException {
    Instant start = clock.instant();
    progress.step("Starting a cluster");
    try (LocalCluster cluster = startCluster()) {
      try {
        ClonedDatabase database =
            new TpccDatabase(cluster.connection(), cluster.configuration(), plan, progress)
                .prepare();
        try (Admin admin = cluster.connection().getAdmin()) {
          admin.balancerSwitch(false, true);
        }
        if (plan.settings().rehearse()) {
          rehearse(cluster, database);
        }
        for (Turn next : turns()) {
          runTrial(cluster, database, next, start);
          interim.keep(result(start, cluster.isolation().report().lines()));
        }
        progress.finish();
        return result(start, cluster.isolation().report().lines());
      } catch (IOException | RuntimeException e) {
        cluster.keepFiles();
        throw e;
      }
    }
  }

  private LocalCluster startCluster() throws IOException {
    return LocalCluster.start(
        ExperimentCluster.settings(
                plan.settings().profile(),
                plan.bytes() / TpccPlan.REGION_SERVERS,
                TpccPlan.CACHE_FACTOR,
                HEAP_IN_CACHES,
                progress::detail)
            .regionServers(TpccPlan.REGION_SERVERS)
            // One disk per region server with all blocks on each, so that each trial uses as many
            // disks.
            .hdfs(TpccPlan.REGION_SERVERS, TpccPlan.REGION_SERVERS)
            .build());
  }

  private List<Turn> turns() {
    ExperimentSettings settings = plan.settings();
    List<Turn> turns = new ArrayList<>();
    for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
      List<Turn> order = new ArrayList<>();
      for (CompactedTable set : CompactedTable.values()) {
        for (Strategy strategy : settings.strategies()) {
          order.add(new Turn(set, strategy, repeat));
        }
      }
      Collections.shuffle(order, new Random(settings.seed() + repeat));
      turns.addAll(order);
    }
    return turns;
  }

  /**
   * Runs one compaction and warm-up on both servers, so that the first strategy has no
   * disadvantage.
   */
  private void rehearse(LocalCluster cluster, ClonedDatabase database) throws IOException {
    for (Strategy strategy : REHEARSED) {
      progress.step("Warming up the JVMs, " + strategy);
      trial(cluster, database, CompactedTable.STOCK, TrialSettings.rehearsal())
          .run(strategy, 0, 0, folder(cluster, "rehearsal-" + strategy));
    }
  }

  private void runTrial(LocalCluster cluster, ClonedDatabase database, Turn next, Instant begun)
      throws IOException {
    turn++;
    Instant start = clock.instant();
    Duration expectedEnd = Duration.between(begun, start).plus(longest);
    if (plan.budget().isPresent() && expectedEnd.compareTo(plan.budget().get()) > 0) {
      miss(next, NO_TIME);
      return;
    }
    progress.step(
        "%d of %d: %s, %s, %s left"
            .formatted(turn, plan.trials(), next.set.label(), next.strategy, timeLeft.inWords()));
    try {
      String name = "%s-%s-%d".formatted(next.set.label(), next.strategy, next.repeat);
      TrialResult result =
          trial(cluster, database, next.set, plan.trial())
              .run(next.strategy, TpccPlan.CACHE_FACTOR, next.repeat, folder(cluster, name));
      trials.get(next.set).add(result);
      result.failures().forEach(failure -> progress.detail("does not count: " + failure));
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // keeps the other trials
      if (cluster.isClosed()) {
        throw e;
      }
      LOG.warn("trial failed trial={}", next, e);
      cluster.keepFiles();
      progress.detail("broke off: " + e.getMessage());
      miss(next, String.valueOf(e.getMessage()));
    }
    Duration took = Duration.between(start, clock.instant());
    longest = took.compareTo(longest) > 0 ? took : longest;
    timeLeft.done(took);
  }

  private void miss(Turn turn, String reason) {
    missing.add(new TpccResult.Missing(turn.set, turn.strategy, turn.repeat, reason));
  }

  private Trial trial(
      LocalCluster cluster, ClonedDatabase database, CompactedTable set, TrialSettings settings) {
    return new Trial(
        cluster,
        database.compacting(set.table()),
        new TpccWorkload(plan, set),
        settings,
        progress,
        clock);
  }

  private TpccResult result(Instant start, List<String> isolation) {
    ExperimentResult about =
        new ExperimentResult(
            plan.settings(),
            TpccWorkload.TRANSACTIONS,
            new TpccWorkload(plan, CompactedTable.STOCK).description(),
            machine,
            isolation,
            List.of(),
            List.of(),
            plan.trials() - turn,
            start,
            Duration.between(start, clock.instant()));
    return new TpccResult(about, plan.trial().window(), trials, missing);
  }

  private static Path folder(LocalCluster cluster, String name) throws IOException {
    return Files.createDirectories(cluster.folder().resolve("clients").resolve(name));
  }
}
