// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.engine.range.RangePlan.Job;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.Test;

class RangePlannerTest {
  private static final RangeLimits LIMITS = new RangeLimits(1000, 0.1, 100, 3, 2, 2);
  private static final RangeFile LEFT = file("left", 900, 0, 0, 40);
  private static final RangeFile RIGHT = file("right", 800, 0, 50, 90);

  @Test
  void quietStoreNeedsNothing() {
    assertPlan(LEFT, RIGHT, file("wide", 50, 2, 0, 90), file("delta", 90, 3, 0, 20)).isNull();
  }

  @Test
  void storeAtItsLimitsNeedsNothing() {
    assertPlan(LEFT, file("d2", 30, 2, 5, 6), file("d3", 30, 3, 5, 6)).isNull();
    assertPlan(LEFT, file("d2", 100, 2, 5, 6)).isNull();
    assertThat(plan(LEFT, file("d2", 101, 2, 5, 6)).job()).isEqualTo(Job.MERGE_BUDGET);
    assertPlan(LEFT, RIGHT, file("d2", 170, 2, 5, 6)).as("a tenth of the bases").isNull();
    assertThat(plan(LEFT, RIGHT, file("d2", 171, 2, 5, 6)).job()).isEqualTo(Job.MERGE_BUDGET);
    assertPlan(LEFT, RIGHT, file("w2", 1999, 2, 0, 90)).isNull();
    assertThat(plan(LEFT, RIGHT, file("w2", 2000, 2, 0, 90)).job()).isEqualTo(Job.DISTRIBUTE);
    assertPlan(LEFT, file("d2", 50, 2, 45, 50), file("d3", 49, 3, 51, 60))
        .as("no range together")
        .isNull();
  }

  @Test
  void halvesOfTheParentAreMergedFirst() {
    RangeFile half = RangeFile.named("half", 700, 1).rows(row(60), row(90)).reference(true).build();
    RangePlan plan = plan(LEFT, half, file("w3", 50, 3, 0, 90), file("w4", 50, 4, 0, 90));
    assertThat(plan.job()).isEqualTo(Job.MERGE_REFERENCE);
    assertThat(names(plan)).containsExactly("half");
    assertThat(plan.keys()).isEqualTo(new KeyRange(row(60), KeyRange.OPEN));
    assertThat(plan.dropsMarkers()).isTrue();
  }

  @Test
  void wideHalfIsDistributed() {
    RangeFile half = RangeFile.named("half", 70, 2).rows(row(0), row(90)).reference(true).build();
    RangePlan plan = plan(LEFT, RIGHT, half);
    assertThat(plan.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(plan.boundaries()).containsExactly(KeyRange.OPEN, row(50), KeyRange.OPEN);
    assertThat(plan.dropsMarkers()).isFalse();
  }

  @Test
  void enoughWideFilesAreDistributedOldestFirst() {
    RangePlan plan = plan(LEFT, RIGHT, file("w5", 60, 5, 0, 90), file("w4", 60, 4, 0, 90));
    assertThat(plan.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(names(plan)).containsExactly("w4", "w5");
  }

  /** Or the delta "d4" would be older than old cells in the output, by sequence id newer. */
  @Test
  void distributionEndsAtADeltaThatIsBetweenWideFiles() {
    RangePlan plan =
        plan(LEFT, RIGHT, file("w3", 9, 3, 0, 90), file("d4", 9, 4, 5, 6), file("w5", 9, 5, 0, 90));
    assertThat(plan.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(names(plan)).containsExactly("w3");
  }

  /** After a crash in a commit some outputs are beside their inputs, with the same id. */
  @Test
  void distributionEndsWhereACopyOfItsCellsIsLeftOut() {
    RangePlan plan =
        plan(LEFT, RIGHT, file("w5", 9, 5, 0, 90), file("d5", 9, 5, 5, 6), file("w7", 9, 7, 0, 90));
    assertThat(plan.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(names(plan)).containsExactly("w5");
  }

  @Test
  void deltasOutOfMinorCompactionsAreNotConsolidated() {
    RangeFile out = RangeFile.named("d2", 9, 2).rows(row(5), row(6)).inMinor(false).build();
    RangePlan plan = plan(LEFT, out, file("d4", 30, 4, 5, 6), file("d5", 30, 5, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.CONSOLIDATE);
    assertThat(names(plan)).containsExactly("d4", "d5");
  }

  @Test
  void filesOutOfMinorCompactionsAreDistributedByAMajorOneOnly() {
    RangeFile out =
        RangeFile.named("w2", 9, 2).rows(row(0), row(90)).inMinor(false).writtenMillis(5).build();
    RangeFile four = written(file("w4", 9, 4, 0, 90), 20);
    RangeFile six = written(file("w6", 9, 6, 0, 90), 20);
    RangeFile left = written(LEFT, 20);
    RangeFile right = written(RIGHT, 20);
    assertThat(names(plan(left, right, out, four, six))).containsExactly("w4", "w6");
    RangePlan major = next(Set.of(), new MajorSweep(11), left, right, out, four);
    assertThat(major.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(names(major)).containsExactly("w2", "w4");
    assertThat(major.writtenMillis()).as("of the oldest").isEqualTo(5);
  }

  private static RangeFile written(RangeFile file, long millis) {
    return RangeFile.named(file.name(), file.bytes(), file.sequenceId())
        .rows(file.first(), file.last())
        .writtenMillis(millis)
        .build();
  }

  /** A file out of minor compactions keeps the older file from the others, but not them. */
  @Test
  void consolidationStartsBehindAFileThatStays() {
    RangeFile out = RangeFile.named("d4", 9, 4).rows(row(5), row(6)).inMinor(false).build();
    RangePlan plan =
        plan(LEFT, file("d2", 9, 2, 5, 6), out, file("d6", 9, 6, 5, 6), file("d8", 9, 8, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.CONSOLIDATE);
    assertThat(names(plan)).containsExactly("d6", "d8");
  }

  @Test
  void mergeWaitsForAnOlderWideFile() {
    RangePlan plan = plan(LEFT, RIGHT, file("w3", 9, 3, 0, 90), file("d4", 500, 4, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(names(plan)).containsExactly("w3");
  }

  @Test
  void mergeTakesTheRangeWithMostDeltaBytes() {
    RangePlan plan = plan(LEFT, RIGHT, file("d2", 150, 2, 5, 6), file("d3", 160, 3, 60, 61));
    assertThat(plan.job()).isEqualTo(Job.MERGE_BUDGET);
    assertThat(names(plan)).containsExactly("right", "d3");
    assertThat(plan.outputs()).isOne();
    assertThat(plan.dropsMarkers()).isTrue();
  }

  @Test
  void markersStayWhileAFileOfTheRowsIsNotStrictlyNewer() {
    RangeFile merged = file("left", 900, 4, 0, 40);
    RangeFile delta = file("d5", 300, 5, 5, 6);
    assertThat(plan(merged, RIGHT, delta, file("w7", 9, 7, 0, 90)).dropsMarkers()).isTrue();
    assertThat(plan(merged, RIGHT, delta, file("w6", 9, 6, 0, 90)).dropsMarkers())
        .as("HBase adds 1 to the id of an upper half, not to that of a whole file")
        .isFalse();
    assertThat(plan(merged, RIGHT, delta, file("w5", 9, 5, 0, 90)).dropsMarkers()).isFalse();
    assertThat(plan(merged, RIGHT, delta, file("w3", 9, 3, 0, 90)).dropsMarkers()).isFalse();
    assertThat(plan(merged, RIGHT, delta, file("w3", 9, 3, 45, 90)).dropsMarkers()).isTrue();
  }

  @Test
  void manySmallDeltasAreConsolidatedAndLargeOnesMerged() {
    RangePlan small =
        plan(LEFT, file("d2", 30, 2, 5, 6), file("d3", 30, 3, 5, 6), file("d4", 30, 4, 5, 6));
    assertThat(small.job()).isEqualTo(Job.CONSOLIDATE);
    assertThat(names(small)).containsExactly("d2", "d3", "d4");
    RangePlan large =
        plan(LEFT, file("d2", 160, 2, 5, 6), file("d3", 160, 3, 5, 6), file("d4", 160, 4, 5, 6));
    assertThat(large.job()).isEqualTo(Job.MERGE_FILES);
    assertThat(names(large)).containsExactly("left", "d2", "d3", "d4");
    assertThat(large.outputs()).isEqualTo(2);
  }

  /** Or the deepest range, by which HBase holds flushes back, would wait for all lower keys. */
  @Test
  void rangeWithTheMostFilesIsCompactedFirst() {
    RangeFile[] consolidated = {
      LEFT,
      file("d2", 9, 2, 5, 6),
      file("d3", 9, 3, 5, 6),
      file("d4", 9, 4, 5, 6),
      RIGHT,
      file("e2", 9, 2, 60, 61),
      file("e3", 9, 3, 60, 61),
      file("e4", 9, 4, 60, 61),
      file("e5", 9, 5, 60, 61)
    };
    assertThat(names(plan(consolidated))).containsExactly("e2", "e3", "e4", "e5");
    RangeFile[] merged = {
      LEFT,
      file("d2", 9, 2, 5, 6),
      file("d3", 9, 3, 5, 6),
      file("d4", 9, 4, 5, 6),
      RIGHT,
      file("e2", 160, 2, 60, 61),
      file("e3", 160, 3, 60, 61),
      file("e4", 160, 4, 60, 61),
      file("e5", 160, 5, 60, 61)
    };
    assertThat(plan(merged).job()).isEqualTo(Job.MERGE_FILES);
    assertThat(names(plan(merged))).containsExactly("right", "e2", "e3", "e4", "e5");
  }

  @Test
  void deltasBesideTheBaseThatAreLargeTogetherBecomeOneFile() {
    RangePlan plan = plan(LEFT, file("d2", 130, 2, 45, 50), file("d3", 130, 3, 51, 60));
    assertThat(plan.job()).isEqualTo(Job.CONSOLIDATE);
    assertThat(plan.dropsMarkers()).isFalse();
  }

  /** Together with what overlaps the base they would be a delta again. */
  @Test
  void deltasThatTouchTheBaseMakeNoRange() {
    RangePlan above = plan(LEFT, file("d2", 130, 2, 40, 45), file("d3", 130, 3, 46, 50));
    assertThat(above.job()).isEqualTo(Job.MERGE_BUDGET);
    RangePlan below = plan(RIGHT, file("d2", 130, 2, 45, 50), file("d3", 130, 3, 40, 44));
    assertThat(below.job()).isEqualTo(Job.MERGE_BUDGET);
  }

  @Test
  void largeRangeIsMergedAndLargeBaseDivided() {
    RangePlan plan =
        plan(file("b", 1500, 1, 0, 90), file("d2", 400, 2, 5, 6), file("d3", 300, 3, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.MERGE_OVERSIZE);
    assertThat(names(plan)).containsExactly("b", "d2");
    assertThat(names(plan(file("b", 5500, 1, 0, 90), file("d", 90, 2, 5, 6)))).containsExactly("b");
    assertPlan(file("one row", 5500, 1, 7, 7)).isNull();
  }

  /** Or a base that is nearly too large could never be merged. */
  @Test
  void twoFilesAreTakenThoughTheyExceedTheLimit() {
    RangeFile empty = RangeFile.named("empty", 1, 1).build();
    RangePlan merge = plan(file("b", 1900, 1, 0, 90), file("d2", 300, 2, 5, 6), empty);
    assertThat(merge.job()).isEqualTo(Job.MERGE_OVERSIZE);
    assertThat(names(merge)).containsExactly("b", "d2", "empty");
    RangePlan wide = plan(LEFT, RIGHT, file("w3", 1500, 3, 0, 90), file("w5", 1500, 5, 0, 90));
    assertThat(names(wide)).as("one file is enough for a distribution").containsExactly("w3");
  }

  @Test
  void limitOfAMergeIsIncluded() {
    RangePlan plan =
        plan(file("b", 1500, 1, 0, 90), file("d2", 300, 2, 5, 6), file("d3", 200, 3, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.MERGE_BUDGET);
    assertThat(names(plan)).containsExactly("b", "d2", "d3");
  }

  /** Or the merge of the base with the oldest one would be older than what is between them. */
  @Test
  void deltasBelowTheBaseThatDoNotFitAreConsolidatedFirst() {
    RangePlan plan =
        plan(
            file("b", 1700, 9, 0, 40),
            file("d1", 240, 1, 5, 6),
            file("d3", 240, 3, 5, 6),
            file("d9", 9, 9, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.CONSOLIDATE);
    assertThat(names(plan)).containsExactly("d1", "d3");
    RangeFile merged = RangeFile.named("b", 900, 9).rows(row(0), row(40)).merged(true).build();
    RangePlan large = plan(merged, file("d1", 1100, 1, 5, 6), file("d3", 1100, 3, 5, 6));
    assertThat(large.job()).isEqualTo(Job.CONSOLIDATE);
    assertThat(names(large)).containsExactly("d1", "d3");
  }

  @Test
  void sweepVisitsOldRangesOnce() {
    RangeFile old = RangeFile.named("o", 900, 1).rows(row(0), row(40)).writtenMillis(10).build();
    RangeFile older = RangeFile.named("p", 900, 1).rows(row(50), row(90)).writtenMillis(5).build();
    RangeFile wide = RangeFile.named("w", 9, 2).rows(row(0), row(90)).writtenMillis(12).build();
    MajorSweep sweep = new MajorSweep(11).or(MajorSweep.NONE);
    RangePlan plan = next(Set.of(), sweep, old, older, wide);
    assertThat(plan.job()).isEqualTo(Job.MERGE_FORCED);
    assertThat(names(plan)).containsExactly("p");
    assertThat(names(next(Set.of("p"), sweep, old, older, wide))).containsExactly("o");
    assertThat(next(Set.of(), new MajorSweep(13), old, older, wide).job())
        .isEqualTo(Job.DISTRIBUTE);
    assertThat(next(Set.of(), new MajorSweep(5), old, older, wide)).isNull();
    RangeLayout layout = RangeLayout.of(List.of(old, older, wide), LIMITS.rangeBytes());
    assertThat(Sweeps.isDone(sweep, layout)).isFalse();
    assertThat(Sweeps.isDone(new MajorSweep(5), layout)).isTrue();
  }

  @Test
  void sweepVisitsANewBaseForItsOldDelta() {
    RangeFile base = RangeFile.named("b", 900, 1).rows(row(0), row(40)).writtenMillis(20).build();
    RangeFile delta = RangeFile.named("d", 9, 2).rows(row(5), row(6)).writtenMillis(5).build();
    RangePlan plan = next(Set.of(), new MajorSweep(11), base, delta);
    assertThat(plan.job()).isEqualTo(Job.MERGE_FORCED);
    assertThat(names(plan)).containsExactly("b", "d");
  }

  /**
   * Outputs of one merge whose cells have unequal sizes: the second one is too small for a base.
   */
  @Test
  void sweepVisitsABaseBesideADeltaThatWasDividedFromIt() {
    RangeFile base = divided("b", 950, 0, 40, 5);
    RangeFile delta = divided("d", 100, 50, 60, 5);
    MajorSweep sweep = new MajorSweep(11);
    RangePlan both = next(Set.of(), sweep, base, delta);
    assertThat(both.job()).isEqualTo(Job.MERGE_FORCED);
    assertThat(names(both)).containsExactly("b", "d");
    assertThat(both.dropsMarkers()).isTrue();
    RangeFile newBase = divided("b", 950, 0, 40, 20);
    RangeFile newDelta = divided("d", 100, 50, 60, 20);
    assertThat(names(next(Set.of(), sweep, newBase, delta))).containsExactly("b", "d");
    assertThat(names(next(Set.of(), sweep, base, newDelta))).containsExactly("b");
    assertThat(next(Set.of(), sweep, newBase, newDelta)).isNull();
    assertThat(next(Set.of(), MajorSweep.NONE, base, delta)).isNull();
  }

  /** Or the same files would be divided in the same way for ever. */
  @Test
  void filesThatWereDividedFromEachOtherStayThoughTheyExceedALimit() {
    RangeFile large = divided("b", 950, 0, 40, 5);
    assertPlan(large, divided("d", 150, 50, 60, 5)).as("budget").isNull();
    RangePlan copy = plan(large, divided("d", 150, 5, 6, 5));
    assertThat(names(copy)).as("beside its input after a crash").containsExactly("b", "d");
    RangeFile[] around = {
      divided("a", 9, 0, 5, 5),
      divided("b", 9, 6, 7, 5),
      divided("c", 990, 10, 20, 5),
      divided("d", 9, 22, 25, 5)
    };
    assertThat(plan(around).job()).isEqualTo(Job.CONSOLIDATE);
    assertThat(names(plan(around))).as("on one side of the base").containsExactly("a", "b");
  }

  @Test
  void deltasOfOneCompactionAroundANewerBaseAreMerged() {
    RangeFile base = file("base", 900, 0, 20, 40);
    RangePlan plan =
        plan(base, file("a", 9, 2, 5, 6), file("b", 9, 2, 10, 11), file("c", 9, 2, 50, 51));
    assertThat(plan.job()).isEqualTo(Job.MERGE_FILES);
  }

  @Test
  void onlyAMergeThatAWideFileHoldsBackHasItDistributed() {
    RangeFile[] files = {
      divided("b", 1900, 0, 20, 5),
      divided("d", 240, 22, 25, 5),
      file("middle", 900, 0, 30, 50),
      file("right", 900, 0, 60, 90),
      file("w5", 9, 5, 35, 80)
    };
    assertPlan(files).as("b and d were divided from each other").isNull();
  }

  /** Or the region could not be split again. */
  @Test
  void halvesThatWereDividedFromEachOtherAreMerged() {
    RangeFile base = file("b", 950, 1, 0, 40);
    RangeFile half = RangeFile.named("h", 100, 1).rows(row(50), row(60)).reference(true).build();
    RangePlan plan = plan(base, half);
    assertThat(plan.job()).isEqualTo(Job.MERGE_REFERENCE);
    assertThat(names(plan)).containsExactly("b", "h");
  }

  private static RangeFile divided(String name, long bytes, int first, int last, long millis) {
    return RangeFile.named(name, bytes, 1)
        .rows(row(first), row(last))
        .writtenMillis(millis)
        .build();
  }

  @Test
  void emptyFilesAreTakenUnlessTheirSequenceIdMisleads() {
    RangeFile low = RangeFile.named("low", 1, 1).build();
    RangeFile high = RangeFile.named("high", 1, 9).build();
    RangeFile delta = file("d3", 300, 3, 5, 6);
    assertThat(names(plan(LEFT, delta, low, high))).containsExactly("left", "d3", "low", "high");
    assertThat(names(plan(LEFT, RIGHT, delta, file("w4", 9, 4, 0, 90), low, high)))
        .containsExactly("left", "d3", "low");
    assertPlan(low, high).isNull();
    assertThat(names(next(Set.of("low"), MajorSweep.NONE, LEFT, delta, low, high)))
        .as("another compaction has it")
        .containsExactly("left", "d3", "high");
  }

  /** The id of an empty file would move the merge after a file with which it is tied. */
  @Test
  void emptyFileOfAHigherIdStaysBesideATie() {
    RangeFile high = RangeFile.named("high", 1, 9).build();
    RangeFile delta = file("d4", 300, 4, 5, 6);
    assertThat(names(plan(LEFT, RIGHT, delta, file("w3", 9, 3, 0, 90), high)))
        .doesNotContain("high");
    RangeFile merged = file("left", 900, 3, 0, 40);
    RangeFile copy = file("w4", 9, 4, 0, 90);
    assertThat(names(plan(merged, RIGHT, delta, copy, high))).containsExactly("left", "d4");
    RangeFile half = RangeFile.named("h4", 9, 4).rows(row(0), row(90)).reference(true).build();
    assertThat(names(plan(LEFT, RIGHT, file("d3", 9, 3, 5, 6), half, high)))
        .as("the id of the half was 3 before the split")
        .containsExactly("h4");
  }

  /** Such a half is empty, or its blocks could not be read when it was opened. */
  @Test
  void halfWithUnknownRowsIsRewrittenAsIfItHadAllRows() {
    RangeFile half = unknown("half", 3);
    assertThat(plan(half).job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(plan(half).boundaries()).containsExactly(KeyRange.OPEN, KeyRange.OPEN);
    RangePlan plan = plan(LEFT, RIGHT, half, file("d5", 500, 5, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(names(plan)).containsExactly("half");
    assertThat(plan.boundaries()).containsExactly(KeyRange.OPEN, row(50), KeyRange.OPEN);
    assertThat(next(Set.of("half"), MajorSweep.NONE, half)).isNull();
  }

  /** HBase could not read it in order, so a compaction of it would fail again and again. */
  @Test
  void fileWithRowsOutOfOrderIsLeftAloneAndHoldsNoMergeBack() {
    RangeFile damaged = file("x3", 9, 3, 60, 5);
    assertThat(damaged.isOutOfOrder()).isTrue();
    assertThat(damaged.isEmpty()).isFalse();
    MajorSweep sweep = new MajorSweep(11);
    assertThat(next(Set.of(), sweep, damaged, file("y4", 9, 4, 60, 5))).isNull();
    assertThat(Sweeps.isDone(sweep, RangeLayout.of(List.of(damaged), LIMITS.rangeBytes())))
        .isTrue();
    RangePlan plan = plan(LEFT, RIGHT, damaged, file("y2", 9, 2, 60, 5), file("d4", 500, 4, 5, 6));
    assertThat(plan.job()).isEqualTo(Job.MERGE_BUDGET);
    assertThat(names(plan)).containsExactly("left", "d4");
    assertThat(plan.dropsMarkers()).isFalse();
  }

  @Test
  void halvesWithUnknownRowsAreJoinedOnlyIfNoFileIsBetweenThem() {
    RangeFile[] halves = {LEFT, unknown("h3", 3), unknown("h9", 9), file("d6", 9, 6, 5, 6)};
    assertThat(names(plan(halves))).containsExactly("h3");
    halves[3] = RIGHT;
    assertThat(names(plan(halves))).containsExactly("h3", "h9");
  }

  @Test
  void markersStayWhileAHalfWithUnknownRowsMayBeOlder() {
    RangeFile merged = file("left", 900, 4, 0, 40);
    RangeFile delta = file("d5", 300, 5, 5, 6);
    Set<String> busy = Set.of("half");
    RangePlan kept = next(busy, MajorSweep.NONE, merged, delta, unknown("half", 2));
    assertThat(names(kept)).containsExactly("left", "d5");
    assertThat(kept.dropsMarkers()).isFalse();
    assertThat(next(busy, MajorSweep.NONE, merged, delta, unknown("half", 7)).dropsMarkers())
        .isTrue();
    assertThat(next(busy, MajorSweep.NONE, LEFT, RIGHT, delta, unknown("half", 3)))
        .as("a merge would move old cells past the half")
        .isNull();
  }

  /** The half "h4" of an upper region had the id 3 in the parent, like "d3". */
  @Test
  void filesOfATieAreNotMovedPastEachOther() {
    RangeFile tied = file("d3", 9, 3, 5, 6);
    assertThat(names(plan(LEFT, RIGHT, file("w4", 9, 4, 0, 90), file("w8", 9, 8, 0, 90), tied)))
        .containsExactly("w4");
    RangeFile older = file("d2", 9, 2, 5, 6);
    assertThat(names(plan(LEFT, RIGHT, file("w4", 9, 4, 0, 90), file("w8", 9, 8, 0, 90), older)))
        .containsExactly("w4", "w8");
    assertThat(names(plan(LEFT, RIGHT, file("w4", 9, 4, 45, 60), file("w8", 9, 8, 0, 90), tied)))
        .as("no row of both w4 and d3")
        .containsExactly("w4", "w8");
  }

  /** Whether the load has no id, or took it before files that it masks were there. */
  @Test
  void markersOfABulkLoadStayWhileAnyFileOfTheRowsIsLeft() {
    RangeFile wide = file("w9", 9, 9, 0, 90);
    for (long id : new long[] {-1, 4}) {
      RangeFile load =
          RangeFile.named("load", 300, id).rows(row(5), row(6)).masksNewer(true).build();
      assertThat(plan(LEFT, RIGHT, load, wide).job()).isEqualTo(Job.MERGE_BUDGET);
      assertThat(plan(LEFT, RIGHT, load, wide).dropsMarkers()).isFalse();
      assertThat(plan(LEFT, RIGHT, load).dropsMarkers()).isTrue();
      assertThat(plan(LEFT, RIGHT, file("d4", 300, 4, 5, 6), wide).dropsMarkers()).isTrue();
    }
  }

  /** As an output of HBase's stripes or date tiers: its cells may be older than "left" and "d4". */
  @Test
  void markersStayBesideAFileOfUnknownOrder() {
    RangeFile other = orderUnknown("w9", 9, 9, 0, 90);
    RangePlan plan = plan(LEFT, RIGHT, file("d4", 300, 4, 5, 6), other);
    assertThat(names(plan)).containsExactly("left", "d4");
    assertThat(plan.dropsMarkers()).isFalse();
    RangeFile elsewhere = orderUnknown("e9", 9, 9, 60, 61);
    assertThat(plan(LEFT, RIGHT, file("d4", 300, 4, 5, 6), elsewhere).dropsMarkers()).isTrue();
  }

  @Test
  void markersOfAFileOfUnknownOrderStayWhileAnyFileOfTheRowsIsLeft() {
    RangeFile delta = orderUnknown("d4", 300, 4, 5, 6);
    RangePlan plan = plan(LEFT, RIGHT, delta, file("w9", 9, 9, 0, 90));
    assertThat(names(plan)).containsExactly("left", "d4");
    assertThat(plan.dropsMarkers()).isFalse();
    assertThat(plan(LEFT, RIGHT, delta).dropsMarkers()).isTrue();
  }

  private static RangeFile orderUnknown(String name, long bytes, long id, int first, int last) {
    return RangeFile.named(name, bytes, id).rows(row(first), row(last)).orderUnknown(true).build();
  }

  private static RangeFile unknown(String name, long id) {
    return RangeFile.named(name, 9, id).reference(true).build();
  }

  @Test
  void runningCompactionsKeepTheirRangesAndTheLimit() {
    RangeFile[] files = {
      LEFT, RIGHT, file("d2", 300, 2, 5, 6), file("d3", 400, 3, 60, 61), file("w4", 9, 4, 0, 90)
    };
    assertThat(names(next(Set.of("right"), MajorSweep.NONE, files))).containsExactly("left", "d2");
    assertThat(next(Set.of("right", "left"), MajorSweep.NONE, files)).isNull();
    assertThat(next(Set.of("right", "w4"), MajorSweep.NONE, files)).isNull();
  }

  @Test
  void planAboveTheLimitIsRefused() {
    List<RangeFile> inputs = List.of(LEFT, RIGHT, file("d2", 301, 2, 5, 6));
    RangePlan plan = new RangePlan(Job.MERGE_FILES, inputs, KeyRange.ALL, List.of(), 1, false);
    assertThatThrownBy(() -> plan.within(LIMITS)).hasMessageContaining("2001 bytes");
    assertThat(
            new RangePlan(Job.MERGE_FILES, inputs.subList(0, 2), KeyRange.ALL, List.of(), 1, true))
        .satisfies(two -> two.within(new RangeLimits(1, 1, 0, 2, 1, 1)));
    assertThatThrownBy(
            () -> new RangePlan(Job.CONSOLIDATE, inputs, KeyRange.ALL, List.of(), 1, true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Or the put of "d2" had the id of "d4", and a merge without it could drop a marker of "d3". */
  @Test
  void chosenFilesEndWhereAFileOfTheRowsIsBetweenThem() {
    RangeFile d2 = file("d2", 9, 2, 5, 6);
    RangeFile d3 = file("d3", 9, 3, 5, 6);
    RangeFile d4 = file("d4", 9, 4, 5, 6);
    assertThat(names(chosen(List.of(d4, d2), LEFT, RIGHT, d2, d3, d4))).containsExactly("d2");
    RangePlan all = chosen(List.of(d4, d3, d2), LEFT, RIGHT, d2, d3, d4);
    assertThat(names(all)).containsExactly("d2", "d3", "d4");
    assertThat(all.job()).isEqualTo(Job.DISTRIBUTE);
    assertThat(all.dropsMarkers()).isFalse();
    assertThat(all.boundaries()).containsExactly(KeyRange.OPEN, row(50), KeyRange.OPEN);
    assertThat(names(chosen(List.of(LEFT, RIGHT, d2), LEFT, RIGHT, d2)))
        .containsExactly("left", "right", "d2");
    assertThat(chosen(List.of(), LEFT)).isNull();
  }

  private static RangePlan chosen(List<RangeFile> chosen, RangeFile... files) {
    RangeLayout layout = RangeLayout.of(List.of(files), LIMITS.rangeBytes());
    return new RangePlanner(LIMITS).chosen(layout, chosen).orElse(null);
  }

  @Test
  void limitsNameTheValueAndWhatIsAllowed() {
    assertThatThrownBy(() -> new RangeLimits(1, 1.5, 0, 2, 1, 1))
        .hasMessage("unmergedRatio is 1.5, allowed: above 0, up to 1");
  }

  private static ObjectAssert<RangePlan> assertPlan(RangeFile... files) {
    return assertThat(plan(files));
  }

  private static RangePlan plan(RangeFile... files) {
    return next(Set.of(), MajorSweep.NONE, files);
  }

  private static RangePlan next(Set<String> busy, MajorSweep sweep, RangeFile... files) {
    RangeLayout layout = RangeLayout.of(List.of(files), LIMITS.rangeBytes());
    return new RangePlanner(LIMITS).next(layout, busy, sweep).orElse(null);
  }

  private static List<String> names(RangePlan plan) {
    return plan.inputs().stream().map(RangeFile::name).toList();
  }

  private static RangeFile file(String name, long bytes, long id, int first, int last) {
    return RangeFile.named(name, bytes, id).rows(row(first), row(last)).build();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("%04d".formatted(number));
  }
}
