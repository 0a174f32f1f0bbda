// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TierAuditTest {
  private static final Duration NEVER = Duration.ofDays(24);

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

  private void auditAll() throws Exception {
    audit.auditNow().get();
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
  void folderIsListedOncePerStoreWhateverTheNumberOfFiles() throws Exception {
    FakeStore store = start(SettleMode.POLICY, NEVER);
    for (int file = 0; file < 50; file++) {
      store.withFast("f" + file);
      policies.add("f" + file, 10, "ALL_SSD", "SSD");
    }
    auditAll();
    assertThat(policies.calls).containsExactly("list " + FakePolicies.FOLDER);
  }

  @Test
  void fileGetsThePolicyOfItsTier() throws Exception {
    start(SettleMode.POLICY, NEVER).withFast("a").withFast("b").withSlow("c").withSlow("d");
    policies.add("a", 10, "COLD", "ARCHIVE");
    policies.add("b", 10, "ALL_SSD", "DISK");
    policies.add("c", 10, "ALL_SSD", "SSD");
    policies.add("d", 10, "COLD", "ARCHIVE");
    auditAll();
    assertThat(policies.changes()).containsExactly("unset a", "set c COLD");
    auditAll();
    assertThat(policies.changes()).as("are done once").hasSize(2);
  }

  @Test
  void hdfsIsAskedToMoveMisplacedBlocks() throws Exception {
    start(SettleMode.SATISFY, NEVER).withFast("a").withFast("b").withSlow("c").withFast("d");
    policies.add("a", 10, "COLD", "ARCHIVE");
    policies.add("b", 10, "ALL_SSD", "DISK");
    policies.add("c", 10, "ALL_SSD", "ARCHIVE");
    policies.add("d", 10, "ALL_SSD", "SSD");
    auditAll();
    assertThat(policies.changes())
        .containsExactly("unset a", "satisfy a", "satisfy b", "set c COLD");
  }

  @Test
  void storeIsSettledAfterACommit() throws Exception {
    FakeStore store = start(SettleMode.POLICY, Duration.ZERO).withSlow("a");
    policies.add("a", 10, "ALL_SSD", "SSD");
    stores.clear(); // an audit would settle the store, too
    audit.committed(store);
    auditAll(); // one thread: the commit's look has ended as well
    assertThat(policies.changes()).containsExactly("set a COLD");
    assertThat(gauge("tieredMisplacedBytes")).as("no audits, no metrics").isNull();
  }

  @Test
  void commitStartsNothingWithoutAuditAndSettling() throws Exception {
    FakeStore store = start(SettleMode.NONE, Duration.ZERO).withSlow("a");
    stores.clear();
    audit.committed(store);
    auditAll();
    assertThat(policies.calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(SettleMode.class)
  void nothingIsSettledWhileTiersAreUnknown(SettleMode mode) throws Exception {
    FakeStore store = start(mode, NEVER).withFast("a");
    store.areTiersKnown = false;
    policies.add("a", 10, "COLD", "SSD");
    auditAll();
    assertThat(policies.changes()).isEmpty();
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(10L);
  }

  @Test
  void closedStoreIsLeftAlone() throws Exception {
    start(SettleMode.POLICY, NEVER).withSlow("a").isOpen = false;
    auditAll();
    assertThat(policies.calls).isEmpty();
  }

  @Test
  void storeWithoutFilesNeedsNoCall() throws Exception {
    start(SettleMode.POLICY, NEVER);
    auditAll();
    assertThat(policies.calls).isEmpty();
  }

  @Test
  void failureOfOneFileKeepsNoOtherFromBeingSettled() throws Exception {
    FakeStore store = start(SettleMode.SATISFY, NEVER).withSlow("a").withSlow("b");
    policies.add("a", 10, "ALL_SSD", "SSD");
    policies.add("b", 10, "ALL_SSD", "SSD");
    policies.failures.put("set a", new AccessControlException("no superuser"));
    auditAll();
    assertThat(policies.changes()).containsExactly("set a COLD", "set b COLD", "satisfy b");
    assertThat(
            store
                .state()
                .isFirst("set the storage policy" + AccessControlException.class.getName()))
        .as("was logged")
        .isFalse();
  }

  @Test
  void failedListingKeepsTheLastFiguresAndTheAuditGoesOn() throws Exception {
    start(SettleMode.POLICY, NEVER).withFast("a");
    policies.add("a", 10, "ALL_SSD", "DISK");
    auditAll();
    policies.failures.put("list", new IllegalStateException("bug"));
    auditAll();
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(10L);
    policies.failures.put("list", new IOException("down"));
    auditAll();
    policies.failures.clear();
    policies.add("a", 10, "ALL_SSD", "SSD");
    auditAll();
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(0L);
  }

  @Test
  void storeThatFailsKeepsNoOtherFromBeingAudited() throws Exception {
    FakeStore later = start(SettleMode.POLICY, NEVER).withSlow("a");
    policies.add("a", 10, "ALL_SSD", "SSD");
    stores.add(
        0,
        new FakeStore("broken", SettleMode.POLICY) {
          @Override
          public Optional<TierFiles> files() {
            throw new IllegalStateException("bug");
          }
        });
    auditAll();
    assertThat(later.state().placement().misplaced()).isEqualTo(10);
    assertThat(policies.changes()).containsExactly("set a COLD");
  }

  @Test
  void waitingStoreIsQueuedOnceAndTheQueueIsBounded() throws Exception {
    FakeStore held = start(SettleMode.POLICY, NEVER);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    Future<?> holding = hold(entered, gate); // the thread is in the middle of an audit
    entered.await();
    List<FakeStore> committed = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      committed.add(new FakeStore("s" + i, SettleMode.POLICY).withFast("a"));
    }
    committed.forEach(audit::committed);
    committed.forEach(audit::committed);
    gate.countDown();
    holding.get();
    stores.clear();
    stores.add(held);
    auditAll();
    assertThat(policies.listings()).isEqualTo(1_000);
  }

  /** Has the audit's thread wait inside of a list of stores. */
  private Future<?> hold(CountDownLatch entered, CountDownLatch gate) {
    stores.clear();
    stores.add(
        new FakeStore("gate", SettleMode.NONE) {
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
        });
    return audit.auditNow();
  }

  @Test
  void auditEndsWithItsRegionServer() throws Exception {
    FakeStore store = start(SettleMode.POLICY, NEVER).withSlow("a");
    policies.add("a", 10, "ALL_SSD", "SSD");
    isStopped = true;
    assertThat(audit.isClosed()).isFalse();
    auditAll();
    assertThat(audit.isClosed()).isTrue();
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
