// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static io.lighter.engine.forest.Files.facts;
import static io.lighter.engine.forest.Files.fenced;
import static io.lighter.engine.forest.Files.file;
import static io.lighter.engine.forest.Files.forest;
import static io.lighter.engine.forest.Files.hinted;
import static io.lighter.engine.forest.Files.place;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangeFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ForestTest {
  private static List<String> trees(Forest forest) {
    return forest.trees().stream()
        .map(
            tree ->
                "%d (%d, %d] %d%s"
                    .formatted(
                        tree.stage(),
                        tree.low(),
                        tree.high(),
                        tree.files().size(),
                        tree.isSettled() ? "" : " due"))
        .toList();
  }

  @Test
  void eachFlushIsATreeOfStageOne() {
    assertThat(trees(forest(file(10, "a", "m"), file(20, "a", "m"))))
        .containsExactly("1 (9, 10] 1", "1 (19, 20] 1");
  }

  @Test
  void fullStageIsOneTreeOfTheNextStageAndOverlapsAreDue() {
    Forest forest =
        forest(
            file(10, "a", "m"),
            file(20, "b", "c"),
            file(30, "n", "o"),
            file(40, "p", "q"),
            file(50, "a", "z"));
    assertThat(trees(forest)).containsExactly("2 (9, 40] 4 due", "1 (49, 50] 1");
  }

  /** Sixteen flushes in key order are one tree of stage 3, and no file has been written. */
  @Test
  void filesInKeyOrderMove() {
    List<ForestFile> files = new ArrayList<>();
    for (int flush = 0; flush < 16; flush++) {
      files.add(file(10L * flush, "r%02d".formatted(flush), "r%02dz".formatted(flush)));
    }
    Forest forest = Forest.of(files, Files.LIMITS);
    assertThat(trees(forest)).containsExactly("3 (-1, 150] 16");
    assertThat(forest.depth()).isOne();
  }

  @Test
  void roundWaitsUntilTheOldestTreesOfItsStageAreSettled() {
    ForestHint second = new ForestHint(2, 0, 20, 0);
    List<ForestFile> files =
        new ArrayList<>(List.of(hinted(20, "a", "m", second), hinted(20, "b", "c", second)));
    for (int stage2 = 1; stage2 <= 4; stage2++) {
      long high = 20L + 10L * stage2;
      files.add(hinted(high, "a", "z", new ForestHint(2, high - 10, high, 0)));
    }
    assertThat(trees(Forest.of(files, Files.LIMITS)))
        .containsExactly(
            "2 (0, 20] 2 due", "2 (20, 30] 1", "2 (30, 40] 1", "2 (40, 50] 1", "2 (50, 60] 1");
    files.remove(1);
    assertThat(trees(Forest.of(files, Files.LIMITS)))
        .containsExactly("3 (0, 50] 4 due", "2 (50, 60] 1");
  }

  /**
   * Compactions of two rounds run, and the newer one ends first. The flushes of the older round
   * must not count as four trees of the newer one's stage.
   */
  @Test
  void olderRoundStaysWhenANewerOneHasAnOutputBefore() {
    List<ForestFile> files = new ArrayList<>();
    for (long id = 10; id <= 40; id += 10) {
      files.add(file(id, "a", "z"));
    }
    files.add(hinted(80, "a", "z", new ForestHint(2, 40, 80, 0)));
    assertThat(trees(Forest.of(files, Files.LIMITS)))
        .containsExactly("2 (9, 40] 4 due", "2 (40, 80] 1");
  }

  @Test
  void outermostOfNestedIntervalsCounts() {
    assertThat(
            trees(
                forest(
                    hinted(20, "a", "b", new ForestHint(2, 0, 20, 0)),
                    hinted(20, "c", "d", new ForestHint(2, 10, 20, 0)),
                    hinted(40, "e", "f", new ForestHint(3, 0, 40, 0)),
                    file(30, "g", "h"))))
        .containsExactly("3 (0, 40] 4");
  }

  /** Regions that were merged had sequence ids of their own. */
  @Test
  void intervalsThatOverlapInPartAreFused() {
    assertThat(
            trees(
                forest(
                    hinted(20, "a", "b", new ForestHint(3, 0, 20, 0)),
                    hinted(25, "m", "n", new ForestHint(2, 15, 30, 0)),
                    hinted(40, "a", "c", new ForestHint(1, 30, 40, 0)))))
        .containsExactly("3 (0, 30] 2", "1 (30, 40] 1");
  }

  @Test
  void largeFileWithoutAHintHasAStageByItsSize() {
    assertThat(
            trees(forest(file(10, "a", "z", 1_700), file(20, "a", "z", 399), file(30, "a", "z"))))
        .containsExactly("3 (9, 10] 1", "1 (19, 20] 1", "1 (29, 30] 1");
  }

  /** Else a flush between two large bulk loads would stay for ever. */
  @Test
  void smallTreeThatIsOlderThanALargeOneHasTheStageOfTheLargeOne() {
    List<ForestFile> files = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add(file(20L * i, "a", "z", 1_700));
      files.add(file(20L * i + 10, "a", "z", 100));
    }
    Forest forest = Forest.of(files, Files.LIMITS);
    assertThat(forest.trees().get(0).files()).hasSize(4);
    assertThat(forest.trees().get(0).isSettled()).isFalse();
    assertThat(trees(Forest.of(files.subList(0, 3), Files.LIMITS)))
        .containsExactly("3 (-1, 0] 1", "3 (9, 10] 1", "3 (19, 20] 1");
  }

  @Test
  void bulkLoadAtThePositionOfItsFlushIsTheSameTreeAndNotMergedAtOnce() {
    assertThat(trees(forest(file(10, "a", "z"), file(10, "a", "y"))))
        .containsExactly("1 (9, 10] 2");
    assertThat(
            trees(
                forest(
                    file(-1, "a", "z"),
                    file(-1, "a", "y"),
                    file(-1, "a", "x"),
                    file(-1, "a", "w"))))
        .containsExactly("2 (-2, -1] 4 due");
  }

  @Test
  void fileThatMinorCompactionsLeaveAloneEndsARound() {
    ForestFile barrier = place(facts(20, "a", "z", 100).inMinor(false).build(), null);
    assertThat(
            trees(
                forest(
                    file(10, "a", "z"),
                    barrier,
                    file(30, "a", "z"),
                    file(40, "a", "z"),
                    file(50, "a", "z"),
                    file(60, "a", "z"))))
        .containsExactly("1 (9, 10] 1", "1 (19, 20] 1", "2 (29, 60] 4 due");
  }

  /** Else flushes between such files would be merged by major compactions only. */
  @Test
  void manyFilesOfARowEndTheWaitForFilesThatMinorCompactionsLeaveAlone() {
    List<ForestFile> files = new ArrayList<>();
    for (int id = 10; id <= 80; id += 20) {
      files.add(file(id, "a", "z"));
      files.add(place(facts(id + 10, "a", "z", 100).inMinor(false).build(), null));
    }
    assertThat(Forest.of(files.subList(0, 7), Files.LIMITS).trees()).hasSize(7);
    assertThat(trees(Forest.of(files, Files.LIMITS)))
        .containsExactly("2 (9, 40] 4 due", "2 (49, 80] 4 due");
  }

  /** HBase adds one to the id of an upper half, and the output of the half keeps that id. */
  @Test
  void upperHalfAndItsOutputStayInTheirTree() {
    ForestHint hint = new ForestHint(2, 0, 20, 0);
    RangeFile half = facts(21, "m", "z", 50).reference(true).build();
    ForestFile top = ForestFile.of(half, true, Optional.of(hint));
    assertThat(top.position()).isEqualTo(20);
    ForestFile output = hinted(21, "m", "z", hint);
    assertThat(output.position()).isEqualTo(20);
    assertThat(trees(forest(top, hinted(20, "a", "c", hint)))).containsExactly("2 (0, 20] 2 due");
    assertThat(trees(forest(output, hinted(20, "a", "c", hint)))).containsExactly("2 (0, 20] 2");
  }

  @Test
  void hintThatBeginsAboveTheFileIsIgnored() {
    ForestFile file = hinted(5, "a", "b", new ForestHint(2, 10, 20, 0));
    assertThat(file.hint()).isEmpty();
    assertThat(file.position()).isEqualTo(5);
  }

  @Test
  void orderOfTheFilesDoesNotMatter() {
    Random random = new Random(1);
    List<ForestFile> files = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String first = "r%02d".formatted(random.nextInt(90));
      String last = first + (char) ('a' + random.nextInt(26));
      long id = random.nextInt(40);
      files.add(
          random.nextInt(3) > 0
              ? file(id, first, last, 1 + random.nextInt(2_000))
              : hinted(id, first, last, new ForestHint(2, id / 10 * 10 - 1, id / 10 * 10 + 9, 0)));
    }
    String described = Forest.of(files, Files.LIMITS).toString();
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(files, random);
      assertThat(Forest.of(files, Files.LIMITS)).hasToString(described);
    }
  }

  @Test
  void depthIsTheMostFilesOfOneRow() {
    assertThat(forest(file(1, "a", "c"), file(5, "c", "e"), file(9, "d", "f")).depth())
        .isEqualTo(2);
    assertThat(forest(file(1, "a", "c"), file(5, "c", "e"), file(9, "c", "c")).depth())
        .isEqualTo(3);
    assertThat(forest(Files.empty(1)).depth()).isZero();
  }

  @Test
  void readGetsTheFilesOfItsRows() {
    Forest forest = forest(file(1, "a", "c"), file(5, "d", "e"), Files.empty(7));
    assertThat(forest.reads(row("c"), row("cz"))).hasSize(1);
    assertThat(forest.reads(row("d"), row("c"))).as("reversed").hasSize(2);
    assertThat(forest.reads(row("x"), new byte[0])).as("open end").hasSize(2);
  }

  @Test
  void fencesAreBoundariesOfTheOldestSettledTreeOfTheStage() {
    ForestHint oldest = new ForestHint(2, 0, 20, 0);
    Forest forest =
        forest(
            hinted(20, "a", "b", oldest),
            hinted(20, "c", "d", oldest),
            hinted(20, "e", "f", oldest),
            hinted(20, "g", "h", oldest),
            hinted(20, "i", "j", oldest),
            hinted(30, "a", "z", new ForestHint(2, 20, 30, 0)));
    assertThat(forest.fences(2, 30, 2))
        .usingElementComparator(Bytes.BYTES_COMPARATOR)
        .containsExactly(row("e"), row("i"));
    assertThat(forest.fences(2, 0, 2)).as("of the oldest tree").isEmpty();
    assertThat(forest.fences(3, 30, 2)).isEmpty();
  }

  /** The files begin behind the fences, which are those of a tree that is of the next stage now. */
  @Test
  void fencesOutliveTheTreeWithWhichTheyBegan() {
    ForestHint oldest = new ForestHint(2, 0, 20, 0);
    Forest forest =
        forest(
            hinted(20, "a", "b", oldest),
            fenced(20, "d", "d1", oldest, "c"),
            fenced(20, "d2", "e", oldest, "c"),
            fenced(20, "f1", "g", oldest, "f"));
    assertThat(forest.fences(2, 30, 2))
        .usingElementComparator(Bytes.BYTES_COMPARATOR)
        .containsExactly(row("c"), row("f"));
  }

  /** Rows were written there of which the older trees had few. */
  @Test
  void moreFilesThanAFewBetweenTwoFencesHaveFencesOfTheirOwn() {
    ForestHint oldest = new ForestHint(2, 0, 20, 0);
    ForestFile[] files = {
      fenced(20, "d", "d1", oldest, "c"),
      fenced(20, "e", "e1", oldest, "c"),
      fenced(20, "f", "f1", oldest, "c"),
      fenced(20, "g", "g1", oldest, "c"),
      fenced(20, "i", "i1", oldest, "h")
    };
    assertThat(forest(files).fences(2, 30, 2))
        .usingElementComparator(Bytes.BYTES_COMPARATOR)
        .containsExactly(row("f"), row("h"));
    assertThat(forest(Arrays.copyOfRange(files, 1, 5)).fences(2, 30, 2))
        .as("a piece more than there are between two fences")
        .usingElementComparator(Bytes.BYTES_COMPARATOR)
        .containsExactly(row("h"));
  }

  @Test
  void fenceOfNoTreeOrBehindTheFilesRowsIsIgnored() {
    ForestHint tree = new ForestHint(2, 0, 20, 0);
    assertThat(fenced(20, "d", "e", tree, "d").fence()).isPresent();
    assertThat(fenced(20, "d", "e", tree, "d1").fence()).isEmpty();
    assertThat(fenced(20, "d", "e", tree, "").fence()).isEmpty();
    assertThat(fenced(20, "d", "e", null, "c").fence()).isEmpty();
    assertThat(fenced(20, "d", "e", new ForestHint(2, 20, 40, 0), "c").fence()).isEmpty();
  }

  @Test
  void splitPointCutsFewBytes() {
    Forest forest =
        forest(
            file(1, "a", "e"),
            file(5, "f", "k"),
            file(9, "l", "p"),
            file(13, "q", "z"),
            file(17, "a", "z", 20));
    assertThat(SplitPoint.of(forest)).hasValue(row("l"));
    assertThat(SplitPoint.of(forest(file(1, "a", "z"), file(5, "b", "y")))).isEmpty();
  }

  private static byte[] row(String row) {
    return Bytes.toBytes(row);
  }
}
