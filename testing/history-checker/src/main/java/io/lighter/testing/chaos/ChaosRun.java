// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.check.BackgroundCheck;
import io.lighter.testing.check.LocalRun;
import io.lighter.testing.check.StoreFaults;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.SupportedFaults;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.BrokenStoreFileCleaner;

/**
 * Injects faults one after another into a cluster under one history checker. Used once, by one
 * thread.
 */
final class ChaosRun {
  private static final TableName TABLE = TableName.valueOf("chaos");

  private static final int ROWS = 4_000;

  /** Mean pause between additions of permanent rows: some ten thousand in an hour. */
  private static final Duration LINKING = Duration.ofSeconds(1);

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LIMIT = Duration.ofDays(7);
  private static final String SESSION_MS = "10000";

  /**
   * Attempts per fault, because a moment lasts for some milliseconds and a busy machine may miss
   * it.
   */
  private static final int ATTEMPTS = 3;

  /** Options that slow down compactions and warm-ups to about a second per family. */
  private static final Map<LighterOption, String> SLOW =
      Map.of(
          LighterOption.OFFLOAD_MIN_BYTES, "1",
          LighterOption.OFFLOAD_POLL_INTERVAL, "100ms",
          LighterOption.OFFLOAD_SERVER_TIMEOUT, "3s",
          LighterOption.SERVER_THREADS, "1", // the next jobs wait
          LighterOption.SERVER_THROUGHPUT_LIMIT, "400KB",
          LighterOption.SERVER_CACHE_LEASE, "20s",
          LighterOption.WARMUP_MIN_BYTES, "1",
          LighterOption.WARMUP_CHUNK_SIZE, "4KB",
          LighterOption.WARMUP_RATE, "200KB",
          LighterOption.ZOOKEEPER_SESSION_TIMEOUT, SESSION_MS + "ms");

  /**
   * Limit of HBase's cleaner, which deletes what a killed region server has completed and not put
   * on a list. A job may take half of it.
   */
  private static final Duration STRAY = Duration.ofMinutes(6);

  /** Time between two runs of the cleaner. */
  private static final Duration CLEANING = Duration.ofSeconds(20);

  /**
   * Factor of the limits of a recovery and of a read or write on an object store. A job of three
   * small files makes some twenty requests, which the S3 server answers with the CPUs of all other
   * processes. On two cores such a job took 4 s with little else to do, and 10 to 80 s otherwise.
   */
  private static final int OBJECT_STORE_SLOWNESS = 4;

  private final LocalCluster cluster;
  private final boolean objectStore;
  private final long seed;
  private final EngineName engine;
  private final Consumer<FaultOutcome> listener;

  /**
   * Creates a run.
   *
   * @param cluster a cluster with {@link #clusterSettings} or {@link #objectStoreSettings}
   * @param objectStore whether it is the latter
   * @param engine engine below Lighter's of the tables of one output per compaction
   * @param listener receives the outcome of each fault after the recovery
   */
  ChaosRun(
      LocalCluster cluster,
      boolean objectStore,
      long seed,
      EngineName engine,
      Consumer<FaultOutcome> listener) {
    this.cluster = cluster;
    this.objectStore = objectStore;
    this.seed = seed;
    this.engine = engine;
    this.listener = listener;
  }

  /**
   * Settings with two of each replaceable process, and separate processes that can be killed one by
   * one.
   */
  static LocalClusterSettings.Builder clusterSettings() {
    LocalClusterSettings.Builder settings =
        LocalClusterSettings.builder()
            .regionServers(2)
            .managers(2)
            .compactionServers(2)
            .hdfs(2, 2)
            .servicesApart()
            .supportedFaults(SupportedFaults.here())
            .site(HConstants.ZK_SESSION_TIMEOUT, SESSION_MS)
            // After this time the log of a stopped region server is assigned to another one.
            .site("hbase.lease.recovery.dfs.timeout", "10000")
            .site("hbase.hfile.compaction.discharger.interval", "2000")
            .site(LocalRun.REPLICA_REFRESH_KEY, LocalRun.REPLICA_REFRESH_MS);
    SLOW.forEach((option, value) -> settings.site(option.key(), value));
    return settings;
  }

  /**
   * The same with store files in an object store that has faults of its own, without those of
   * networks and disks. HBase's cleaner of broken files is on.
   *
   * @param seed seed of the draws that decide which requests meet a fault
   */
  static LocalClusterSettings.Builder objectStoreSettings(long seed) {
    LocalClusterSettings.Builder settings = clusterSettings();
    StoreFaults.addTo(settings.objectStore(), seed);
    return settings
        .supportedFaults(faultsOfProcesses())
        .site(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED, "true")
        .site(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_TTL, millis(STRAY))
        .site(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_DELAY, millis(CLEANING))
        .site(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_PERIOD, millis(CLEANING));
  }

  /** The faults on an object store, which is on the loopback as all processes are. */
  static SupportedFaults faultsOfProcesses() {
    return new SupportedFaults(false, SupportedFaults.here().clocks(), false);
  }

  /** Time after a run in which the cleaner has deleted every stray file of {@link #STRAY}. */
  static Duration cleaning() {
    return STRAY.plus(CLEANING.multipliedBy(3));
  }

  private static String millis(Duration time) {
    return Long.toString(time.toMillis());
  }

  /**
   * Runs the faults while there is time, and returns the report.
   *
   * @throws IOException if the cluster did not recover
   */
  ChaosReport run(Iterator<Fault> faults, BooleanSupplier hasTime)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    BackgroundCheck.Builder checked =
        BackgroundCheck.of(cluster, TABLE)
            .seed(seed)
            .rows(ROWS)
            .engineBelow(engine)
            .linkingEvery(LINKING)
            .varied()
            .disturbed()
            .limit(LIMIT);
    BackgroundCheck check = (objectStore ? checked.withoutMigration() : checked).start();
    int slowness = objectStore ? OBJECT_STORE_SLOWNESS : 1;
    List<FaultOutcome> outcomes = new ArrayList<>();
    try (ChaosTables tables = new ChaosTables(cluster.configuration(), maxFilesByTable())) {
      Await.until("the tables", TIMEOUT, tables::isThere);
      TargetFinder targets = new TargetFinder(cluster, new SplittableRandom(seed));
      FaultTrial trial =
          new FaultTrial(
              cluster,
              check,
              tables,
              targets,
              new SplittableRandom(seed + 1),
              List.of(TABLE, BackgroundCheck.linksOf(TABLE)),
              List.of(BackgroundCheck.variedOf(TABLE)),
              FaultTrial.LONGEST_OPERATION.multipliedBy(slowness));
      while (faults.hasNext() && hasTime.getAsBoolean()) {
        Fault fault = faults.next().slower(slowness);
        boolean isMissed = true;
        for (int attempt = 1; isMissed && attempt <= ATTEMPTS; attempt++) {
          FaultOutcome outcome = trial.run(fault);
          isMissed = outcome.isMissed();
          outcomes.add(outcome);
          listener.accept(outcome);
        }
      }
    } catch (IOException e) {
      throw check.withViolations(e);
    } finally {
      check.stop();
    }
    BackgroundCheck.Verdict verdict = check.verdict();
    return new ChaosReport(seed, Duration.ofNanos(System.nanoTime() - start), outcomes, verdict);
  }

  /** Tables, with the maximum number of files per region after a major compaction. */
  private Map<TableName, Integer> maxFilesByTable() {
    return Map.of(
        TABLE,
        BackgroundCheck.maxFilesOfRegion(engine),
        BackgroundCheck.linksOf(TABLE),
        BackgroundCheck.maxFilesOfLinkedRegion(engine),
        BackgroundCheck.variedOf(TABLE),
        BackgroundCheck.maxFilesOfVariedRegion());
  }
}
