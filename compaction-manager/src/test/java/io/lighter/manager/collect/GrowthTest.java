// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthTest {
  private static final Offset<Double> EXACTLY = Offset.offset(1e-9);

  @Test
  void bytesSinceTheLastRoundCountAsStaleBeforeAnyRoundHasToldOtherwise() {
    assertThat(Growth.staleShare(record(100, 1), 125, 0.2)).isEqualTo(0.2, EXACTLY);
    assertThat(Growth.staleShare(record(0, 1), 1, 0.2)).isEqualTo(1, EXACTLY);
    assertThat(Growth.staleShare(record(100, 1), 100, 0.2)).isZero();
    assertThat(Growth.staleShare(record(100, 1), 60, 0.2)).isZero();
    assertThat(Growth.staleShare(record(0, 1), 0, 0.2)).isZero();
  }

  @Test
  void shareThatTheLastRoundDroppedTellsNewRowsFromOverwrites() {
    assertThat(Growth.staleShare(record(100, 0.5), 200, 0.2)).isEqualTo(0.25, EXACTLY);
    assertThat(Growth.isDue(record(100, 0.5), 160, 0.2)).isFalse();
    assertThat(Growth.isDue(record(100, 0.5), 170, 0.2)).isTrue();
  }

  /** A load that changes from new rows to overwrites is noticed. */
  @ParameterizedTest
  @CsvSource({"0.01", "0.2", "0.5", "0.75"})
  void indexOfFourTimesTheBytesIsDueAtAnyShare(double ratio) {
    assertThat(Growth.isDue(record(100, 0), 399, ratio)).isFalse();
    assertThat(Growth.isDue(record(100, 0), 401, ratio)).isTrue();
  }

  @Test
  void ratioOfZeroMeansNever() {
    assertThat(Growth.isDue(record(0, 1), 1_000_000, 0)).isFalse();
    assertThat(Growth.isDue(record(0, 1), 0, 0)).isFalse();
  }

  @Test
  void droppedShareIsThatOfTheNewBytes() {
    assertThat(Growth.droppedShare(100, 200, 150)).isEqualTo(0.5, EXACTLY);
    assertThat(Growth.droppedShare(100, 200, 90)).isEqualTo(1, EXACTLY);
    assertThat(Growth.droppedShare(100, 200, 210)).isZero();
    assertThat(Growth.droppedShare(100, 100, 50)).isEqualTo(1, EXACTLY);
  }

  private static IndexRound record(long base, double droppedShare) {
    return IndexRound.newBuilder()
        .setIndexTable("t__i")
        .setBaseBytes(base)
        .setDroppedShare(droppedShare)
        .build();
  }
}
