// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ColumnVersionsTest {
  private static final int VERSIONS = 3;

  @Test
  void putWithTheHighestTimestampIsVisible() {
    ColumnVersions column = put(put(ColumnVersions.none(), 20, "b", 1), 10, "a", 2);

    assertThat(column.possible()).isEqualTo(values("b"));
  }

  @Test
  void laterPutOfTheSameTimestampReplacesTheEarlierOne() {
    ColumnVersions column = put(put(ColumnVersions.none(), 10, "a", 1), 10, "b", 2);

    assertThat(column.possible()).isEqualTo(values("b"));
    assertThat(column.deleteAt(10, 3, Outcome.DURABLE).possible()).isEqualTo(absent());
  }

  @Test
  void eitherOfTwoPutsOfOneChangeWithTheSameTimestampIsPossible() {
    ColumnVersions column = put(put(ColumnVersions.none(), 10, "a", 1), 10, "b", 1);

    assertThat(column.possible()).contains(Optional.of("a"), Optional.of("b"));
  }

  @Test
  void deleteOfTheNewestPutUncoversTheOneBelow() {
    ColumnVersions column =
        put(put(ColumnVersions.none(), 10, "a", 1), 20, "b", 2).deleteAt(20, 3, Outcome.DURABLE);

    assertThat(column.possible()).isEqualTo(values("a"));
  }

  @Test
  void putBelowAnEarlierMarkerIsHiddenUntilACompactionDropsTheMarker() {
    ColumnVersions column =
        put(put(ColumnVersions.none(), 10, "a", 1).deleteUpTo(20, 2, Outcome.DURABLE), 15, "b", 3);

    assertThat(column.possible()).isEqualTo(valuesOrAbsent("b"));
  }

  @Test
  void putAtTheTimestampOfAnEarlierMarkerIsHiddenUntilACompactionDropsTheMarker() {
    ColumnVersions below = put(ColumnVersions.none(), 5, "a", 1);
    ColumnVersions column = put(below.deleteAt(10, 2, Outcome.DURABLE), 10, "b", 3);

    assertThat(column.possible()).isEqualTo(values("b", "a"));
  }

  @Test
  void laterMarkerHidesForGood() {
    ColumnVersions column =
        put(put(ColumnVersions.none(), 10, "a", 1), 20, "b", 2).deleteUpTo(20, 3, Outcome.DURABLE);

    assertThat(column.possible()).isEqualTo(absent());
    assertThat(column.size()).isZero();
  }

  @Test
  void putAboveAMarkerIsVisible() {
    ColumnVersions column =
        put(ColumnVersions.none().deleteUpTo(20, 1, Outcome.DURABLE), 21, "a", 2);

    assertThat(column.possible()).isEqualTo(values("a"));
  }

  @Test
  void putAndMarkerOfOneChangeMayComeInEitherOrder() {
    ColumnVersions column =
        put(ColumnVersions.none(), 10, "a", 1).deleteUpTo(20, 1, Outcome.DURABLE);

    assertThat(column.possible()).isEqualTo(valuesOrAbsent("a"));
  }

  @Test
  void unsyncedPutMayBeLost() {
    ColumnVersions column =
        put(ColumnVersions.none(), 10, "a", 1).put(20, "b", 2, Outcome.UNSYNCED, VERSIONS);

    assertThat(column.possible()).isEqualTo(values("b", "a"));
    assertThat(put(column, 30, "c", 3).possible()).isEqualTo(values("c"));
  }

  @Test
  void unsyncedMarkerMayBeLost() {
    ColumnVersions column =
        put(ColumnVersions.none(), 10, "a", 1).deleteUpTo(20, 2, Outcome.UNSYNCED);

    assertThat(column.possible()).isEqualTo(valuesOrAbsent("a"));
  }

  @Test
  void unsyncedPutIsHiddenForGoodByALaterMarkerAndOneOfUnknownOutcomeIsNot() {
    ColumnVersions unsynced = ColumnVersions.none().put(10, "a", 1, Outcome.UNSYNCED, VERSIONS);
    ColumnVersions unknown = ColumnVersions.none().put(10, "a", 1, Outcome.UNKNOWN, VERSIONS);

    assertThat(unsynced.deleteUpTo(10, 2, Outcome.DURABLE).possible()).isEqualTo(absent());
    assertThat(unknown.deleteUpTo(10, 2, Outcome.DURABLE).possible())
        .isEqualTo(valuesOrAbsent("a"));
    assertThat(put(unknown, 11, "b", 2).possible()).isEqualTo(values("b"));
  }

  @Test
  void versionBeyondTheMaximumMayBeDropped() {
    ColumnVersions column = ColumnVersions.none();
    for (int i = 1; i <= VERSIONS + 1; i++) {
      column = put(column, 10L * i, "v" + i, i);
    }
    for (int i = VERSIONS + 1; i > 1; i--) {
      column = column.deleteAt(10L * i, 10, Outcome.DURABLE);
    }

    assertThat(column.possible()).isEqualTo(valuesOrAbsent("v1"));
  }

  @Test
  void deleteOfTheNewestVersionLeavesAllPossible() {
    ColumnVersions column = put(put(ColumnVersions.none(), 10, "a", 1), 20, "b", 2).deleteNewest();

    assertThat(column.possible()).isEqualTo(valuesOrAbsent("b", "a"));
  }

  private static ColumnVersions put(ColumnVersions column, long time, String value, int change) {
    return column.put(time, value, change, Outcome.DURABLE, VERSIONS);
  }

  private static Set<Optional<String>> values(String... values) {
    return Arrays.stream(values).map(Optional::of).collect(Collectors.toSet());
  }

  private static Set<Optional<String>> valuesOrAbsent(String... values) {
    Set<Optional<String>> all = values(values);
    all.add(Optional.empty());
    return all;
  }

  private static Set<Optional<String>> absent() {
    return Set.of(Optional.empty());
  }
}
