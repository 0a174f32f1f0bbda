// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarmupLimitTest {
  @Test
  void twoWarmupsOfTheSameRowsGoOn() {
    assertThat(surplus("a1", "a2")).isEmpty();
    assertThat(surplus("a1", "a2", "a3")).containsExactly("a1");
    assertThat(surplus("a1", "a2", "a3", "a4")).containsExactly("a1", "a2");
  }

  @Test
  void warmupsOfOtherRowsDoNotCount() {
    assertThat(surplus("a1", "b1", "a2", "b2", "c1")).isEmpty();
    assertThat(surplus("a1", "b1", "a2", "c1", "b2", "a3")).containsExactly("a1");
  }

  /** A distribution to all ranges, then merges of single ranges. */
  @Test
  void warmupsOfTwoRangesDoNotEndThatOfBoth() {
    assertThat(surplus("*1", "a1", "b1", "c1")).isEmpty();
    assertThat(surplus("*1", "a1", "b1", "a2")).containsExactly("*1");
    assertThat(surplus("*1", "a1", "*2", "b1")).containsExactly("*1");
  }

  @Test
  void storeHasSixteenWarmupsAtMost() {
    List<String> ofEachRange =
        IntStream.range(0, 18).mapToObj(i -> (char) ('a' + i) + "1").toList();

    assertThat(surplus(ofEachRange.subList(0, 16).toArray(String[]::new))).isEmpty();
    assertThat(surplus(ofEachRange.toArray(String[]::new))).containsExactly("a1", "b1");
  }

  /** Warm-ups with the same first letter share rows, and those with a star share all. */
  private static List<String> surplus(String... warmups) {
    return WarmupLimit.surplus(
        List.of(warmups), (a, b) -> isOfAll(a) || isOfAll(b) || a.charAt(0) == b.charAt(0));
  }

  private static boolean isOfAll(String warmup) {
    return warmup.charAt(0) == '*';
  }
}
