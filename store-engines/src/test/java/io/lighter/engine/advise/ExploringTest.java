// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.policy.SizeRule.Selection;
import org.junit.jupiter.api.Test;

class ExploringTest {
  private static final Exploring RULE = new Exploring(3, 5, 1.2, 0, 100);

  @Test
  void fileLargerThanTheOthersTogetherIsLeftOut() {
    assertThat(RULE.select(new long[] {100, 10, 10, 10})).isEqualTo(new Selection(1, 4));
    assertThat(RULE.select(new long[] {100, 10, 10})).isEqualTo(Selection.NONE);
    assertThat(RULE.select(new long[] {24, 10, 10})).isEqualTo(new Selection(0, 3));
    assertThat(RULE.select(new long[] {25, 10, 10})).isEqualTo(Selection.NONE);
  }

  @Test
  void mostFilesWinAndThenFewestBytes() {
    assertThat(RULE.select(new long[] {9, 9, 9, 8})).isEqualTo(new Selection(0, 4));
    assertThat(RULE.select(new long[] {9, 9, 9, 9, 9, 8})).isEqualTo(new Selection(1, 6));
    assertThat(RULE.select(new long[] {9, 9, 9, 9, 9, 9})).isEqualTo(new Selection(0, 5));
  }

  @Test
  void ratioDoesNotCountBelowTheMinimalSize() {
    Exploring rule = new Exploring(3, 5, 1.2, 103, 100);

    assertThat(rule.select(new long[] {100, 1, 1})).isEqualTo(new Selection(0, 3));
    assertThat(rule.select(new long[] {101, 1, 1})).isEqualTo(Selection.NONE);
  }

  @Test
  void storeWhoseFlushesWaitIsCompactedOutOfRatio() {
    Exploring rule = new Exploring(3, 5, 1.2, 0, 4);

    assertThat(rule.select(new long[] {8_000, 400, 20})).isEqualTo(Selection.NONE);
    assertThat(rule.select(new long[] {8_000, 400, 20, 1})).isEqualTo(new Selection(1, 4));
  }

  /** Four files for 400 bytes are worse than three for 30. */
  @Test
  void storeWhoseFlushesWaitPrefersManyFilesForFewBytes() {
    long[] files = {190, 180, 10, 10, 10};

    assertThat(new Exploring(3, 5, 1.2, 0, 6).select(files)).isEqualTo(new Selection(0, 5));
    assertThat(new Exploring(3, 5, 1.2, 0, 5).select(files)).isEqualTo(new Selection(2, 5));
  }
}
