package io.lighter.warmup;

import io.lighter.chunk.Chunk;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The blocks of one new file from elsewhere than the file: a compaction server's memory. Whatever
 * it lacks is read from the file. Used by one thread.
 */
public interface ChunkSupply {
  /** Has nothing. */
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

  /** A chunk that can be asked for. */
  interface Ticket {
    /** Offset of the first data block behind the chunk. */
    long endOffset();

    /** Starts to fetch, without waiting. Idempotent. */
    void request();

    /**
     * The chunk; fetches it unless it was requested before. At most once.
     *
     * @throws IOException if it cannot be had, or is damaged, or does not come in time
     */
    Chunk get() throws IOException, InterruptedException;
  }

  /** The chunks of index and Bloom blocks. */
  List<Ticket> indexAndBloom();

  /** The chunk that has the data block at {@code offset}; empty when it has to be read. */
  Optional<Ticket> covering(long offset);
}
