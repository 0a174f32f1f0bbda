// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Uses artificial times: version n begins at 100 n and is acknowledged at 100 n + 50. */
class VersionHistoryTest {
  private static final int ROW = 7;

  private final VersionHistory history = new VersionHistory();

  @Test
  void readBeforeTheFirstChangeMustBeEmpty() {
    write(Change.PUT);

    assertThat(judge(row(List.of(), List.of()), 10, 90)).isEmpty();
    assertThat(judge(row(List.of(1), List.of(1)), 10, 90)).contains(Problem.Kind.FUTURE);
  }

  @Test
  void readDuringAChangeMaySeeItOrNot() {
    write(Change.PUT);

    assertThat(judge(row(List.of(), List.of()), 110, 130)).isEmpty();
    assertThat(judge(row(List.of(1), List.of(1)), 110, 130)).isEmpty();
  }

  @Test
  void readThatOverlapsSeveralChangesMaySeeAnyOfThem() {
    write(Change.PUT);
    write(Change.PUT_A);
    write(Change.DELETE);

    for (SeenRow allowed :
        List.of(
            row(List.of(), List.of()), row(List.of(1), List.of(1)), row(List.of(2), List.of(1)))) {
      VersionHistory fresh = new VersionHistory();
      write(fresh, Change.PUT);
      write(fresh, Change.PUT_A);
      write(fresh, Change.DELETE);
      assertThat(fresh.judge(allowed, 90, 400)).isEmpty();
    }
    assertThat(judge(row(List.of(2), List.of(2)), 90, 400)).contains(Problem.Kind.IMPOSSIBLE);
  }

  @Test
  void acknowledgedChangeMustBeSeen() {
    write(Change.PUT);
    write(Change.PUT);

    assertThat(judge(row(List.of(2), List.of(2)), 260, 270)).isEmpty();
    assertThat(judge(row(List.of(1), List.of(1)), 260, 270)).contains(Problem.Kind.STALE);
    assertThat(judge(row(List.of(), List.of()), 260, 270)).contains(Problem.Kind.STALE);
  }

  @Test
  void readThatBeganBeforeTheAcknowledgementMaySeeTheStateBefore() {
    write(Change.PUT);
    write(Change.PUT);

    assertThat(judge(row(List.of(1), List.of(1)), 249, 270)).isEmpty();
  }

  @Test
  void readThatBeganInTheInstantOfTheAcknowledgementMaySeeTheStateBefore() {
    write(Change.PUT);

    assertThat(judge(row(List.of(), List.of()), 150, 170)).isEmpty();
  }

  @Test
  void reappearingDeletedPutIsDetected() {
    write(Change.PUT);
    write(Change.DELETE);

    assertThat(judge(row(List.of(1), List.of(1)), 300, 310)).contains(Problem.Kind.STALE);
  }

  @Test
  void reappearingDeletedColumnBesideANewOneIsDetected() {
    write(Change.PUT);
    write(Change.DELETE);
    write(Change.PUT_A);

    assertThat(judge(row(List.of(3), List.of()), 400, 410)).isEmpty();
    assertThat(judge(row(List.of(3), List.of(1)), 400, 410)).contains(Problem.Kind.IMPOSSIBLE);
  }

  @Test
  void deletedVersionBelowANewOneIsDetectedByAReadOfAllVersions() {
    write(Change.PUT);
    write(Change.DELETE);
    write(Change.PUT);

    assertThat(judge(allVersions(List.of(3), List.of(3)), 400, 410)).isEmpty();
    assertThat(judge(allVersions(List.of(3, 1), List.of(3, 1)), 400, 410))
        .contains(Problem.Kind.IMPOSSIBLE);
  }

  @Test
  void missingOldVersionIsDetectedByAReadOfAllVersions() {
    write(Change.PUT);
    write(Change.PUT);
    write(Change.PUT);
    write(Change.PUT);

    assertThat(judge(allVersions(List.of(4, 3, 2), List.of(4, 3, 2)), 500, 510)).isEmpty();
    assertThat(judge(allVersions(List.of(4, 2), List.of(4, 2)), 500, 510))
        .contains(Problem.Kind.IMPOSSIBLE);
    assertThat(judge(allVersions(List.of(4, 3, 2, 1), List.of(4, 3, 2, 1)), 500, 510))
        .contains(Problem.Kind.IMPOSSIBLE);
  }

  @Test
  void familiesOfDifferentVersionsAreTornEvenIfBothAreAllowed() {
    write(Change.PUT);
    write(Change.PUT);
    SeenRow torn =
        new SeenRow(
            ROW,
            1,
            Map.of("f", columns(List.of(1), List.of(1)), "g", columns(List.of(2), List.of(2))));

    assertThat(judge(torn, 110, 270)).contains(Problem.Kind.TORN);
    assertThat(judge(torn.only("f"), 110, 270)).isEmpty();
    assertThat(judge(torn.only("g"), 110, 270)).isEmpty();
  }

  @Test
  void columnsOfDifferentVersionsAreDetectedEvenIfBothAreAllowed() {
    write(Change.PUT);
    write(Change.PUT);

    assertThat(judge(row(List.of(1), List.of(2)), 110, 270)).contains(Problem.Kind.IMPOSSIBLE);
    SeenRow parts = row(List.of(1), List.of(2));
    assertThat(judge(parts.only("f", Column.A), 110, 270)).isEmpty();
    assertThat(judge(parts.only("f", Column.B), 110, 270)).isEmpty();
  }

  @Test
  void halfOfARowMutationIsDetected() {
    write(Change.PUT);
    write(Change.EXCHANGE); // deletes a, puts b

    assertThat(judge(row(List.of(), List.of(2)), 110, 270)).isEmpty();
    assertThat(judge(row(List.of(1), List.of(2)), 110, 270)).contains(Problem.Kind.IMPOSSIBLE);
    assertThat(judge(row(List.of(), List.of(1)), 110, 270)).contains(Problem.Kind.IMPOSSIBLE);
  }

  @Test
  void seenVersionStaysVisible() {
    write(Change.PUT);
    history.begin(Change.PUT, 200); // not acknowledged

    assertThat(judge(row(List.of(1), List.of(1)), 210, 220)).isEmpty();
    assertThat(judge(row(List.of(2), List.of(2)), 210, 230)).isEmpty();
    assertThat(judge(row(List.of(1), List.of(1)), 225, 240)).isEmpty(); // overlaps the second
    assertThat(judge(row(List.of(1), List.of(1)), 231, 240)).contains(Problem.Kind.STALE);
    assertThat(judge(row(List.of(2), List.of(2)), 231, 240)).isEmpty();
  }

  @Test
  void statesThatLookTheSameCountAsTheOldest() {
    write(Change.PUT);
    write(Change.DELETE);
    write(Change.PUT);
    history.begin(Change.DELETE, 400); // as empty as after version 2

    assertThat(judge(row(List.of(), List.of()), 290, 410)).isEmpty(); // perhaps version 2
    assertThat(judge(row(List.of(3), List.of(3)), 420, 430)).isEmpty();
  }

  @Test
  void statesOfColumnsFollowTheChanges() {
    write(Change.PUT);
    write(Change.PUT_B);
    write(Change.DELETE_A);
    write(Change.REPLACE);
    write(Change.RENEW);
    write(Change.DELETE_B);

    assertThat(history.state(0)).isEqualTo(new RowState(List.of(), List.of()));
    assertThat(history.state(1)).isEqualTo(new RowState(List.of(1), List.of(1)));
    assertThat(history.state(2)).isEqualTo(new RowState(List.of(1), List.of(2, 1)));
    assertThat(history.state(3)).isEqualTo(new RowState(List.of(), List.of(2, 1)));
    assertThat(history.state(4)).isEqualTo(new RowState(List.of(4), List.of()));
    assertThat(history.state(5)).isEqualTo(new RowState(List.of(5), List.of(5)));
    assertThat(history.state(6)).isEqualTo(new RowState(List.of(5), List.of()));
  }

  @Test
  void longHistoriesAreKeptWhole() {
    for (int i = 0; i < 1_000; i++) {
      write(Change.PUT);
    }

    assertThat(judge(row(List.of(1_000), List.of(1_000)), 200_000, 200_001)).isEmpty();
    assertThat(judge(row(List.of(3), List.of(3)), 320, 330)).isEmpty();
    assertThat(judge(row(List.of(2), List.of(2)), 360, 370)).contains(Problem.Kind.STALE);
  }

  @Test
  void nextChangeWaitsForTheAcknowledgement() {
    int version = history.begin(Change.PUT, 100);

    assertThat(history.isSettled()).isFalse();
    assertThatThrownBy(() -> history.begin(Change.PUT, 110))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1");
    history.acknowledge(version, 150);
    assertThat(history.isSettled()).isTrue();
    assertThatThrownBy(() -> history.acknowledge(version + 1, 160))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void problemNamesTheAllowedVersions() {
    write(Change.PUT);
    write(Change.PUT_A);

    assertThat(history.judge(row(List.of(9), List.of(9)), 160, 270))
        .get()
        .extracting(Problem::allowed)
        .asString()
        .contains("version 1: a=[1] b=[1] or version 2: a=[2, 1] b=[1]")
        .contains("1:PUT 2:PUT_A");
  }

  private void write(Change change) {
    write(history, change);
  }

  private static void write(VersionHistory history, Change change) {
    long begin = 100L * (history.lastVersion() + 1);
    history.acknowledge(history.begin(change, begin), begin + 50);
  }

  private Optional<Problem.Kind> judge(SeenRow seen, long start, long end) {
    return history.judge(seen, start, end).map(Problem::kind);
  }

  private static SeenRow row(List<Integer> a, List<Integer> b) {
    return new SeenRow(ROW, 1, Map.of("f", columns(a, b), "g", columns(a, b)));
  }

  private static SeenRow allVersions(List<Integer> a, List<Integer> b) {
    return new SeenRow(ROW, RowState.MAX_VERSIONS, Map.of("f", columns(a, b), "g", columns(a, b)));
  }

  private static Map<Column, List<Integer>> columns(List<Integer> a, List<Integer> b) {
    return Map.of(Column.A, a, Column.B, b);
  }
}
