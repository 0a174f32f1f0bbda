// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.ChunkVersion;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * The builders of one job's chunks. Each stream of chunks fills one builder; at most {@value
 * #SPARE} others of the job are being compressed at the same time. Date tiers and stripes write
 * dozens of files, and a builder holds two chunks' bytes. Thread-safe.
 */
final class ChunkBuilders {
  private static final int SPARE = 2;

  private final ChunkVersion version;
  private final int chunkBytes;
  private final Semaphore spare = new Semaphore(SPARE);

  /** Idle builders by kind: at most as many as were spare at a time. */
  private final Map<ChunkKind, Queue<ChunkBuilder>> idle = new EnumMap<>(ChunkKind.class);

  /**
   * Creates an empty set.
   *
   * @param version version of the chunk format
   * @param chunkBytes uncompressed bytes of one chunk
   */
  ChunkBuilders(ChunkVersion version, int chunkBytes) {
    this.version = version;
    this.chunkBytes = chunkBytes;
    for (ChunkKind kind : ChunkKind.values()) {
      idle.put(kind, new ConcurrentLinkedQueue<>());
    }
  }

  /** A builder for a new stream. */
  ChunkBuilder first(ChunkKind kind) {
    return new ChunkBuilder(kind, version, chunkBytes);
  }

  /**
   * A builder to fill while the stream's full builder is compressed, which then replaces it; empty
   * if enough builders are being compressed.
   */
  Optional<ChunkBuilder> spare(ChunkKind kind) {
    if (!spare.tryAcquire()) {
      return Optional.empty();
    }
    ChunkBuilder used = idle.get(kind).poll();
    return Optional.of(used == null ? first(kind) : used);
  }

  /** Returns an empty builder that was replaced by another one. */
  void giveBack(ChunkKind kind, ChunkBuilder builder) {
    idle.get(kind).add(builder);
    spare.release();
  }
}
