// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadDepthTest {
  private static final int FILES = 12;
  private static final int READS = 2 * ReadDepth.MOST;

  private final ReadDepth depth = new ReadDepth();

  @Test
  void readsThatNeedAllFilesHaveNoLimit() {
    read(READS, i -> FILES);
    assertThat(depth.depth()).isEqualTo(ReadDepth.ALL);
  }

  @Test
  void readsThatNeedOneFileSeekInOne() {
    read(READS, i -> 1);
    assertThat(depth.depth()).isOne();
  }

  /** Of d seeks, (d - 1) / 2 · d / 12 are in vain; 6.5 are needed. */
  @Test
  void readsOfOneRowInAnyFileSeekInFive() {
    read(READS, i -> 1 + i % FILES);
    assertThat(depth.depth()).isEqualTo(5);
  }

  @Test
  void depthIsNotKnownFromAFewReads() {
    read(ReadDepth.LEAST - 1, i -> FILES);
    assertThat(depth.depth()).isOne();
    read(1, i -> FILES);
    assertThat(depth.depth()).isEqualTo(ReadDepth.ALL);
  }

  @Test
  void readsOfOneFileSayNothing() {
    for (int i = 0; i < READS; i++) {
      depth.ended(1, 1);
    }
    assertThat(depth.depth()).isOne();
    read(ReadDepth.LEAST, i -> FILES);
    assertThat(depth.depth()).isEqualTo(ReadDepth.ALL);
  }

  @Test
  void oldReadsAreForgotten() {
    read(READS, i -> FILES);
    read(READS, i -> 1);
    assertThat(depth.depth()).isOne();
    read(4 * READS, i -> FILES);
    assertThat(depth.depth()).isEqualTo(ReadDepth.ALL);
  }

  /** Reads of any distribution, which stays the same: a read then seeks as deep as was learned. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void fewSeeksAreInVain(int seed) {
    Random random = new Random(seed);
    int[] files = random.ints(8, 2, 40).toArray();
    int[] needs = new int[files.length];
    for (int i = 0; i < files.length; i++) {
      needs[i] = random.nextInt(3) == 0 ? files[i] : 1 + random.nextInt(files[i]);
    }
    for (int i = 0; i < READS; i++) {
      depth.ended(files[i % files.length], needs[i % files.length]);
    }
    long needed = 0;
    long vain = 0;
    for (int i = 0; i < files.length; i++) {
      needed += needs[i];
      vain += Math.max(0, Math.min(depth.depth(), files[i]) - needs[i]);
    }
    assertThat(vain * 100).isLessThanOrEqualTo(needed * ReadDepth.VAIN_PERCENT);
  }

  private void read(int reads, IntUnaryOperator needed) {
    for (int i = 0; i < reads; i++) {
      depth.ended(FILES, needed.applyAsInt(i));
    }
  }
}
