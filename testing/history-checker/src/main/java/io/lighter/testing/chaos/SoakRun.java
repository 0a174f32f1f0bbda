// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.check.BackgroundCheck;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;

/**
 * Runs compactions and warm-ups for hours under one history checker, and kills one of Lighter's
 * processes now and then, while a {@link ResourceSampler} samples all processes. Used once, by one
 * thread.
 */
final class SoakRun {
  private static final TableName TABLE = TableName.valueOf("soak");

  /** Tables, with the maximum number of files per region after a major compaction. */
  private static final Map<TableName, Integer> TABLES =
      Map.of(TABLE, 2, BackgroundCheck.linksOf(TABLE), 1);

  private static final int ROWS = 4_000;

  /** Mean pause between additions of permanent rows: some ten thousand in an hour. */
  private static final Duration LINKING = Duration.ofSeconds(1);

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LIMIT = Duration.ofDays(7);
  private static final Duration BETWEEN_KILLS = Duration.ofMinutes(10);
  private static final Duration BETWEEN_NEWS = Duration.ofMinutes(5);

  private final LocalCluster cluster;
  private final long seed;
  private final Consumer<String> listener;
  private final List<FaultOutcome> kills = new ArrayList<>();
  private final List<String> ended = new ArrayList<>();

  /**
   * Creates a run.
   *
   * @param cluster a cluster with {@link ChaosRun#clusterSettings} or similar settings
   * @param listener receives progress messages
   */
  SoakRun(LocalCluster cluster, long seed, Consumer<String> listener) {
    this.cluster = cluster;
    this.seed = seed;
    this.listener = listener;
  }

  /**
   * Runs while there is time.
   *
   * @throws IOException if the cluster did not recover
   */
  SoakReport run(BooleanSupplier hasTime) throws IOException, InterruptedException {
    long start = System.nanoTime();
    BackgroundCheck check =
        BackgroundCheck.of(cluster, TABLE)
            .seed(seed)
            .rows(ROWS)
            .linkingEvery(LINKING)
            .limit(LIMIT)
            .start();
    long rounds;
    ResourceSampler sampler = ResourceSampler.start(cluster);
    try (sampler;
        ChaosTables tables = new ChaosTables(cluster.configuration(), TABLES)) {
      Await.until("the tables", TIMEOUT, tables::isThere);
      rounds = rounds(check, tables, hasTime);
    } catch (IOException e) {
      throw check.withViolations(e);
    } finally {
      check.stop();
    }
    return new SoakReport(
        seed,
        Duration.ofNanos(System.nanoTime() - start),
        rounds,
        kills,
        ended,
        check.verdict(),
        cluster.processNames().stream().map(ProcessName::toString).toList(),
        sampler.series());
  }

  private long rounds(BackgroundCheck check, ChaosTables tables, BooleanSupplier hasTime)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    FaultTrial trial =
        new FaultTrial(
            cluster,
            check,
            tables,
            new TargetFinder(cluster, random),
            random.split(),
            List.copyOf(TABLES.keySet()),
            List.of(),
            FaultTrial.LONGEST_OPERATION);
    List<Fault> faults =
        FaultMatrix.all().stream()
            .filter(fault -> fault.type() == FaultType.KILL && fault.target().isLighters())
            .toList();
    long rounds = 0;
    long killedAt = System.nanoTime();
    long toldAt = killedAt;
    while (hasTime.getAsBoolean()) {
      if (isOver(killedAt, BETWEEN_KILLS)) {
        killedAt = System.nanoTime();
        FaultOutcome outcome = trial.run(faults.get(random.nextInt(faults.size())));
        kills.add(outcome);
        listener.accept(outcome.words());
      } else {
        trial.runWithoutFault(TIMEOUT).forEach(name -> ended.add(name.toString()));
      }
      rounds++;
      if (isOver(toldAt, BETWEEN_NEWS)) {
        toldAt = System.nanoTime();
        listener.accept(
            "%d compactions of all files, %,d changes of rows".formatted(rounds, check.changes()));
      }
    }
    return rounds;
  }

  private static boolean isOver(long since, Duration time) {
    return System.nanoTime() - since > time.toNanos();
  }
}
