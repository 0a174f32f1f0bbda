// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicaDeadlineTest {
  private static final long COMMIT = 1_000_000_000;
  private static final Duration LIFE = Duration.ofMinutes(6);
  private static final Duration DEADLINE = Duration.ofHours(1);

  @Test
  void timeCountsFromTheCommitHoweverLateItIsSeen() {
    assertThat(left(Duration.ZERO)).contains(Duration.ofMinutes(5));
    assertThat(left(Duration.ofMinutes(3))).contains(Duration.ofMinutes(2));
    assertThat(left(Duration.ofMinutes(5).minusMillis(1))).contains(Duration.ofMillis(1));
  }

  @Test
  void noTimeIsLeftShortlyBeforeHBaseMayDeleteInputs() {
    assertThat(left(Duration.ofMinutes(5))).isEmpty();
    assertThat(left(Duration.ofDays(1))).isEmpty();
  }

  @Test
  void unknownCommitLeavesNoTime() {
    assertThat(ReplicaDeadline.left(0, COMMIT, LIFE, DEADLINE)).isEmpty();
  }

  @Test
  void shorterDeadlineHolds() {
    assertThat(ReplicaDeadline.left(COMMIT, COMMIT, LIFE, Duration.ofSeconds(1)))
        .contains(Duration.ofSeconds(1));
  }

  @Test
  void clockOfHdfsThatIsAheadAddsNoTime() {
    assertThat(left(Duration.ofMinutes(-1))).contains(Duration.ofMinutes(5));
  }

  @Test
  void endlessLifeIsNoError() {
    assertThat(ReplicaDeadline.left(COMMIT, COMMIT, Duration.ofMillis(Long.MAX_VALUE), DEADLINE))
        .contains(DEADLINE);
  }

  private static Optional<Duration> left(Duration sinceCommit) {
    return ReplicaDeadline.left(COMMIT, COMMIT + sinceCommit.toMillis(), LIFE, DEADLINE);
  }
}
