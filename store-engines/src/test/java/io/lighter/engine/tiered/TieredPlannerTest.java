// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.tiered.FileView.Origin;
import io.lighter.engine.tiered.RunPicker.Run;
import io.lighter.engine.tiered.TieredJob.Reason;
import io.lighter.engine.tiered.TieredPlanner.Fullness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TieredPlannerTest {
  private static final int BLOCKING = 100;

  private final TieredPlanner planner =
      new TieredPlanner(TieredFiles.limits(TierPlan.ofOneTier(4), BLOCKING));
  private final List<FileView> files = new ArrayList<>();

  private void add(Origin origin, int count, long length) {
    for (int i = 0; i < count; i++) {
      files.add(TieredFiles.file(files.size(), length, origin));
    }
  }

  private Optional<TieredJob> next(boolean majorIsAsked, int jobs, int... compacting) {
    BitSet busy = new BitSet();
    for (int file : compacting) {
      busy.set(file);
    }
    return planner.next(new TieredPlanner.State(files, busy, jobs, Long.MAX_VALUE), majorIsAsked);
  }

  private static TieredJob full(int from, int to, int level, boolean all) {
    return new TieredJob(Reason.FULL_RUN, new Run(from, to, level), Optional.empty(), all);
  }

  @Test
  void fullRunIsMergedAndMarkersGoOnlyIfItIsTheStore() {
    add(Origin.FLUSH, 3, 128);
    assertThat(next(false, 0)).isEmpty();
    add(Origin.FLUSH, 1, 128);
    assertThat(next(false, 0)).contains(full(0, 4, 0, true));
    files.add(0, TieredFiles.file(0, 5_000, Origin.COMPACTION));
    assertThat(next(false, 0)).contains(full(1, 5, 0, false));
  }

  @Test
  void twoRunsAreMergedAtATimeAndNotMore() {
    add(Origin.COMPACTION, 4, 2_048);
    add(Origin.FLUSH, 4, 128);
    assertThat(next(false, 0)).contains(full(4, 8, 0, false));
    assertThat(next(false, 1, 4, 5, 6, 7)).contains(full(0, 4, 2, false));
    assertThat(next(false, 2, 4, 5, 6, 7)).isEmpty();
  }

  @Test
  void majorHasAllFilesAndWaitsForCompactingOnes() {
    add(Origin.FLUSH, 8, 128);
    assertThat(next(true, 0))
        .contains(new TieredJob(Reason.MAJOR, new Run(0, 8, 0), Optional.empty(), true));
    assertThat(next(true, 1, 0, 1, 2, 3)).isEmpty();
    assertThat(next(false, 1, 0, 1, 2, 3)).contains(full(4, 8, 0, false));
  }

  @Test
  void mergesDoNotWaitForAMajorWhileFilesPileUp() {
    add(Origin.FLUSH, BLOCKING, 128);
    assertThat(next(true, 1, 0, 1, 2, 3)).contains(full(4, BLOCKING, 0, false));
  }

  @Test
  void majorHasFilesThatAreKeptOutOfMinorMerges() {
    add(Origin.FLUSH, 4, 128);
    files.add(new FileView(128, 4, Origin.BULK_LOAD, false));
    assertThat(next(true, 0)).map(TieredJob::run).contains(new Run(0, 5, 0));
    assertThat(next(false, 0)).contains(full(0, 4, 0, false));
  }

  @Test
  void emptyStoreHasNoMajor() {
    assertThat(next(true, 0)).isEmpty();
  }

  @Test
  void eachRunWithReferencesIsRewrittenByItself() {
    add(Origin.REFERENCE, 2, 100_000);
    add(Origin.REFERENCE, 1, 256);
    add(Origin.FLUSH, 1, 128);
    assertThat(next(false, 0))
        .contains(new TieredJob(Reason.REFERENCES, new Run(2, 4, 0), Optional.empty(), false));
    assertThat(next(false, 1, 2, 3)).map(TieredJob::run).map(Run::to).contains(2);
  }

  @Test
  void referencesAreRewrittenThoughNoFlushWasSeenOrMinorMergesExcludeThem() {
    files.add(new FileView(100_000, 1, Origin.REFERENCE, false));
    assertThat(next(false, 0)).map(TieredJob::reason).contains(Reason.REFERENCES);
  }

  @Test
  void secondJobGoesToFlushesBeforeReferences() {
    add(Origin.REFERENCE, 1, 100_000_000);
    add(Origin.REFERENCE, 1, 10_000);
    add(Origin.FLUSH, 4, 128);
    assertThat(next(false, 0)).map(TieredJob::reason).contains(Reason.REFERENCES);
    assertThat(next(false, 1, 1)).contains(full(2, 6, 0, false));
  }

  @Test
  void storeWithoutAFlushedFileHasTheBaseThatItHadLast() {
    add(Origin.COMPACTION, 4, 128);
    assertThat(next(false, 0)).isEmpty(); // nothing shows that these are small
    add(Origin.FLUSH, 1, 128);
    assertThat(next(false, 0)).isPresent();
    files.remove(4);
    assertThat(next(false, 0)).contains(full(0, 4, 0, true));
  }

  @Test
  void storeOfBulkLoadsHasTheirSizeAsBase() {
    add(Origin.BULK_LOAD, 4, 50);
    assertThat(next(false, 0)).contains(full(0, 4, 0, true));
  }

  @Test
  void configuredBaseIsNotMeasured() {
    TieredPlanner fixed =
        new TieredPlanner(new TieredLimits(TierPlan.ofOneTier(4), 32, 1, 100, BLOCKING, 0));
    add(Origin.FLUSH, 4, 128);
    assertThat(fixed.next(TieredFiles.idle(files), false)).contains(full(0, 4, 1, true));
  }

  /** Files that no merge may have separate runs that are never full. */
  @Test
  void cheapestPairIsMergedIfFlushesWaitAndNoRunIsFull() {
    for (int i = 0; i < BLOCKING; i++) {
      boolean isBarrier = i % 3 == 2;
      files.add(
          new FileView(
              i == 3 || i == 4 ? 65 : 128,
              i,
              isBarrier ? Origin.BULK_LOAD : Origin.FLUSH,
              !isBarrier));
    }
    assertThat(next(false, 0))
        .contains(new TieredJob(Reason.TOO_MANY_FILES, new Run(3, 5, 0), Optional.empty(), false));
    files.remove(BLOCKING - 1);
    assertThat(next(false, 0)).isEmpty();
  }

  @Test
  void runAboveTheLimitOfBytesIsLeft() {
    add(Origin.FLUSH, 4, 128);
    TieredPlanner.State limited = new TieredPlanner.State(files, new BitSet(), 0, 511);
    assertThat(planner.next(limited, false)).isEmpty();
    assertThat(planner.next(limited, true)).isPresent();
  }

  @Test
  void outputHasThePolicyOfItsSize() {
    TierPlan plan =
        new TierPlan(
            List.of(
                new TierPlan.Tier(Optional.empty(), 4, 1_024),
                new TierPlan.Tier(Optional.of("COLD"), 4, Long.MAX_VALUE)));
    TieredPlanner tiered = new TieredPlanner(TieredFiles.limits(plan, BLOCKING));
    add(Origin.FLUSH, 4, 128);
    assertThat(tiered.next(TieredFiles.idle(files), false))
        .map(TieredJob::policy)
        .contains(Optional.of("COLD"));
  }

  /** Or an older file would be in a faster tier than a newer one. */
  @Test
  void outputBehindALargeBulkLoadIsInTheTierOfThat() {
    TierPlan plan =
        new TierPlan(
            List.of(
                new TierPlan.Tier(Optional.empty(), 4, 100_000),
                new TierPlan.Tier(Optional.of("COLD"), 4, Long.MAX_VALUE)));
    TieredPlanner tiered = new TieredPlanner(TieredFiles.limits(plan, 100));
    files.add(TieredFiles.file(1, 64, Origin.REFERENCE));
    files.add(new FileView(1_000_000, 2, Origin.BULK_LOAD, false));
    add(Origin.FLUSH, 1, 128);
    assertThat(tiered.next(TieredFiles.idle(files), false))
        .contains(
            new TieredJob(
                Reason.REFERENCES,
                new Run(0, 1, new Levels(plan, 128).own(1_000_000)),
                Optional.of("COLD"),
                false));
  }

  @Test
  void chosenFilesAreMergedAsFarAsTheyAreAdjacent() {
    add(Origin.FLUSH, 5, 128);
    assertThat(planner.chosen(files, List.of(4, 2, 1)))
        .contains(new TieredJob(Reason.CHOSEN, new Run(1, 3, 0), Optional.empty(), false));
    assertThat(planner.chosen(files, List.of(0, 1, 2, 3, 4)))
        .map(TieredJob::allFiles)
        .contains(false);
    assertThat(planner.chosen(files, List.of())).isEmpty();
  }

  @Test
  void fullnessCountsFilesThatMergesAreLateFor() {
    add(Origin.COMPACTION, 3, 512);
    add(Origin.FLUSH, 3, 128);
    assertThat(planner.fullness(files)).isEqualTo(new Fullness(6, 0, 0));
    add(Origin.FLUSH, 2, 128);
    assertThat(planner.fullness(files)).isEqualTo(new Fullness(8, 1, 2));
  }

  private static TieredPlanner twoTiers(ShrinkForecast forecast) {
    TierPlan plan =
        new TierPlan(
            List.of(
                new TierPlan.Tier(Optional.empty(), 4, 1_024), // room for level 0 with base 128
                new TierPlan.Tier(Optional.of("COLD"), 4, Long.MAX_VALUE)));
    return new TieredPlanner(TieredFiles.limits(plan, BLOCKING), forecast);
  }

  @Test
  void tierIsChosenByWhatTheLastMergesOfTheLevelWrote() {
    TieredPlanner tiered = twoTiers(new ShrinkForecast(true));
    add(Origin.FLUSH, 4, 128);
    TieredJob first = tiered.next(TieredFiles.idle(files), false).orElseThrow();
    assertThat(first.policy()).contains("COLD");
    assertThat(tiered.sizes(first, files)).isEqualTo(new TieredPlanner.Sizes(512, 512));
    tiered.merged(first, 512, 128);
    TieredJob second = tiered.next(TieredFiles.idle(files), false).orElseThrow();
    assertThat(second.policy()).isEmpty();
    assertThat(tiered.sizes(second, files)).isEqualTo(new TieredPlanner.Sizes(512, 128));
  }

  @Test
  void mergeOfSeveralLevelsNeitherTeachesNorUsesTheForecast() {
    TieredPlanner tiered = twoTiers(new ShrinkForecast(true));
    add(Origin.FLUSH, 4, 128);
    TieredJob major = tiered.next(TieredFiles.idle(files), true).orElseThrow();
    assertThat(major.reason()).isEqualTo(Reason.MAJOR);
    tiered.merged(major, 512, 100);
    TieredJob full = tiered.next(TieredFiles.idle(files), false).orElseThrow();
    assertThat(tiered.sizes(full, files).output()).isEqualTo(512);
    tiered.merged(full, 512, 100);
    assertThat(tiered.sizes(major, files).output()).isEqualTo(512);
    assertThat(tiered.next(TieredFiles.idle(files), true).orElseThrow().policy()).contains("COLD");
  }

  @Test
  void outputIsNotInAFasterTierThanNewerFilesWhateverIsExpected() {
    TieredPlanner tiered = twoTiers(new ShrinkForecast(true));
    add(Origin.FLUSH, 4, 128);
    add(Origin.BULK_LOAD, 1, 512);
    BitSet compacting = new BitSet();
    compacting.set(4);
    TieredPlanner.State state = new TieredPlanner.State(files, compacting, 1, Long.MAX_VALUE);
    TieredJob full = tiered.next(state, false).orElseThrow();
    assertThat(full.run()).isEqualTo(new Run(0, 4, 1));
    tiered.merged(full, 512, 51);
    assertThat(tiered.sizes(full, files).output()).isEqualTo(51);
    assertThat(tiered.next(state, false).orElseThrow().policy()).contains("COLD");
  }

  @Test
  void policiesFollowTheRealSizesAndLevels() {
    TieredPlanner tiered = twoTiers(new ShrinkForecast(true));
    add(Origin.COMPACTION, 1, 128); // older than a large one
    add(Origin.COMPACTION, 1, 300);
    add(Origin.COMPACTION, 1, 200);
    assertThat(tiered.policies(files)).as("no flush was seen").isEmpty();
    add(Origin.FLUSH, 1, 128);
    assertThat(tiered.policies(files))
        .contains(
            List.of(Optional.of("COLD"), Optional.of("COLD"), Optional.empty(), Optional.empty()));
    files.remove(3);
    assertThat(tiered.policies(files)).as("the last base counts").isPresent();
  }
}
