// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkKind;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChunkRefTest {
  @Test
  void dataChunkFromTheListedRangeIsAccepted() {
    assertThatCode(
            () ->
                listed(ChunkInfo.Kind.DATA, 100, 300)
                    .requireAsListed(chunk(ChunkKind.DATA, 100, 299)))
        .doesNotThrowAnyException();
  }

  /** The end of an index chunk is its last block. */
  @Test
  void indexChunkFromTheListedRangeIsAccepted() {
    assertThatCode(
            () ->
                listed(ChunkInfo.Kind.INDEX_AND_BLOOM, 100, 300)
                    .requireAsListed(chunk(ChunkKind.INDEX_AND_BLOOM, 100, 300)))
        .doesNotThrowAnyException();
  }

  @Test
  void blocksOutsideTheListedRangeOrOfAnotherKindAreRejected() {
    ChunkRef listed = listed(ChunkInfo.Kind.DATA, 100, 300);

    assertThatThrownBy(() -> listed.requireAsListed(chunk(ChunkKind.DATA, 99, 200)))
        .hasMessageContaining("from 99 to 200, listed is kind DATA from 100 to 300");
    assertThatThrownBy(() -> listed.requireAsListed(chunk(ChunkKind.DATA, 100, 300)))
        .hasMessageContaining("from 100 to 300");
    assertThatThrownBy(() -> listed.requireAsListed(chunk(ChunkKind.INDEX_AND_BLOOM, 100, 200)))
        .hasMessageContaining("kind INDEX_AND_BLOOM");
  }

  private static ChunkRef listed(ChunkInfo.Kind kind, long first, long end) {
    return new ChunkRef(
        0,
        "f",
        0,
        ChunkInfo.newBuilder()
            .setKind(kind)
            .setFirstOffset(first)
            .setEndOffset(end)
            .setBlocks(2)
            .setRawBytes(1)
            .setFrameBytes(1)
            .build());
  }

  /** A chunk of blocks of which only the offset matters. */
  private static Chunk chunk(ChunkKind kind, long... offsets) {
    List<ChunkBlock> blocks =
        LongStream.of(offsets).mapToObj(offset -> new ChunkBlock(offset, null)).toList();
    return new Chunk(kind, blocks);
  }
}
