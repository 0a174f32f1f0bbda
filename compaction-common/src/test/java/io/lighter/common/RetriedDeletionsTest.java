// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetriedDeletionsTest {
  private final RetriedDeletions deletions = new RetriedDeletions();
  private final Set<String> there = new HashSet<>(Set.of("first", "second"));
  private final List<String> asked = new ArrayList<>();
  private boolean isAway;
  private boolean isBroken;

  @AfterEach
  void close() {
    deletions.close();
  }

  @Test
  void failedDeletionIsRetriedUntilItSucceeds() {
    isAway = true;
    delete("first");
    delete("second");
    deletions.retry();
    assertThat(there).containsExactlyInAnyOrder("first", "second");

    isAway = false;
    deletions.retry();

    assertThat(there).isEmpty();
  }

  @Test
  void callerThatMayNotWaitLeavesTheDeletionToTheNextRetry() {
    deletions.deleteSoon("first", "nothing else deletes it", () -> there.remove("first"));
    assertThat(there).contains("first");

    deletions.retry();

    assertThat(there).containsExactly("second");
  }

  @Test
  void retryEndsAtFirstFailureAndKeepsAllDeletions() {
    isAway = true;
    delete("first");
    delete("second");
    asked.clear();

    deletions.retry();
    assertThat(asked).hasSize(1);

    isAway = false;
    deletions.retry();
    assertThat(there).isEmpty();
  }

  @Test
  void failureOfAnyKindIsCaughtAndRetried() {
    isBroken = true;
    delete("first");
    deletions.retry();

    isBroken = false;
    deletions.retry();

    assertThat(there).containsExactly("second");
  }

  /** HDFS would refuse every retry, so that each retry would end there. */
  @Test
  void forbiddenDeletionIsDroppedAndOthersAreDone() {
    isAway = true;
    deletions.delete(
        "forbidden",
        () -> {
          asked.add("forbidden");
          throw isAway ? new IOException("away") : new AccessControlException("read only");
        });
    delete("first");

    isAway = false;
    deletions.retry();
    asked.clear();
    deletions.retry();

    assertThat(there).containsExactly("second");
    assertThat(asked).isEmpty();
  }

  @Test
  void successfulDeletionIsNotRepeated() {
    delete("first");
    asked.clear();

    deletions.retry();

    assertThat(asked).isEmpty();
  }

  private void delete(String what) {
    deletions.delete(
        what,
        () -> {
          asked.add(what);
          if (isAway) {
            throw new IOException("away");
          }
          if (isBroken) {
            throw new IllegalArgumentException("java.net.UnknownHostException: namenode");
          }
          there.remove(what);
        });
  }
}
