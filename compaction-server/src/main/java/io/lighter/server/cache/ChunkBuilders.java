package io.lighter.server.cache;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.chunk.ChunkKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * Where one job's chunks are put together. Each line of chunks fills one builder; no more than
 * {@value #SPARE} others of the job are being compressed meanwhile, however many files it writes:
 * with date tiers and stripes they are dozens, and a builder holds two chunks' bytes. Thread-safe.
 */
final class ChunkBuilders {
  private static final int SPARE = 2;

  private final int chunkBytes;
  private final Semaphore spare = new Semaphore(SPARE);

  /** Of each kind as many as were spare at a time, at most. */
  private final Map<ChunkKind, Queue<ChunkBuilder>> idle = new EnumMap<>(ChunkKind.class);

  /**
   * None yet.
   *
   * @param chunkBytes uncompressed, of one chunk
   */
  ChunkBuilders(int chunkBytes) {
    this.chunkBytes = chunkBytes;
    for (ChunkKind kind : ChunkKind.values()) {
      idle.put(kind, new ConcurrentLinkedQueue<>());
    }
  }

  /** One for a line that begins. */
  ChunkBuilder first(ChunkKind kind) {
    return new ChunkBuilder(kind, chunkBytes);
  }

  /**
   * One to be filled while the line's full one is compressed, which is given back then; empty when
   * enough are being compressed.
   */
  Optional<ChunkBuilder> spare(ChunkKind kind) {
    if (!spare.tryAcquire()) {
      return Optional.empty();
    }
    ChunkBuilder used = idle.get(kind).poll();
    return Optional.of(used == null ? first(kind) : used);
  }

  /** Takes one back for which another was taken; it is empty. */
  void giveBack(ChunkKind kind, ChunkBuilder builder) {
    idle.get(kind).add(builder);
    spare.release();
  }
}
