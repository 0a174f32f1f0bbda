// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
