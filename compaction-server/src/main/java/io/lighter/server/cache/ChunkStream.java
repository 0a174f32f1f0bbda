// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.EncodedChunk;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chunks of one kind of a file during its write. The writing thread fills one chunk while
 * others are compressed and stored in parallel, and compresses a chunk itself if these are too slow
 * ({@link ChunkBuilders}). Confined to the writing thread.
 */
final class ChunkStream {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkStream.class);

  private final ChunkKind kind;
  private final ChunkBuilders builders;
  private final ChunkMemory memory;
  private final CacheEvents events;
  private final Executor press;

  /** Whether a failed chunk was logged. */
  private final AtomicBoolean failed = new AtomicBoolean();

  /** Chunks in the order of the file; empty ones were dropped. */
  private final List<CompletableFuture<Optional<StoredChunk>>> chunks = new ArrayList<>();

  private ChunkBuilder filling;

  /**
   * Creates an empty stream.
   *
   * @param press executor of compressions; must not drop accepted ones
   */
  ChunkStream(
      ChunkKind kind,
      ChunkBuilders builders,
      ChunkMemory memory,
      CacheEvents events,
      Executor press) {
    this.kind = kind;
    this.builders = builders;
    this.memory = memory;
    this.events = events;
    this.press = press;
    this.filling = builders.first(kind);
  }

  /** Whether no chunk was begun. */
  boolean isEmpty() {
    return filling.isEmpty();
  }

  boolean hasRoomFor(HFileBlock block) {
    return filling.hasRoomFor(block);
  }

  /** Copies a block into the begun chunk, or begins one. */
  void add(HFileBlock block) {
    filling.add(block);
  }

  /**
   * Completes the begun chunk.
   *
   * @param info description of the compressed chunk; called on any thread
   */
  void complete(Function<EncodedChunk, ChunkInfo> info) {
    ChunkBuilder full = filling;
    Optional<ChunkBuilder> next = builders.spare(kind);
    if (next.isEmpty()) {
      chunks.add(CompletableFuture.completedFuture(store(full, info)));
      return;
    }
    chunks.add(
        CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return store(full, info);
                  } finally {
                    builders.giveBack(kind, full);
                  }
                },
                press)
            .exceptionally(
                lackOfMemory -> { // even for the log line
                  events.chunkDropped();
                  return Optional.empty();
                }));
    filling = next.get();
  }

  /** Drops the begun chunk. */
  void abandon() {
    if (!filling.isEmpty()) {
      filling.clear();
      events.chunkDropped();
    }
  }

  /** The completed and stored chunks, by ascending offset. Waits for running compressions. */
  List<StoredChunk> chunks() {
    return chunks.stream().map(CompletableFuture::join).flatMap(Optional::stream).toList();
  }

  /**
   * Stores a chunk and empties the builder; a chunk that cannot be made or stored becomes a gap.
   * That includes an {@link Error}, which the JVM throws if Snappy's library does not load.
   */
  private Optional<StoredChunk> store(ChunkBuilder full, Function<EncodedChunk, ChunkInfo> info) {
    Optional<StoredChunk> stored = Optional.empty();
    try {
      EncodedChunk chunk = full.build();
      ChunkInfo described = info.apply(chunk);
      stored = memory.store(chunk.frame()).map(frame -> new StoredChunk(described, frame));
    } catch (IOException | RuntimeException | Error e) { // drops the chunk, not the compaction
      full.clear();
      logFailure(e);
    }
    if (stored.isEmpty()) {
      events.chunkDropped();
    }
    return stored;
  }

  /** Logs the first failure only: later ones have the same cause, and there may be thousands. */
  private void logFailure(Throwable e) {
    if (!failed.getAndSet(true)) {
      LOG.warn("cannot compress a chunk, which is read from the file kind={}", kind, e);
    }
  }
}
