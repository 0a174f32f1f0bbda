// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.policy.SizeRule.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Figures 6 and 14 of the paper: 10 GB in flushes of 512 MB. A job is all that a flush writes and
 * starts: the flush, and bytes read and written by merges. Sizes are in MB.
 */
class FrameworkTest {
  private static final int FLUSH = 512;
  private static final int FLUSHES = 20;

  /** Most files after a flush and its merges, and the largest job. */
  private record Course(int files, int largestJobMb) {}

  @ParameterizedTest
  @CsvSource({"4, 8, 4.5", "2, 6, 14.5"})
  void steppedMergeHasThePapersFigures(int k, int files, double largestJobGb) {
    assertThat(course(new SteppedMerge(k, FLUSH), FLUSHES))
        .isEqualTo(new Course(files, mb(largestJobGb)));
  }

  /** The design's remark: 4.5 GB holds because the data has just 20 flushes. */
  @Test
  void nextFlushAfterThePapersDataStartsALargeMerge() {
    assertThat(course(new SteppedMerge(4, FLUSH), FLUSHES + 1).largestJobMb())
        .isEqualTo(mb(0.5 + 4 + 16));
  }

  @ParameterizedTest
  @CsvSource({"2, 0, 4, 16.5", "2, 2, 2, 20.5", "2, 1, 1, 20.5"})
  void geometricHasThePapersFigures(int r, int p, int files, double largestJobGb) {
    assertThat(course(new Geometric(r, p, FLUSH), FLUSHES))
        .isEqualTo(new Course(files, mb(largestJobGb)));
  }

  @Test
  void nomergeAndRmergeHaveThePapersFigures() {
    assertThat(course(sizes -> Selection.NONE, FLUSHES)).isEqualTo(new Course(FLUSHES, FLUSH));
    assertThat(course(FrameworkTest::all, FLUSHES)).isEqualTo(new Course(1, mb(20.5)));
  }

  /** At every flush, so that the number of flushes is no lucky one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void geometricNeverLeavesMoreThanPFiles(int p) {
    for (int flushes = 1; flushes <= 300; flushes++) {
      assertThat(course(new Geometric(2, p, FLUSH), flushes).files()).isLessThanOrEqualTo(p);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 32})
  void steppedMergeNeverLeavesMoreThanKFilesOnALevel(int k) {
    int levels = (int) Math.ceil(Math.log(300) / Math.log(k));

    assertThat(course(new SteppedMerge(k, FLUSH), 300).files()).isLessThanOrEqualTo(k * levels);
  }

  /** Sizes as deletes, bulk loads and other units leave them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void mergesOfAnySizesEnd(long seed) {
    Random random = new Random(seed);
    List<SizeRule> rules =
        List.of(
            new SteppedMerge(2, 1),
            new SteppedMerge(4, FLUSH),
            new Geometric(16, 0, 1),
            new Geometric(2, 0, FLUSH),
            new Geometric(2, 3, Long.MAX_VALUE));
    for (SizeRule rule : rules) {
      List<Long> files = new ArrayList<>();
      for (int file = random.nextInt(60); file > 0; file--) {
        files.add(random.nextLong(1L << random.nextInt(1, 62)) / 64);
      }
      int most = files.size();
      for (Selection next = rule.select(array(files));
          !next.isEmpty();
          next = rule.select(array(files))) {
        assertThat(next.to() - next.from()).isGreaterThan(1);
        merge(files, next);
        most--;
        assertThat(most).isPositive();
      }
    }
  }

  @Test
  void smallOldFileIsMergedWithTheLevelOfNewerFiles() {
    assertThat(new SteppedMerge(2, 10).select(new long[] {1, 20, 20, 10}))
        .isEqualTo(new Selection(0, 2));
    assertThat(new SteppedMerge(2, 10).select(new long[] {40, 1, 20, 10}))
        .isEqualTo(Selection.NONE);
  }

  private static Course course(SizeRule rule, int flushes) {
    List<Long> files = new ArrayList<>();
    int most = 0;
    long largest = 0;
    for (int flush = 0; flush < flushes; flush++) {
      files.add((long) FLUSH);
      long job = FLUSH;
      for (Selection next = rule.select(array(files));
          !next.isEmpty();
          next = rule.select(array(files))) {
        job += 2 * merge(files, next);
      }
      most = Math.max(most, files.size());
      largest = Math.max(largest, job);
    }
    return new Course(most, (int) largest);
  }

  private static long merge(List<Long> files, Selection selection) {
    List<Long> inputs = files.subList(selection.from(), selection.to());
    long sum = inputs.stream().mapToLong(Long::longValue).sum();
    inputs.clear();
    files.add(selection.from(), sum);
    return sum;
  }

  private static Selection all(long[] sizes) {
    return sizes.length < 2 ? Selection.NONE : new Selection(0, sizes.length);
  }

  private static long[] array(List<Long> files) {
    return files.stream().mapToLong(Long::longValue).toArray();
  }

  private static int mb(double gb) {
    return (int) (gb * 1024);
  }
}
