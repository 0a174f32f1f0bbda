package io.lighter.warmup;

import java.util.concurrent.atomic.LongAdder;

/** What a warm-up has done so far; readable by any thread while it goes on. */
public final class WarmupMeter {
  /**
   * Uncompressed bytes cached, and the blocks that they were, by where they came from: of data,
   * index and Bloom filter.
   */
  final LongAdder remoteBytes = new LongAdder();

  final LongAdder remoteBlocks = new LongAdder();
  final LongAdder fileBytes = new LongAdder();
  final LongAdder fileBlocks = new LongAdder();

  /** Blocks that were not cached because nothing of theirs had been. */
  final LongAdder skippedBlocks = new LongAdder();

  /**
   * Blocks that the cache did not take for a second, or took and did not store; reads of their rows
   * are cold.
   */
  final LongAdder refusedBlocks = new LongAdder();

  /** Blocks of old files that were cached and are not any more. */
  final LongAdder evictedBlocks = new LongAdder();

  /** Chunks that a supply had and did not give. */
  final LongAdder lostChunks = new LongAdder();

  /** Bytes on disk of the new files' blocks that the warm-up is through with. */
  final LongAdder passedBytes = new LongAdder();

  public long remoteBytes() {
    return remoteBytes.sum();
  }

  public long remoteBlocks() {
    return remoteBlocks.sum();
  }

  public long fileBytes() {
    return fileBytes.sum();
  }

  public long fileBlocks() {
    return fileBlocks.sum();
  }

  public long skippedBlocks() {
    return skippedBlocks.sum();
  }

  public long refusedBlocks() {
    return refusedBlocks.sum();
  }

  public long evictedBlocks() {
    return evictedBlocks.sum();
  }

  public long lostChunks() {
    return lostChunks.sum();
  }

  public long passedBytes() {
    return passedBytes.sum();
  }
}
