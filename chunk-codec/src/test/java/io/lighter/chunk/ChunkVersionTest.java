// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkVersionTest {
  @Test
  void newestCommonVersionIsUsed() {
    assertThat(ChunkVersion.newestOf(List.of(1, 2))).contains(ChunkVersion.BLOCK_BY_BLOCK);
    assertThat(ChunkVersion.newestOf(List.of(2, 1))).contains(ChunkVersion.BLOCK_BY_BLOCK);
    assertThat(ChunkVersion.newestOf(List.of(1))).contains(ChunkVersion.ONE_RUN);
    assertThat(ChunkVersion.newestOf(ChunkVersion.readable()))
        .contains(ChunkVersion.BLOCK_BY_BLOCK);
  }

  @Test
  void peerThatNamesNoVersionReadsVersionOne() {
    assertThat(ChunkVersion.newestOf(List.of())).contains(ChunkVersion.ONE_RUN);
  }

  @Test
  void unknownVersionsAreIgnored() {
    assertThat(ChunkVersion.newestOf(List.of(3, 1, -1, 257))).contains(ChunkVersion.ONE_RUN);
    assertThat(ChunkVersion.newestOf(List.of(3))).isEmpty();
    assertThat(ChunkVersion.ofNumber(3)).isEmpty();
    assertThat(ChunkVersion.ofNumber(0)).isEmpty();
  }

  /** Older builds have these numbers. */
  @Test
  void numbersAreFixed() {
    assertThat(ChunkVersion.ONE_RUN.number()).isEqualTo(1);
    assertThat(ChunkVersion.BLOCK_BY_BLOCK.number()).isEqualTo(2);
    assertThat(ChunkVersion.readable()).containsExactly(1, 2);
  }
}
