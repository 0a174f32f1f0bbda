// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreAuditTest {
  private final FakePolicies policies = new FakePolicies();
  private final StoreAudit audit = new StoreAudit(policies, true);

  private static FakeStore store(SettleMode mode) {
    return new FakeStore("s", mode);
  }

  @Test
  void folderIsListedOncePerStoreWhateverTheNumberOfFiles() {
    FakeStore store = store(SettleMode.POLICY);
    for (int file = 0; file < 50; file++) {
      store.withFast("f" + file);
      policies.add("f" + file, 10, "ALL_SSD", "SSD");
    }
    audit.look(store);
    assertThat(policies.calls).containsExactly("list " + FakePolicies.FOLDER);
  }

  @Test
  void fileGetsThePolicyOfItsTier() {
    FakeStore store =
        store(SettleMode.POLICY).withFast("a").withFast("b").withSlow("c").withSlow("d");
    policies.add("a", 10, "COLD", "ARCHIVE");
    policies.add("b", 10, "ALL_SSD", "DISK");
    policies.add("c", 10, "ALL_SSD", "SSD");
    policies.add("d", 10, "COLD", "ARCHIVE");
    audit.look(store);
    assertThat(policies.changes()).containsExactly("unset a", "set c COLD");
    audit.look(store);
    assertThat(policies.changes()).as("are done once").hasSize(2);
  }

  @Test
  void hdfsIsAskedToMoveMisplacedBlocks() {
    FakeStore store =
        store(SettleMode.SATISFY).withFast("a").withFast("b").withSlow("c").withFast("d");
    policies.add("a", 10, "COLD", "ARCHIVE");
    policies.add("b", 10, "ALL_SSD", "DISK");
    policies.add("c", 10, "ALL_SSD", "ARCHIVE");
    policies.add("d", 10, "ALL_SSD", "SSD");
    audit.look(store);
    assertThat(policies.changes())
        .containsExactly("unset a", "satisfy a", "satisfy b", "set c COLD");
  }

  @ParameterizedTest
  @EnumSource(SettleMode.class)
  void nothingIsSettledWhileTiersAreUnknown(SettleMode mode) {
    FakeStore store = store(mode).withFast("a");
    store.areTiersKnown = false;
    policies.add("a", 10, "COLD", "SSD");
    audit.look(store);
    assertThat(policies.changes()).isEmpty();
    assertThat(store.state().placement().misplaced()).isEqualTo(10);
  }

  @Test
  void closedStoreIsLeftAlone() {
    FakeStore store = store(SettleMode.POLICY).withSlow("a");
    store.isOpen = false;
    audit.look(store);
    assertThat(policies.calls).isEmpty();
  }

  @Test
  void storeWithoutFilesNeedsNoCall() {
    FakeStore store = store(SettleMode.POLICY);
    audit.look(store);
    assertThat(policies.calls).isEmpty();
  }

  @Test
  void failureOfOneFileKeepsNoOtherFromBeingSettled() {
    FakeStore store = store(SettleMode.SATISFY).withSlow("a").withSlow("b");
    policies.add("a", 10, "ALL_SSD", "SSD");
    policies.add("b", 10, "ALL_SSD", "SSD");
    policies.failures.put("set a", new AccessControlException("no superuser"));
    audit.look(store);
    assertThat(policies.changes()).containsExactly("set a COLD", "set b COLD", "satisfy b");
    assertThat(
            store
                .state()
                .isFirst("set the storage policy" + AccessControlException.class.getName()))
        .as("was logged")
        .isFalse();
  }

  @Test
  void failedListingKeepsTheLastFiguresAndTheAuditGoesOn() {
    FakeStore store = store(SettleMode.POLICY).withFast("a");
    policies.add("a", 10, "ALL_SSD", "DISK");
    audit.look(store);
    policies.failures.put("list", new IllegalStateException("bug"));
    audit.look(store);
    assertThat(store.state().placement().misplaced()).isEqualTo(10);
    policies.failures.put("list", new IOException("down"));
    audit.look(store);
    policies.failures.clear();
    policies.add("a", 10, "ALL_SSD", "SSD");
    audit.look(store);
    assertThat(store.state().placement().misplaced()).isZero();
  }

  @Test
  void storeIsToldNothingIfNoFiguresAreKept() {
    FakeStore store = store(SettleMode.POLICY).withSlow("a");
    policies.add("a", 10, "ALL_SSD", "SSD");
    new StoreAudit(policies, false).look(store);
    assertThat(policies.changes()).containsExactly("set a COLD");
    assertThat(store.state().last()).isEmpty();
    audit.look(store);
    assertThat(store.state().last().orElseThrow().misplaced()).isEqualTo(10);
  }
}
