// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static io.lighter.engine.forest.Files.facts;
import static io.lighter.engine.forest.Files.file;
import static io.lighter.engine.forest.Files.forest;
import static io.lighter.engine.forest.Files.hinted;
import static io.lighter.engine.forest.Files.names;
import static io.lighter.engine.forest.Files.place;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.ForestPlan.Job;
import io.lighter.engine.range.MajorSweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ForestPlannerTest {
  private final List<String> problems = new ArrayList<>();
  private final ForestPlanner planner = new ForestPlanner(Files.LIMITS, problems::add);

  private Optional<ForestPlan> next(Forest forest) {
    return next(forest, MajorRound.NONE);
  }

  private Optional<ForestPlan> next(Forest forest, MajorRound round) {
    return planner.next(forest, Set.of(), 0, round);
  }

  private static List<String> inputs(ForestPlan plan) {
    return names(plan.inputs().toArray(ForestFile[]::new));
  }

  @Test
  void clustersOfARoundComeDeepestFirst() {
    ForestFile a = file(10, "a", "c");
    ForestFile b = file(20, "b", "d");
    ForestFile m = file(30, "b", "z");
    ForestFile x = file(40, "y", "z");
    Forest chained = forest(a, b, m, x);
    assertThat(inputs(next(chained).orElseThrow())).isEqualTo(names(a, b, m, x));

    ForestHint hint = new ForestHint(2, 0, 100, 0);
    ForestFile[] files = {
      hinted(10, "a", "b", hint),
      hinted(20, "a", "b", hint),
      hinted(10, "m", "n", hint),
      hinted(20, "m", "n", hint),
      hinted(30, "m", "n", hint)
    };
    ForestPlan deepest = next(forest(files)).orElseThrow();
    assertThat(inputs(deepest)).isEqualTo(names(files[2], files[3], files[4]));
    assertThat(deepest.job()).isEqualTo(Job.CLUSTER);
    assertThat(deepest.hint()).hasValue(hint);
    assertThat(
            inputs(
                planner
                    .next(forest(files), Set.of(files[3].name()), 1, MajorRound.NONE)
                    .orElseThrow()))
        .isEqualTo(names(files[0], files[1]));
    assertThat(
            planner.next(
                forest(files), Set.of(files[1].name(), files[3].name()), 0, MajorRound.NONE))
        .as("files of both are busy")
        .isEmpty();
    assertThat(planner.next(forest(files), Set.of("other"), 2, MajorRound.NONE)).isEmpty();
    assertThat(problems).isEmpty();
  }

  @Test
  void roundWaitsForTheFencesOfTheFirstOneOfItsStage() {
    ForestHint first = new ForestHint(2, 0, 20, 0);
    ForestHint second = new ForestHint(2, 20, 50, 0);
    ForestFile a = hinted(10, "a", "b", first);
    ForestFile b = hinted(20, "a", "b", first);
    ForestFile c = hinted(30, "a", "b", second);
    ForestFile d = hinted(40, "a", "b", second);
    ForestFile e = hinted(50, "a", "b", second);
    Forest both = forest(a, b, c, d, e);
    assertThat(inputs(next(both).orElseThrow())).isEqualTo(names(a, b));
    assertThat(planner.next(both, Set.of(a.name(), b.name()), 1, MajorRound.NONE)).isEmpty();
    assertThat(inputs(planner.next(both, Set.of(a.name(), b.name()), 0, MajorRound.NONE).get()))
        .as("nothing runs that could settle the first one")
        .isEqualTo(names(c, d, e));
    Forest settled = forest(hinted(20, "a", "b", first), c, d, e);
    assertThat(inputs(planner.next(settled, Set.of(), 1, MajorRound.NONE).orElseThrow()))
        .isEqualTo(names(c, d, e));
    ForestHint higher = new ForestHint(3, 0, 20, 0);
    Forest stages = forest(hinted(10, "a", "b", higher), hinted(20, "a", "b", higher), c, d, e);
    assertThat(inputs(next(stages).orElseThrow())).as("of another stage").isEqualTo(names(c, d, e));
  }

  @Test
  void referenceComesFirstWithTheFilesThatItOverlaps() {
    ForestHint hint = new ForestHint(2, 0, 100, 0);
    ForestFile half =
        ForestFile.of(facts(31, "m", "n", 50).reference(true).build(), true, Optional.of(hint));
    ForestPlan plan =
        next(forest(hinted(10, "a", "b", hint), hinted(20, "a", "b", hint), half)).orElseThrow();
    assertThat(plan.job()).isEqualTo(Job.REFERENCE);
    assertThat(inputs(plan)).isEqualTo(names(half));
  }

  @Test
  void smallNeighboursByKeyBecomeOneFile() {
    List<ForestFile> files = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      files.add(file(10L * i, "r%02d".formatted(i), "r%02dz".formatted(i), i < 4 ? 100 : 20));
    }
    ForestPlan plan = next(Forest.of(files, Files.LIMITS)).orElseThrow();
    assertThat(plan.job()).isEqualTo(Job.TIDY);
    assertThat(inputs(plan))
        .isEqualTo(files.subList(4, 12).stream().map(ForestFile::name).toList());
    assertThat(next(Forest.of(files.subList(0, 11), Files.LIMITS))).isEmpty();
  }

  @Test
  void jobOfManyFilesLeavesASlotToOtherKinds() {
    List<ForestFile> files = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      files.add(file(10L * i, "r%02d".formatted(i), "r%02dz".formatted(i), 20));
    }
    Set<String> tidied = Set.copyOf(inputs(next(Forest.of(files, Files.LIMITS)).orElseThrow()));
    assertThat(tidied).hasSize(8);
    assertThat(planner.next(Forest.of(files, Files.LIMITS), tidied, 1, MajorRound.NONE)).isEmpty();
    ForestHint hint = new ForestHint(1, 160, 180, 0);
    ForestFile half = place(facts(170, "x", "y", 50).reference(true).build(), hint);
    files.add(half);
    ForestPlan second =
        planner.next(Forest.of(files, Files.LIMITS), tidied, 1, MajorRound.NONE).orElseThrow();
    assertThat(second.job()).isEqualTo(Job.REFERENCE);
    assertThat(inputs(second)).isEqualTo(names(half));
  }

  /** Else the output would be divided at the fence, and the same files were small again. */
  @Test
  void smallNeighboursOnTwoSidesOfAFenceStay() {
    ForestHint oldest = new ForestHint(2, 0, 20, 0);
    ForestHint second = new ForestHint(2, 20, 40, 0);
    List<ForestFile> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      files.add(hinted(20, "r%02d".formatted(i), "r%02dz".formatted(i), oldest));
      files.add(place(facts(40, "r%02da".formatted(i), "r%02dy".formatted(i), 20).build(), second));
    }
    assertThat(next(Forest.of(files, Files.LIMITS))).isEmpty();
    files.removeIf(file -> file.position() == 20);
    assertThat(next(Forest.of(files, Files.LIMITS)).orElseThrow().job()).isEqualTo(Job.TIDY);
  }

  @Test
  void outputsReplaceFilesWithoutACellOfTheirTree() {
    ForestHint hint = new ForestHint(2, 0, 20, 0);
    ForestFile inside = Files.empty(15);
    ForestPlan plan =
        next(forest(
                hinted(10, "a", "b", hint), hinted(20, "a", "b", hint), inside, Files.empty(30)))
            .orElseThrow();
    assertThat(inputs(plan)).hasSize(3).contains(inside.name());
  }

  /** Returns a tree with many files, and files of the round that overlap them all. */
  private static List<ForestFile> chained(ForestFile... chains) {
    ForestHint dense = new ForestHint(2, 0, 10, 0);
    List<ForestFile> files = new ArrayList<>(List.of(chains));
    for (char high = 'a'; high <= 'd'; high++) {
      for (char low = 'a'; low <= 'p'; low++) {
        String rows = "" + high + low;
        files.add(hinted(10, rows + "0", rows + "9", dense));
      }
    }
    return files;
  }

  /** Else a file of one size would make a compaction of all the files that it overlaps. */
  @Test
  void fileThatChainsALargeClusterIsCutFirst() {
    ForestHint sparse = new ForestHint(2, 10, 20, 7);
    ForestFile chain = hinted(20, "aa0", "dp9", sparse);
    Forest forest =
        forest(
            chained(
                    chain,
                    hinted(30, "x", "y", new ForestHint(2, 20, 30, 0)),
                    hinted(40, "x", "y", new ForestHint(2, 30, 40, 0)))
                .toArray(ForestFile[]::new));

    ForestPlan plan = next(forest).orElseThrow();
    assertThat(plan.job()).isEqualTo(Job.CUT);
    assertThat(plan.inputs()).containsExactly(chain);
    assertThat(plan.hint()).as("tree of the file, not of the round").contains(sparse);
    assertThat(plan.dropsMarkers()).isFalse();
    assertThat(plan.fences()).isNotEmpty();
    assertThat(plan.sstMinBytes(Files.LIMITS)).as("each piece is a file").isZero();
  }

  /** HBase orders the cells of two files of one id by what a new file does not keep. */
  @Test
  void fileWithTheIdOfAnotherOneIsNotCut() {
    Forest forest =
        forest(
            chained(
                    file(20, "aa0", "dp9"),
                    place(facts(20, "aa00", "dp90", 100).build(), null),
                    hinted(30, "x", "y", new ForestHint(2, 20, 30, 0)),
                    hinted(40, "x", "y", new ForestHint(2, 30, 40, 0)))
                .toArray(ForestFile[]::new));

    assertThat(next(forest).map(ForestPlan::job)).isNotEqualTo(Optional.of(Job.CUT));
  }

  @Test
  void outputsEndAtFencesOfTheirStage() {
    ForestHint oldest = new ForestHint(2, 0, 20, 0);
    ForestHint due = new ForestHint(2, 20, 40, 0);
    Forest forest =
        forest(
            hinted(20, "a", "b", oldest),
            hinted(20, "c", "d", oldest),
            hinted(20, "e", "f", oldest),
            hinted(30, "a", "z", due),
            hinted(40, "a", "z", due));
    assertThat(next(forest).orElseThrow().fences())
        .usingElementComparator(Bytes.BYTES_COMPARATOR)
        .containsExactly(Bytes.toBytes("e"));
  }

  @Test
  void majorCompactionVisitsAllClustersFromBeforeTheRequest() {
    ForestFile single = place(facts(10, "a", "b", 100).writtenMillis(5).build(), null);
    ForestFile lower = place(facts(20, "m", "p", 100).writtenMillis(5).build(), null);
    ForestFile upper = place(facts(30, "n", "z", 100).writtenMillis(20).build(), null);
    ForestFile later = place(facts(40, "a", "z", 100).writtenMillis(20).build(), null);
    Forest forest = forest(single, lower, upper);
    MajorRound round = new MajorRound(new MajorSweep(10), MajorSweep.NONE, Long.MIN_VALUE);
    ForestPlan first = next(forest, round).orElseThrow();
    assertThat(first.job()).isEqualTo(Job.MAJOR);
    assertThat(inputs(first)).isEqualTo(names(single));
    assertThat(first.hint()).hasValue(new ForestHint(1, 9, 20, 0));
    assertThat(first.dropsMarkers()).isTrue();
    assertThat(first.writtenMillis()).isEmpty();
    assertThat(next(forest(upper, later), round)).isEmpty();
    assertThat(next(forest)).isEmpty();
  }

  /** Else a major compaction that was asked for rewrites the outputs once more. */
  @Test
  void outputsWithoutMarkersHaveAnAgeOfTheirOwn() {
    List<ForestFile> files =
        List.of(
            place(facts(10, "a", "b", 100).writtenMillis(7).build(), null),
            place(facts(20, "a", "b", 100).writtenMillis(5).build(), null));
    assertThat(new ForestPlan(Job.CLUSTER, files, Optional.empty(), List.of(), true))
        .returns(OptionalLong.empty(), ForestPlan::writtenMillis);
    assertThat(new ForestPlan(Job.CLUSTER, files, Optional.empty(), List.of(), false))
        .returns(OptionalLong.of(5), ForestPlan::writtenMillis);
  }

  @Test
  void periodicMajorCompactionLeavesFilesThatItWouldNotChange() {
    MajorRound periodic = new MajorRound(MajorSweep.NONE, new MajorSweep(10), Long.MIN_VALUE);
    ForestHint none = new ForestHint(1, 0, 20, 0);
    ForestFile clean = place(facts(10, "a", "b", 100).writtenMillis(5).build(), none);
    ForestFile marked =
        place(facts(20, "m", "n", 100).writtenMillis(5).build(), none.withDeletes(1));
    assertThat(next(forest(clean), periodic)).isEmpty();
    assertThat(inputs(next(forest(clean, marked), periodic).orElseThrow()))
        .isEqualTo(names(marked));
  }

  @Test
  void periodicMajorCompactionRewritesAFileOnceACellHasExpired() {
    MajorRound periodic = new MajorRound(MajorSweep.NONE, new MajorSweep(10), 3);
    ForestHint none = new ForestHint(1, 0, 20, 0);
    ForestFile young =
        place(facts(10, "a", "b", 100).writtenMillis(5).oldestCellMillis(3).build(), none);
    ForestFile old =
        place(facts(10, "a", "b", 100).writtenMillis(5).oldestCellMillis(2).build(), none);
    ForestFile unknown = place(facts(10, "a", "b", 100).writtenMillis(5).build(), none);
    assertThat(next(forest(young), periodic)).isEmpty();
    assertThat(next(forest(old), periodic)).isPresent();
    assertThat(next(forest(unknown), periodic)).isPresent();
  }

  @Test
  void choiceOfACoprocessorEndsBeforeAFileOfAnAgeInBetween() {
    ForestFile a = file(10, "a", "c");
    ForestFile b = file(20, "b", "d");
    ForestFile c = file(30, "a", "c");
    ForestPlan plan = planner.chosen(forest(a, b, c), List.of(c, a)).orElseThrow();
    assertThat(inputs(plan)).isEqualTo(names(a));
    assertThat(plan.hint()).isEmpty();
    assertThat(plan.dropsMarkers()).isFalse();
  }
}
