// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TierAuditTest {
  private static final Duration NEVER = Duration.ofDays(24);
  private static final Duration SOON = Duration.ofMillis(1);

  private final FakePolicies policies = new FakePolicies();
  private final List<FakeStore> stores = new ArrayList<>();
  private final MetricRegistry metrics =
      new MetricRegistryImpl(new MetricRegistryInfo("t", "t", "t", "t", false));
  private volatile boolean isStopped;
  private TierAudit audit;

  @AfterEach
  void close() {
    audit.close();
  }

  private FakeStore start(SettleMode mode, Duration interval) {
    stores.add(new FakeStore("s", mode));
    audit =
        new TierAudit(
            policies,
            () -> stores,
            () -> isStopped,
            interval,
            new MetricSet(MetricProcess.REGION_SERVER, metrics));
    return stores.get(0);
  }

  /** Has the thread look at the stores, as after commits, and waits for that. */
  private void auditAll() throws Exception {
    stores.forEach(audit::committed);
    awaitThread();
  }

  /** Waits until the thread has looked at all stores that wait. It has them in their order. */
  private void awaitThread() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    audit.committed(
        new FakeStore("last", SettleMode.POLICY) {
          @Override
          public Optional<TierFiles> files() {
            reached.countDown();
            return Optional.empty();
          }
        });
    reached.await();
  }

  private Object gauge(String name) {
    return metrics.get(name).map(gauge -> ((Gauge<?>) gauge).getValue()).orElse(null);
  }

  @Test
  void metricsAreSumsOfTheOpenStores() throws Exception {
    FakeStore store = start(SettleMode.NONE, NEVER).withFast("a").withSlow("b");
    stores.add(new FakeStore("other", SettleMode.NONE).withSlow("c"));
    policies.add("a", 10, "ALL_SSD", "SSD");
    policies.add("b", 200, "ALL_SSD", "SSD");
    policies.add("c", 3_000, "COLD", "DISK");
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(0L);
    auditAll();
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(3_200L);
    assertThat(gauge("tieredBytesReal_ssd")).isEqualTo(210L);
    assertThat(gauge("tieredBytesReal_disk")).isEqualTo(3_000L);
    assertThat(gauge("tieredBytesReal_archive")).isEqualTo(0L);
    assertThat(gauge("tieredBytesIntended_ssd")).isEqualTo(10L);
    assertThat(gauge("tieredBytesIntended_disk")).isEqualTo(0L);
    assertThat(gauge("tieredBytesIntended_archive")).isEqualTo(3_200L);
    stores.remove(store);
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(3_000L);
    assertThat(policies.changes()).isEmpty();
  }

  @Test
  void storeIsSettledAfterACommit() throws Exception {
    FakeStore store = start(SettleMode.POLICY, Duration.ZERO).withSlow("a");
    policies.add("a", 10, "ALL_SSD", "SSD");
    audit.committed(store);
    awaitThread();
    assertThat(policies.changes()).containsExactly("set a COLD");
    assertThat(gauge("tieredMisplacedBytes")).as("no audits, no metrics").isNull();
  }

  @Test
  void commitStartsNothingWithoutAuditAndSettling() throws Exception {
    FakeStore store = start(SettleMode.NONE, Duration.ZERO).withSlow("a");
    audit.committed(store);
    awaitThread();
    assertThat(policies.calls).isEmpty();
  }

  @Test
  void storeThatFailsKeepsNoOtherFromBeingAudited() throws Exception {
    policies.add("a", 10, "ALL_SSD", "SSD");
    CountDownLatch rounds = new CountDownLatch(2);
    stores.add(
        new FakeStore("broken", SettleMode.POLICY) {
          @Override
          public Optional<TierFiles> files() {
            rounds.countDown();
            throw new IllegalStateException("bug");
          }
        });
    FakeStore later = new FakeStore("later", SettleMode.POLICY).withSlow("a");
    stores.add(later);
    start(SettleMode.NONE, SOON);
    rounds.await(); // then the first round is over
    assertThat(later.state().placement().misplaced()).isEqualTo(10);
    assertThat(policies.changes()).containsExactly("set a COLD");
  }

  @Test
  void roundThatFailsIsFollowedByOthers() throws Exception {
    CountDownLatch rounds = new CountDownLatch(3);
    audit =
        new TierAudit(
            policies,
            () -> {
              rounds.countDown();
              throw new IllegalStateException("bug");
            },
            () -> false,
            SOON,
            new MetricSet(MetricProcess.REGION_SERVER, metrics));
    rounds.await();
  }

  @Test
  void waitingStoreIsQueuedOnceAndTheQueueIsBounded() throws Exception {
    start(SettleMode.POLICY, NEVER);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    audit.committed(holding(entered, gate));
    entered.await();
    List<FakeStore> committed = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      committed.add(new FakeStore("s" + i, SettleMode.POLICY).withFast("a"));
    }
    committed.forEach(audit::committed);
    committed.forEach(audit::committed);
    gate.countDown();
    Waiter.waitFor(new Configuration(false), 60_000, 1, () -> policies.listings() >= 1_000);
    awaitThread();
    assertThat(policies.listings()).isEqualTo(1_000);
  }

  /** Returns a store whose list of files keeps the audit's thread. */
  private static FakeStore holding(CountDownLatch entered, CountDownLatch gate) {
    return new FakeStore("gate", SettleMode.NONE) {
      @Override
      public Optional<TierFiles> files() {
        entered.countDown();
        try {
          gate.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        return Optional.empty();
      }
    };
  }

  @Test
  void auditEndsWithItsRegionServer() throws Exception {
    isStopped = true;
    FakeStore store = start(SettleMode.POLICY, SOON).withSlow("a");
    policies.add("a", 10, "ALL_SSD", "SSD");
    Waiter.waitFor(new Configuration(false), 60_000, 1, () -> audit.isClosed());
    audit.committed(store); // is ignored, and throws nothing
    assertThat(policies.calls).isEmpty();
  }

  @Test
  void attributesAreNamedAfterTheDeclaredMetrics() {
    start(SettleMode.NONE, NEVER);
    assertThat(metrics.getMetrics()).containsKey(LighterMetric.TIERED_MISPLACED_BYTES.metricName());
    assertThat(LighterMetric.TIERED_MISPLACED_BYTES.attributes(""))
        .containsExactly("TieredMisplacedBytes");
    assertThat(LighterMetric.TIERED_BYTES_REAL.attributes("ssd"))
        .containsExactly("TieredBytesReal_ssd");
  }
}
