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
 * The chunks of one kind of a file that is being written. The thread that writes the file fills one
 * chunk while others are compressed and stored beside it; it compresses one itself when these are
 * not fast enough ({@link ChunkBuilders}). Confined to the thread that writes.
 */
final class ChunkLine {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkLine.class);

  private final ChunkKind kind;
  private final ChunkBuilders builders;
  private final ChunkMemory memory;
  private final CacheEvents events;
  private final Executor press;

  /** Whether it was logged that a chunk cannot be made. */
  private final AtomicBoolean failed = new AtomicBoolean();

  /** In the order of the file; empty ones were dropped. */
  private final List<CompletableFuture<Optional<StoredChunk>>> chunks = new ArrayList<>();

  private ChunkBuilder filling;

  /**
   * An empty line.
   *
   * @param press runs compressions; must not drop what it has accepted
   */
  ChunkLine(
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

  /** Whether no chunk has been begun. */
  boolean isEmpty() {
    return filling.isEmpty();
  }

  boolean hasRoomFor(HFileBlock block) {
    return filling.hasRoomFor(block);
  }

  /** Copies a block into the chunk that was begun, or begins one. */
  void add(HFileBlock block) {
    filling.add(block);
  }

  /**
   * Completes the chunk that was begun.
   *
   * @param info of the compressed chunk; called on any thread
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
            .exceptionally(lackOfMemory -> Optional.empty())); // even for saying so
    filling = next.get();
  }

  /** Forgets the chunk that was begun. */
  void abandon() {
    if (!filling.isEmpty()) {
      filling.clear();
      events.chunkDropped();
    }
  }

  /** What was completed and stored, by ascending offset. Waits for what is being compressed. */
  List<StoredChunk> chunks() {
    return chunks.stream().map(CompletableFuture::join).flatMap(Optional::stream).toList();
  }

  /**
   * The builder is empty afterwards; a chunk that cannot be made or stored is a gap. Also if the
   * JVM lacks what it takes: an {@link Error} is how it says that Snappy's library does not load.
   */
  private Optional<StoredChunk> store(ChunkBuilder full, Function<EncodedChunk, ChunkInfo> info) {
    Optional<StoredChunk> stored = Optional.empty();
    try {
      EncodedChunk chunk = full.build();
      ChunkInfo described = info.apply(chunk);
      stored = memory.store(chunk.frame()).map(frame -> new StoredChunk(described, frame));
    } catch (IOException | RuntimeException | Error e) { // costs this chunk, never the compaction
      full.clear();
      logFailure(e);
    }
    if (stored.isEmpty()) {
      events.chunkDropped();
    }
    return stored;
  }

  /** The first one only: what follows has the same cause, and there may be thousands of chunks. */
  private void logFailure(Throwable e) {
    if (!failed.getAndSet(true)) {
      LOG.warn("Cannot compress a chunk of {}; it will be read from the file", kind, e);
    }
  }
}
