// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BrokenRoutingStoreEngine;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The checker accepts all reads during all disturbances, and detects wrong reads. */
class WarmupCheckerIT {
  private static final Logger LOG = LoggerFactory.getLogger(WarmupCheckerIT.class);

  /** The engine with deliberately broken routing, and the property that selects how. */
  private static final String BROKEN_ENGINE = BrokenRoutingStoreEngine.class.getName();

  private static final String BROKEN_KEY = BrokenRoutingStoreEngine.MIX_KEY;

  private static final long SEED = 20261121;

  private static final int SCANS = 20;

  /** Limit for what a check has to meet, and for its final comparison; for slow machines. */
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  private static CheckedCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = CheckedCluster.start();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @Test
  void historyAllowsEveryReadDuringAllDisturbances() throws Exception {
    CheckReport report =
        checkUntil(
            "all_right",
            settings(PATIENCE, OffloadingStoreEngine.class.getName(), Map.of(), false),
            (checker, counts) ->
                counts.offloaded() > 2
                    && counts.warmups() > 2
                    && checker.count(Tally.Event.FLUSH) > 0
                    && checker.count(Tally.Event.INCREMENT) > 0
                    && checker.count(Tally.Event.SWITCH) > 0
                    && checker.count(Tally.Event.BULK_LOAD) > 0
                    && checker.count(Tally.Event.MOVE) > 0);

    assertThat(report.violations()).isEmpty();
    assertThat(report.passed()).as(report.toText()).isTrue();
    assertThat(report.compactions().offloaded()).isPositive();
    assertThat(report.compactions().warmups()).isPositive();
    assertThat(report.count(Tally.Event.FLUSH)).isPositive();
    assertThat(report.count(Tally.Event.INCREMENT)).isPositive();
    assertThat(report.count(Tally.Event.SWITCH)).isPositive();
    assertThat(report.count(Tally.Event.BULK_LOAD)).isPositive();
    assertThat(report.count(Tally.Event.MOVE)).isPositive();
  }

  /** Tests several outputs per compaction, secondary replicas, and a changing tracker. */
  @Test
  void historyAllowsEveryReadOfAVariedTable() throws Exception {
    CheckReport report =
        checkUntil(
            "varied",
            variedSettings(),
            (checker, counts) ->
                counts.offloaded() > 2
                    && checker.count(Tally.Event.REPLICA_GET) > 0
                    && checker.count(Tally.Event.TRACKER_STEP) > 0);

    assertThat(report.violations()).isEmpty();
    assertThat(report.passed()).as(report.toText()).isTrue();
    assertThat(report.compactions().offloaded()).isPositive();
    assertThat(report.count(Tally.Event.REPLICA_GET)).isPositive();
    assertThat(report.count(Tally.Event.TRACKER_STEP)).isPositive();
  }

  /** A compaction of ranges is offloaded, committed and warmed while regions split and move. */
  @Test
  void historyAllowsEveryReadOfTheRangeEngine() throws Exception {
    CheckReport report =
        checkUntil(
            "ranges",
            settings(EngineName.RANGE, CheckSettings.Load.NEVER),
            (checker, counts) ->
                counts.offloaded() > 0
                    && counts.warmups() > 0
                    && checker.count(Tally.Event.FLUSH) > 0
                    && cluster.hasRanges(TableName.valueOf("ranges")));

    assertThatNothingWasWrongOrFailed(report);
    assertThat(report.compactions().offloaded()).isPositive();
    assertThat(report.compactions().warmups()).isPositive();
    assertThat(report.count(Tally.Event.FLUSH)).isPositive();
    assertThat(report.count(Tally.Event.ENGINE_CHANGE)).isZero();
  }

  /** The live table goes from ranges to the default engine and back, more than once. */
  @Test
  void historyAllowsEveryReadWhileTheEngineOfTheTableChanges() throws Exception {
    CheckReport report =
        checkUntil(
            "changing",
            settings(EngineName.RANGE, Duration.ofSeconds(4)),
            (checker, counts) ->
                checker.count(Tally.Event.ENGINE_CHANGE) > 1
                    && counts.offloaded() > 0
                    && counts.warmups() > 0);

    assertThatNothingWasWrongOrFailed(report);
    assertThat(report.count(Tally.Event.ENGINE_CHANGE)).isGreaterThan(1);
    assertThat(report.compactions().offloaded()).isPositive();
    assertThat(report.compactions().warmups()).isPositive();
  }

  /**
   * The live table goes from a forest to ranges, to the default engine and back, while clusters of
   * the forest are offloaded, committed and warmed.
   */
  @Test
  void historyAllowsEveryReadWhileAForestBecomesRangesAndBack() throws Exception {
    CheckReport report =
        checkUntil(
            "changing_trees",
            settings(EngineName.FOREST, Duration.ofSeconds(4)),
            (checker, counts) ->
                checker.count(Tally.Event.ENGINE_CHANGE) > 1
                    && counts.offloaded() > 2
                    && counts.warmups() > 0
                    && cluster.hasTrees(TableName.valueOf("changing_trees")));

    assertThatNothingWasWrongOrFailed(report);
    assertThat(report.count(Tally.Event.ENGINE_CHANGE)).isGreaterThan(1);
    assertThat(report.compactions().offloaded()).isPositive();
    assertThat(report.compactions().warmups()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NEW_AND_OLDEST", "OLD_ALONE", "NEW_AND_OLDER_HALF"})
  void brokenRoutingIsFound(String mix) throws Exception {
    CheckReport report =
        check(
            "broken_" + mix,
            settings(Duration.ofMinutes(5), BROKEN_ENGINE, Map.of(BROKEN_KEY, mix), true));

    assertThat(report.violationCount()).as(report.toText()).isPositive();
  }

  /** Clears the locations while the lookup of the scan's region is in progress. */
  @Test
  void scanDoesNotWaitForADroppedLookup() throws Exception {
    TableName table = TableName.valueOf("forgotten");
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build());
    }
    try (AsyncConnection nonBlocking =
        ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      CheckContext context = contextOf(nonBlocking, table);
      for (int i = 0; i < SCANS; i++) {
        try (ResultScanner scanner = nonBlocking.getTable(table).getScanner(new Scan())) {
          context.forgetLocations();

          assertThat(scanner.next()).isNull();
        }
        context.forgetLocations();
      }
    }
  }

  private static CheckReport check(String table, CheckSettings settings) throws Exception {
    CheckReport report = checker(table, settings).run();
    LOG.info("{}: {}", table, report.toText());
    return report;
  }

  private static Checker checker(String table, CheckSettings settings) throws IOException {
    return new Checker(
        cluster.configuration(),
        cluster.connection(),
        TableName.valueOf(table),
        settings,
        cluster::compactions,
        System::nanoTime,
        new DisturbanceGate(true),
        LOG::info);
  }

  /** What a check has to meet before it may end; the counts are those since its start. */
  @FunctionalInterface
  private interface Coverage {
    boolean isReached(Checker checker, CompactionCounts counts);
  }

  /** Checks until all that the test is about has happened, on any machine. */
  private static CheckReport checkUntil(String table, CheckSettings settings, Coverage coverage)
      throws Exception {
    Checker checker = checker(table, settings);
    CompactionCounts before = cluster.compactions();
    CompletableFuture<CheckReport> result = Checks.start(List.of(checker));
    try {
      Await.until(
          "the events of " + table,
          PATIENCE,
          () ->
              result.isDone() || coverage.isReached(checker, cluster.compactions().minus(before)));
    } finally {
      checker.stop();
    }
    CheckReport report = result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    LOG.info("{}: {}", table, report.toText());
    return report;
  }

  private static void assertThatNothingWasWrongOrFailed(CheckReport report) {
    assertThat(report.violations()).isEmpty();
    assertThat(report.passed()).as(report.toText()).isTrue();
    assertThat(report.count(Tally.Event.ROW_CHECKED)).as(report.toText()).isPositive();
    assertThat(report.count(Tally.Event.READ_FAILED)).as(report.toText()).isZero();
    assertThat(report.count(Tally.Event.WRITE_FAILED)).as(report.toText()).isZero();
  }

  /** A context of which only the table and the clients are used. */
  private static CheckContext contextOf(AsyncConnection nonBlocking, TableName table)
      throws IOException {
    return new CheckContext(
        cluster.configuration(),
        cluster.connection(),
        nonBlocking,
        table,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static CheckSettings variedSettings() {
    return new CheckSettings(
        SEED,
        PATIENCE,
        400,
        60,
        Optional.of(OffloadingStoreEngine.class.getName()),
        Map.of(LighterOption.WARMUP_MIN_BYTES.key(), "20KB"),
        TableShape.varied(Instant.now(), TableShape.Migration.ROUND_TRIP),
        false,
        new CheckSettings.Load(
            2,
            2,
            1,
            Duration.ofMillis(10),
            Duration.ofMillis(10),
            Duration.ofMillis(300),
            Duration.ofSeconds(3),
            Duration.ofSeconds(4),
            Duration.ofSeconds(4),
            CheckSettings.Load.NEVER,
            Duration.ofSeconds(5),
            CheckSettings.Load.NEVER));
  }

  private static CheckSettings settings(
      Duration duration, String engine, Map<String, String> properties, boolean stopAtFirst) {
    return new CheckSettings(
        SEED,
        duration,
        600,
        60,
        Optional.of(engine),
        properties,
        TableShape.plain(),
        stopAtFirst,
        new CheckSettings.Load(
            4,
            2,
            2,
            Duration.ofMillis(10),
            Duration.ofMillis(5),
            Duration.ofMillis(300),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofMillis(200),
            CheckSettings.Load.NEVER,
            CheckSettings.Load.NEVER));
  }

  /**
   * A table with so much data that stores are divided into ranges, or trees are cut.
   *
   * @param engine engine of the table
   * @param enginePause mean time between two changes of the engine
   */
  private static CheckSettings settings(EngineName engine, Duration enginePause) {
    return new CheckSettings(
        SEED,
        PATIENCE.multipliedBy(2),
        2_400,
        200,
        Optional.of(OffloadingStoreEngine.class.getName()),
        Map.of(),
        TableShape.plain(engine, Instant.now()),
        false,
        new CheckSettings.Load(
            4,
            2,
            2,
            Duration.ofMillis(5),
            Duration.ofMillis(5),
            Duration.ofMillis(300),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2),
            CheckSettings.Load.NEVER,
            Duration.ofMillis(200),
            CheckSettings.Load.NEVER,
            enginePause));
  }
}
