// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PendingEntriesTest {
  private final PendingEntries pending = new PendingEntries(-1000);

  @Test
  void nothingIsPendingInALogWhoseEntriesAreSynced() {
    pending.look(-1, 0, 0); // a new log of HBase
    assertThat(pending.oldestNanos()).isEmpty();
    pending.look(7, 7, 10);
    assertThat(pending.oldestNanos()).isEmpty();
    pending.look(7, 9, 20); // a sync has a number, too
    assertThat(pending.oldestNanos()).isEmpty();
  }

  @Test
  void entriesOfAnUnknownPastCountFromTheGivenTime() {
    pending.look(7, 3, 0);

    assertThat(pending.oldestNanos()).hasValue(-1000);
  }

  @Test
  void entryCountsFromTheLookBeforeItWasSeen() {
    pending.look(7, 7, 10);
    pending.look(7, 7, 20);
    pending.look(8, 7, 30); // appended at any time from 20 on
    pending.look(8, 7, 40);

    assertThat(pending.oldestNanos()).hasValue(20);
  }

  @Test
  void syncInTheMiddleLeavesTheEntriesThatItDoesNotCover() {
    pending.look(7, 7, 10);
    pending.look(9, 7, 20);
    pending.look(12, 7, 30);
    pending.look(14, 7, 40);

    pending.look(14, 8, 50); // half of the first group
    assertThat(pending.oldestNanos()).hasValue(10);
    pending.look(14, 9, 60);
    assertThat(pending.oldestNanos()).hasValue(20);
    pending.look(14, 13, 70);
    assertThat(pending.oldestNanos()).hasValue(30);
    pending.look(14, 14, 80);
    assertThat(pending.oldestNanos()).isEmpty();
  }

  /** HBase takes the number of appended entries back when a sync fails. */
  @Test
  void entriesOfAFailedSyncKeepTheirTimeUntilTheyAreSynced() {
    pending.look(7, 7, 10);
    pending.look(9, 7, 20);
    pending.look(7, 7, 30); // the sync failed: 8 and 9 will be appended again
    assertThat(pending.oldestNanos()).hasValue(10);
    pending.look(9, 7, 40);
    assertThat(pending.oldestNanos()).hasValue(10);
    pending.look(9, 9, 50);
    assertThat(pending.oldestNanos()).isEmpty();
  }

  @Test
  void groupsAreBoundedAndTheLastOneKeepsItsEarlierTime() {
    pending.look(0, 0, 0);
    int looks = 3 * PendingEntries.MOST_GROUPS;
    for (int i = 1; i <= looks; i++) {
      pending.look(i, 0, i);
    }

    assertThat(pending.groups()).isEqualTo(PendingEntries.MOST_GROUPS);
    pending.look(looks, PendingEntries.MOST_GROUPS, looks + 1);
    assertThat(pending.oldestNanos()).hasValue(PendingEntries.MOST_GROUPS - 1);
    pending.look(looks, looks, looks + 2);
    assertThat(pending.oldestNanos()).isEmpty();
  }
}
