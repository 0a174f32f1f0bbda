// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Counts the actions that each change in ZooKeeper causes. */
class ClusterChangesTest {
  private final ClusterChanges changes = new ClusterChanges();
  private int assignments;
  private int censuses;
  private int cleanings;

  @Test
  void rollingRestartReadsNoRegions() {
    tell();

    for (int server = 0; server < 200; server++) {
      changes.drainingChanged();
      changes.membershipChanged(); // the server leaves
      changes.membershipChanged(); // the server is back
    }

    assertThat(censuses).isZero();
    assertThat(assignments).isEqualTo(600);
    assertThat(cleanings).isEqualTo(600);
  }

  @Test
  void newLeaderReadsTheRegionsOnce() {
    tell();

    changes.leadershipChanged();

    assertThat(censuses).isOne();
    assertThat(assignments).isOne();
  }

  private void tell() {
    changes.tell(() -> assignments++, () -> censuses++, () -> cleanings++);
  }
}
