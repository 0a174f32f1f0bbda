// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The history of random writes allows every lookup, and in the end every key has its entry. */
@Tag("long")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class IndexHistoryIT {
  private static final Logger LOG = LoggerFactory.getLogger(IndexHistoryIT.class);
  private static final TableName TABLE = TableName.valueOf("history");
  private static final long SEED = 20261129;
  private static final int ROWS = 120;
  private static final Duration DURATION = Duration.ofSeconds(60);
  private static final Duration REMOVAL_DELAY = Duration.ofMillis(500);

  private static CheckedCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        CheckedCluster.start(
            Map.of(
                IndexCheckRun.RPC_SCHEDULER_KEY,
                IndexCheckRun.RPC_SCHEDULER,
                LighterOption.INDEX_REMOVAL_DELAY.key(),
                REMOVAL_DELAY.toMillis() + "ms"));
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @Test
  void everyLookupIsAllowedByTheHistory() throws Exception {
    IndexReport report =
        new IndexChecker(
                cluster.configuration(),
                cluster.connection(),
                TABLE,
                settings(ROWS),
                IndexHistoryIT::compactions,
                Optional.of(cluster::killRegionServer),
                System::nanoTime,
                LOG::info)
            .run();

    LOG.info("{}", report.toText());
    assertThat(report.check().violations()).as(report.toText()).isEmpty();
    assertThat(report.passed()).as(report.toText()).isTrue();
    assertThat(report.count(Tally.Event.LOOKUP)).as("blocking lookups").isPositive();
    assertThat(report.count(Tally.Event.ASYNC_LOOKUP)).as("other lookups").isPositive();
    assertThat(report.count(Tally.Event.KILL)).as("killed servers").isPositive();
    assertThat(report.count(Tally.Event.MOVE)).as("moves").isPositive();
    assertThat(report.count(Tally.Event.FLUSH)).as("flushes").isPositive();
    assertThat(report.count(Tally.Event.CONTENDED_WRITE)).as("contended writes").isPositive();
  }

  /** The counts of this JVM do not tell tables apart, so all are those of the data table. */
  private static CompactionCounts.Source compactions(TableName table) {
    return table.equals(TABLE) ? cluster::compactions : () -> new CompactionCounts(0, 0, 0, 0);
  }

  static IndexCheckSettings settings(int rows) {
    return new IndexCheckSettings(
        SEED,
        DURATION,
        rows,
        3,
        2,
        Duration.ofSeconds(1),
        Duration.ofSeconds(6),
        Duration.ofSeconds(15),
        Duration.ofSeconds(25),
        REMOVAL_DELAY);
  }
}
