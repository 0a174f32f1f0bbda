package io.lighter.chunk;

import java.util.List;

/**
 * A decoded chunk.
 *
 * @param blocks at least one, by ascending offset
 */
public record Chunk(ChunkKind kind, List<ChunkBlock> blocks) {
  public Chunk {
    blocks = List.copyOf(blocks);
  }
}
