// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import io.lighter.chunk.Chunk;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Blocks of one output file from a compaction server's memory. Blocks that the supply lacks are
 * read from the file. Used by one thread.
 */
public interface ChunkSupply {
  /** A supply without chunks. */
  ChunkSupply NONE =
      new ChunkSupply() {
        @Override
        public List<Ticket> indexAndBloom() {
          return List.of();
        }

        @Override
        public Optional<Ticket> covering(long offset) {
          return Optional.empty();
        }
      };

  /** A chunk that can be fetched. */
  interface Ticket {
    /** Offset of the first data block behind the chunk. */
    long endOffset();

    /** Starts the fetch without waiting. Idempotent. */
    void request();

    /**
     * Returns the chunk, and fetches a chunk that was not requested before. Called at most once.
     *
     * @throws IOException if the chunk is unavailable, damaged or late
     */
    Chunk get() throws IOException, InterruptedException;
  }

  /** Tickets of the chunks with index and Bloom blocks. */
  List<Ticket> indexAndBloom();

  /**
   * Whether the supply has all blocks that were worth retaining when the compaction was requested
   * ({@link ResidentMap}). The blocks without a chunk were cold then.
   */
  default boolean lacksOnlyCold() {
    return false;
  }

  /** The chunk with the data block at {@code offset}; empty if the block has to be read. */
  Optional<Ticket> covering(long offset);
}
