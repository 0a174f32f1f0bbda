// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static io.lighter.engine.forest.Files.facts;
import static io.lighter.engine.forest.Files.file;
import static io.lighter.engine.forest.Files.hinted;
import static io.lighter.engine.forest.Files.place;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.ForestLimits.DropDeletes;
import io.lighter.engine.forest.ForestPlan.Job;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterCheckTest {
  private final ForestFile old = file(10, "a", "m");
  private final ForestFile middle = file(20, "l", "p");
  private final ForestFile recent = file(30, "a", "m");

  private static ClusterCheck check(DropDeletes drop, ForestFile... files) {
    return new ClusterCheck(List.of(files), drop);
  }

  private static ForestPlan plan(boolean drops, ForestFile... files) {
    return new ForestPlan(Job.CLUSTER, List.of(files), Optional.empty(), List.of(), drops);
  }

  @Test
  void fileOfAnAgeInBetweenIsRefused() {
    ClusterCheck check = check(DropDeletes.NO_OLDER, old, middle, recent);
    assertThat(check.problem(plan(false, old, recent))).isPresent();
    assertThat(check.problem(plan(false, old, middle))).isEmpty();
    assertThat(check.problem(plan(false, middle, recent))).isEmpty();
    assertThat(
            check(DropDeletes.NO_OLDER, old, file(20, "n", "p"), recent)
                .problem(plan(false, old, recent)))
        .as("no row in common")
        .isEmpty();
  }

  /** The output would have the id of the other file of the flush, and older cells of its rows. */
  @Test
  void otherFileOfTheNewestFlushIsRefusedIfItOverlapsAnOlderInput() {
    ForestFile low = file(30, "a", "k");
    ForestFile high = file(30, "l", "z");
    ClusterCheck check = check(DropDeletes.NO_OLDER, old, low, high);
    assertThat(check.problem(plan(false, old, low))).isPresent();
    assertThat(check.problem(plan(false, old, low, high))).isEmpty();
    assertThat(
            check(DropDeletes.NO_OLDER, old, low, file(30, "n", "z"))
                .problem(plan(false, old, low)))
        .as("no row in common with the older input")
        .isEmpty();
  }

  /** The output has the id of the newer input, and so has the right order to the rest. */
  @Test
  void otherFileOfTheOldestFlushMayBeLeftOut() {
    ForestFile high = file(10, "n", "z");
    ForestFile newer = file(30, "k", "p");
    assertThat(check(DropDeletes.NO_OLDER, old, high, newer).problem(plan(false, old, newer)))
        .isEmpty();
  }

  @Test
  void markersGoUnlessAnOlderFileHasTheirRows() {
    ClusterCheck check = check(DropDeletes.NO_OLDER, old, middle, recent);
    assertThat(check.mayDropMarkers(List.of(old, middle))).isTrue();
    assertThat(check.mayDropMarkers(List.of(middle, recent))).isFalse();
    assertThat(check.problem(plan(true, middle, recent))).isPresent();
  }

  @Test
  void markersStayNextToANewerFileIfAllFilesAreWanted() {
    ClusterCheck check = check(DropDeletes.ALL_FILES, old, middle, recent);
    assertThat(check.mayDropMarkers(List.of(old, middle))).isFalse();
    assertThat(check.mayDropMarkers(List.of(old, middle, recent))).isTrue();
  }

  /** A bulk load appears after files of higher ids, and its markers mask their cells. */
  @Test
  void markersOfABulkLoadStayNextToANewerFile() {
    ForestFile load = place(facts(10, "a", "m", 100).masksNewer(true).build(), null);
    ClusterCheck check = check(DropDeletes.NO_OLDER, load, recent);
    assertThat(check.mayDropMarkers(List.of(load))).isFalse();
    assertThat(check.mayDropMarkers(List.of(load, recent))).isTrue();
  }

  @Test
  void markersStayNextToAFileWhoseIdDoesNotTellItsAge() {
    ForestFile foreign = place(facts(30, "a", "m", 100).orderUnknown(true).build(), null);
    assertThat(check(DropDeletes.NO_OLDER, old, foreign).mayDropMarkers(List.of(old))).isFalse();
    assertThat(check(DropDeletes.NO_OLDER, old, file(11, "a", "m")).mayDropMarkers(List.of(old)))
        .as("an id that differs by one is a tie")
        .isFalse();
  }

  /** Its tree is older than its id, which was raised when a region was split or merged. */
  @Test
  void markersStayNextToAFileOfAnOlderPosition() {
    ForestFile raised = hinted(46, "a", "m", new ForestHint(2, 0, 40, 0));
    ForestFile deletes = file(44, "a", "m");
    ClusterCheck check = check(DropDeletes.NO_OLDER, raised, deletes);
    assertThat(check.mayDropMarkers(List.of(deletes))).isFalse();
    assertThat(check.mayDropMarkers(List.of(raised, deletes))).isTrue();
  }
}
