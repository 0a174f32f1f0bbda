// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.Seeds;
import io.lighter.engine.tiered.RunPicker.Run;
import io.lighter.engine.tiered.TieredJob.Reason;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Inputs of a merge are adjacent in age, and none of them is compacting. */
class RunPickerTest {
  private static final int ROUNDS = 3_000;

  @Test
  void inputsAreAdjacentIdleAndOfOneLevel() {
    Set<Reason> seen = EnumSet.noneOf(Reason.class);
    Seeds.of(ROUNDS)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              List<FileView> files = TieredFiles.random(random);
              BitSet compacting = TieredFiles.randomCompacting(random, files.size());
              TierPlan plan = TierPlan.ofOneTier(2 + random.nextInt(4));
              int blocking = random.nextBoolean() ? TieredFiles.MANY : 5;
              TieredPlanner planner = new TieredPlanner(TieredFiles.limits(plan, blocking));
              Optional<TieredJob> job =
                  planner.next(
                      new TieredPlanner.State(files, compacting, random.nextInt(2), Long.MAX_VALUE),
                      random.nextInt(4) == 0);
              job.ifPresent(
                  found -> {
                    seen.add(found.reason());
                    check(found, files, compacting, plan, blocking);
                  });
            });
    assertThat(seen)
        .contains(Reason.FULL_RUN, Reason.REFERENCES, Reason.MAJOR, Reason.TOO_MANY_FILES);
  }

  private static void check(
      TieredJob job, List<FileView> files, BitSet compacting, TierPlan plan, int blocking) {
    Run run = job.run();
    assertThat(run.from()).isBetween(0, files.size() - 1);
    assertThat(run.to()).isBetween(run.from() + 1, files.size());
    assertThat(job.allFiles()).isEqualTo(run.size() == files.size());
    for (int i = run.from(); i < run.to(); i++) {
      assertThat(compacting.get(i)).as("file %d of %s is compacting", i, run).isFalse();
      assertThat(job.reason() == Reason.MAJOR || files.get(i).isMergeable())
          .as("file %d of %s may be merged", i, run)
          .isTrue();
    }
    if (job.reason() == Reason.FULL_RUN && blocking == TieredFiles.MANY) {
      long base = BaseSize.measured(files, FileView.Origin.FLUSH, 1).orElse(0);
      if (base > 0) {
        Levels levels = new Levels(plan, base);
        int[] each = levels.of(files);
        assertThat(Arrays.stream(each, run.from(), run.to()).distinct()).hasSize(1);
        assertThat(run.size()).isGreaterThanOrEqualTo(levels.files(each[run.from()]));
      }
    }
  }

  @Test
  void shallowestFullRunIsMergedWhole() {
    Levels levels = new Levels(TierPlan.ofOneTier(2), 10);
    List<FileView> files = flushes(90, 90, 40, 40, 40, 10);
    List<Run> runs = RunPicker.runs(files, levels.of(files), new BitSet());
    assertThat(runs).containsExactly(new Run(0, 2, 4), new Run(2, 5, 3), new Run(5, 6, 1));
    assertThat(RunPicker.full(runs, levels, run -> true)).contains(new Run(2, 5, 3));
    assertThat(RunPicker.full(runs, levels, run -> run.bytes(files) > 150))
        .contains(new Run(0, 2, 4));
  }

  @Test
  void compactingFileEndsARun() {
    Levels levels = new Levels(TierPlan.ofOneTier(2), 10);
    List<FileView> files = flushes(10, 10, 10, 10);
    BitSet compacting = new BitSet();
    compacting.set(2);
    assertThat(RunPicker.runs(files, levels.of(files), compacting))
        .containsExactly(new Run(0, 2, 1), new Run(3, 4, 1));
  }

  private static List<FileView> flushes(long... lengths) {
    return Arrays.stream(lengths).mapToObj(length -> TieredFiles.flush(0, length)).toList();
  }
}
