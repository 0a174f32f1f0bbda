// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.client.commit.TransactionId;
import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Metric;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.Test;

class ServerTransactionsTest {
  private static final String SERVER = "host,1,1";
  private static final long WAIT_MS = 60_000;

  private final Configuration site = new Configuration(false);
  private final ConcurrentMap<String, Object> shared = new ConcurrentHashMap<>();
  private final Pinned scanners = new Pinned();

  @Test
  void regionsOfAServerShareOneObjectUntilTheLastCloses() {
    ServerTransactions first = ServerTransactions.acquire(shared, SERVER, site);
    ServerTransactions second = ServerTransactions.acquire(shared, SERVER, site);
    ServerTransactions other = ServerTransactions.acquire(shared, "other,1,1", site);
    assertThat(second).isSameAs(first).isNotSameAs(other);

    ServerTransactions.release(shared, "other,1,1");
    ServerTransactions.release(shared, SERVER);
    assertThat(shared).containsOnlyKeys(SERVER);
    ServerTransactions.release(shared, SERVER);

    assertThat(shared).isEmpty();
    assertThat(open()).isEmpty();
  }

  /** The registry stays while the plug-in's other metrics are in it. */
  @Test
  void openTransactionsOfAllRegionsAreCountedByTheMetric() throws Exception {
    MetricRegistries.global().create(MetricProcess.REGION_SERVER.registry());
    try {
      ServerTransactions all = ServerTransactions.acquire(shared, SERVER, site);
      begin(all.add(() -> scanners.scanner(1)));
      begin(all.add(() -> scanners.scanner(1)));
      assertThat(open()).contains(2);
      ServerTransactions.release(shared, SERVER);

      ServerTransactions again = ServerTransactions.acquire(shared, SERVER, site);
      assertThat(open()).contains(0);
      begin(again.add(() -> scanners.scanner(1)));
      assertThat(open()).contains(1);
      ServerTransactions.release(shared, SERVER);
    } finally {
      MetricRegistries.global().remove(MetricProcess.REGION_SERVER.registry());
    }
  }

  @Test
  void timerEndsOldSnapshotsOfRegionsThatAreOpen() throws Exception {
    site.set(LighterOption.TRANSACTIONS_MAX_AGE.key(), "1s");
    ServerTransactions all = ServerTransactions.acquire(shared, SERVER, site);
    try {
      begin(all.add(() -> scanners.scanner(1)));
      begin(all.add(() -> scanners.scanner(1)));

      Waiter.waitFor(new Configuration(false), WAIT_MS, 10, () -> scanners.open() == 0);
      assertThat(open()).contains(0);
    } finally {
      ServerTransactions.release(shared, SERVER);
    }
  }

  private static void begin(SnapshotPins pins) throws Exception {
    pins.begin(new TransactionId(UUID.randomUUID()), "ann");
  }

  private static Optional<Integer> open() {
    return MetricRegistries.global()
        .get(MetricProcess.REGION_SERVER.registry())
        .flatMap(registry -> registry.get(LighterMetric.TRANSACTIONS_OPEN.metricName()))
        .map(ServerTransactionsTest::value);
  }

  private static Integer value(Metric gauge) {
    return ((Number) ((Gauge<?>) gauge).getValue()).intValue();
  }
}
