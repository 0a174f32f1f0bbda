// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ExplanationsTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);

  private final Explanations explanations = new Explanations(3);

  @Test
  void repeatedRoundReplacesTheLastOne() {
    explanations.add(quiet("g", 1, Verdict.NOT_LOADED));
    explanations.add(quiet("other", 2, Verdict.NOT_LOADED));
    explanations.add(quiet("g", 3, Verdict.NOT_LOADED));

    assertThat(explanations.newestFirst())
        .containsExactly(
            quiet("g", 3, Verdict.NOT_LOADED).withRounds(2), quiet("other", 2, Verdict.NOT_LOADED));
  }

  @Test
  void roundsWithMovesAreStoredSeparately() {
    explanations.add(moved(1));
    explanations.add(moved(2));

    assertThat(explanations.newestFirst()).containsExactly(moved(2), moved(1));
  }

  @Test
  void oldestRoundIsDroppedAtCapacity() {
    for (int i = 1; i <= 4; i++) {
      explanations.add(moved(i));
    }

    assertThat(explanations.newestFirst()).containsExactly(moved(4), moved(3), moved(2));
  }

  private static Explanation quiet(String group, long at, Verdict verdict) {
    return new Explanation(group, at, 1, verdict, verdict.reason(), List.of(), List.of());
  }

  private static Explanation moved(long at) {
    return new Explanation(
        "g",
        at,
        1,
        Verdict.MOVED,
        Verdict.MOVED.reason(),
        List.of(),
        List.of(new Explanation.Move(1, A, B, 1, 1, Optional.empty())));
  }
}
