// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.ForestAdoption.OtherFile;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a forest compacts of another engine's files; a flush has 100 bytes, and 4 trees are due. */
class ForestAdoptionTest {
  private static final OtherFile FLUSH = new OtherFile(100, 0, 9_999);

  @Test
  void filesOfFewerTreesThanTheFanOutStay() {
    assertThat(adopted(List.of(new OtherFile(6_400, 0, 9_999), FLUSH, FLUSH, FLUSH)))
        .isEqualTo(new ForestAdoption(0, 0));
    assertThat(adopted(List.of())).isEqualTo(new ForestAdoption(0, 0));
  }

  @Test
  void oneRoundReadsTheTreesOfOneStage() {
    assertThat(adopted(List.of(new OtherFile(6_400, 0, 9_999), FLUSH, FLUSH, FLUSH, FLUSH)))
        .isEqualTo(new ForestAdoption(400, 400));
  }

  /** Four rounds of four flushes, and one of their four outputs. */
  @Test
  void outputsOfRoundsAreReadAgainByTheNextOne() {
    assertThat(adopted(Collections.nCopies(16, FLUSH))).isEqualTo(new ForestAdoption(3_200, 1_600));
  }

  /** An old file that is smaller than a newer one is of the newer one's stage. */
  @Test
  void largeNewFileRaisesTheOlderOnes() {
    assertThat(adopted(List.of(FLUSH, FLUSH, FLUSH, new OtherFile(6_400, 0, 9_999))))
        .isEqualTo(new ForestAdoption(6_700, 6_700));
  }

  @Test
  void filesInKeyOrderMoveWithoutACompaction() {
    List<OtherFile> apart =
        IntStream.range(0, 7).mapToObj(i -> new OtherFile(100, 10 * i, 10 * i + 9)).toList();

    assertThat(adopted(apart)).isEqualTo(new ForestAdoption(0, 0));
  }

  private static ForestAdoption adopted(List<OtherFile> oldestFirst) {
    return ForestAdoption.of(oldestFirst, Files.LIMITS);
  }
}
