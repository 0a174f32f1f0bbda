// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RangeLayoutTest {
  private static final long F = 1000;
  private static final int ROWS = 60;

  static LongStream seeds() {
    return Seeds.of(300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rangesPartitionTheKeySpaceAndEachFileIsOnceInTheLayout(long seed) {
    List<RangeFile> files = files(new Random(seed));
    RangeLayout layout = RangeLayout.of(files, F);

    List<RangeFile> seen = new ArrayList<>(layout.wide());
    seen.addAll(layout.empty());
    byte[] end = KeyRange.OPEN;
    for (RangeLayout.Range range : layout.ranges()) {
      assertThat(range.keys().from()).isEqualTo(end);
      end = range.keys().to();
      seen.addAll(range.files());
      assertThat(range.files()).allMatch(range.keys()::contains);
      assertThat(range.deltas()).isSortedAccordingTo(RangeFile.OLDEST_FIRST);
    }
    assertThat(end).isEqualTo(KeyRange.OPEN);
    assertThat(seen).containsExactlyInAnyOrderElementsOf(files);
    for (RangeFile wide : layout.wide()) {
      assertThat(layout.ranges())
          .filteredOn(range -> range.keys().overlaps(wide))
          .hasSizeGreaterThan(1);
    }
    for (int row = 0; row < ROWS; row++) {
      byte[] key = row(row);
      assertThat(layout.ranges()).filteredOn(range -> range.keys().contains(key)).hasSize(1);
    }
    assertThat(layout.empty()).allMatch(RangeFile::isEmpty);
    assertThat(layout.baseBytes() + layout.unmergedBytes())
        .isEqualTo(layout.withCells().stream().mapToLong(RangeFile::bytes).sum());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsHaveEachFileWithKeysInEitherDirection(long seed) {
    Random random = new Random(seed);
    List<RangeFile> files = files(random);
    RangeLayout layout = RangeLayout.of(files, F);
    for (int i = 0; i < 40; i++) {
      byte[] a = row(random.nextInt(ROWS));
      byte[] b = random.nextInt(4) == 0 ? a : row(random.nextInt(ROWS));
      byte[] low = Bytes.compareTo(a, b) < 0 ? a : b;
      byte[] high = low == a ? b : a;
      List<RangeFile> needed = files.stream().filter(file -> file.overlaps(low, high)).toList();
      Set<RangeFile> forward = layout.reads(low, high);
      assertThat(forward).containsAll(needed).isEqualTo(layout.reads(high, low));
      assertThat(layout.reads(a, a).size()).isLessThanOrEqualTo(layout.depth());
      assertThat(layout.reads(a, KeyRange.OPEN))
          .containsExactlyInAnyOrderElementsOf(layout.withCells());
      assertThat(layout.reads(KeyRange.OPEN, a))
          .containsExactlyInAnyOrderElementsOf(layout.withCells());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void layoutDoesNotDependOnTheOrderOfFiles(long seed) {
    Random random = new Random(seed);
    List<RangeFile> files = files(random);
    RangeLayout layout = RangeLayout.of(files, F);
    for (int i = 0; i < 5; i++) {
      Collections.shuffle(files, random);
      assertThat(describe(RangeLayout.of(files, F))).isEqualTo(describe(layout));
    }
  }

  @Test
  void nameDecidesBetweenFilesOfOneIdAndSize() {
    RangeFile a = file("a", 900, 1, 0, 20);
    RangeFile b = file("b", 900, 1, 10, 30);
    assertThat(RangeLayout.of(List.of(b, a), F).ranges().get(0).base()).hasValue(a);
    assertThat(RangeLayout.of(List.of(a, b), F).ranges().get(0).base()).hasValue(a);
  }

  @Test
  void sizeDecidesBetweenFilesOfOneId() {
    RangeFile small = file("a", 300, 1, 0, 20);
    RangeFile large = file("b", 900, 1, 10, 30);
    assertThat(RangeLayout.of(List.of(small, large), F).ranges().get(0).base()).hasValue(large);
  }

  @Test
  void readsOfOtherRowsDoNotMeetAWideFile() {
    RangeFile wide = file("w", 9, 3, 15, 35);
    RangeLayout layout =
        RangeLayout.of(List.of(file("l", 900, 1, 0, 20), file("r", 900, 2, 30, 50), wide), F);
    assertThat(layout.wide()).containsExactly(wide);
    assertThat(layout.reads(row(35), row(40))).contains(wide);
    assertThat(layout.reads(row(36), row(40))).doesNotContain(wide);
    assertThat(layout.reads(row(5), row(14))).doesNotContain(wide);
  }

  @Test
  void rangeHasARow() {
    assertThatThrownBy(() -> new KeyRange(row(1), row(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void largeFileThatOverlapsNoBaseBecomesARange() {
    RangeLayout layout =
        RangeLayout.of(
            List.of(
                file("big", 900, 1, 0, 20),
                file("next", 250, 2, 21, 30),
                file("small", 249, 3, 31, 40)),
            F);
    assertThat(layout.ranges()).hasSize(2);
    assertThat(layout.ranges().get(1).deltas())
        .extracting(RangeFile::name)
        .containsExactly("small");
    assertThat(layout.depth()).isEqualTo(2);
  }

  /** Such as a bulk load without a sequence id, or a file that waits for its distribution. */
  @Test
  void outputOfAMergeStaysTheBaseBesideAnOlderLargeFile() {
    RangeFile left = RangeFile.named("l", 300, 7).rows(row(0), row(20)).merged(true).build();
    RangeFile right = RangeFile.named("r", 300, 8).rows(row(30), row(50)).merged(true).build();
    RangeLayout layout = RangeLayout.of(List.of(left, right, file("old", 5000, -1, 5, 45)), F);
    assertThat(layout.ranges()).hasSize(2);
    assertThat(layout.wide()).extracting(RangeFile::name).containsExactly("old");
  }

  @Test
  void hintMovesTheBoundaryOnlyWithinTheGapBeforeTheBase() {
    RangeFile left = file("left", 900, 1, 0, 20);
    assertThat(boundary(left, 25)).isEqualTo(row(25));
    assertThat(boundary(left, 30)).isEqualTo(row(30));
    assertThat(boundary(left, 20)).isEqualTo(row(30));
    assertThat(boundary(left, 31)).isEqualTo(row(30));
  }

  @Test
  void storeWithoutCellsHasOneRange() {
    RangeLayout layout = RangeLayout.of(List.of(RangeFile.named("e", 10, 7).build()), F);
    assertThat(layout.ranges()).hasSize(1);
    assertThat(layout.depth()).isZero();
    assertThat(layout.empty()).hasSize(1);
    assertThat(layout.reads(row(1), row(2))).isEmpty();
  }

  @Test
  void halfWithUnknownRowsIsPartOfEachRead() {
    RangeFile half = RangeFile.named("half", 5000, 7).reference(true).build();
    RangeLayout alone = RangeLayout.of(List.of(half), F);
    RangeLayout beside = RangeLayout.of(List.of(file("b", 900, 1, 0, 20), half), F);
    for (RangeLayout layout : List.of(alone, beside)) {
      assertThat(layout.empty()).isEmpty();
      assertThat(layout.wide()).containsExactly(half);
      assertThat(layout.ranges()).hasSize(1);
      assertThat(layout.reads(row(50), row(51))).contains(half);
      assertThat(layout.reads(row(50), KeyRange.OPEN)).contains(half);
    }
    assertThat(beside.ranges().get(0).base()).isPresent();
    assertThat(alone.ranges().get(0).base()).isEmpty();
    assertThat(half.overlaps(file("b", 900, 1, 0, 20))).isTrue();
    assertThat(file("b", 900, 1, 0, 20).overlaps(half)).isTrue();
    assertThat(new KeyRange(row(50), row(51)).overlaps(half)).isTrue();
  }

  private static byte[] boundary(RangeFile left, int hint) {
    RangeFile right =
        RangeFile.named("right", 800, 2).rows(row(30), row(40)).startHint(row(hint)).build();
    return RangeLayout.of(List.of(left, right), F).ranges().get(1).keys().from();
  }

  private static List<RangeFile> files(Random random) {
    List<RangeFile> files = new ArrayList<>();
    for (int i = random.nextInt(40); i > 0; i--) {
      RangeFile.Builder file =
          RangeFile.named(
              "f" + i, random.nextInt(random.nextBoolean() ? 100 : 1200), random.nextInt(20));
      if (random.nextInt(10) > 0) {
        int first = random.nextInt(ROWS);
        int last = Math.min(ROWS - 1, first + random.nextInt(random.nextBoolean() ? 5 : ROWS));
        file.rows(row(first), row(last));
      }
      if (random.nextBoolean()) {
        file.startHint(row(random.nextInt(ROWS)));
      }
      files.add(file.build());
    }
    return files;
  }

  private static String describe(RangeLayout layout) {
    return layout.ranges() + " " + layout.wide() + " " + layout.empty() + " " + layout.depth();
  }

  private static RangeFile file(String name, long bytes, long id, int first, int last) {
    return RangeFile.named(name, bytes, id).rows(row(first), row(last)).build();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("%04d".formatted(number));
  }
}
