// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.concurrent.atomic.LongAdder;

/** Progress counters of a warm-up, which any thread may read meanwhile. */
public final class WarmupMeter {
  /** Uncompressed bytes and number of the cached data, index and Bloom blocks, by origin. */
  final LongAdder remoteBytes = new LongAdder();

  final LongAdder remoteBlocks = new LongAdder();
  final LongAdder fileBytes = new LongAdder();
  final LongAdder fileBlocks = new LongAdder();

  /**
   * GET requests to an object store that the file blocks took, with those of clients' reads of the
   * same file at the same moment. 0 on HDFS.
   */
  final LongAdder storeGets = new LongAdder();

  /** Blocks that were not cached because no input block of their rows was cached. */
  final LongAdder skippedBlocks = new LongAdder();

  /**
   * Blocks that the cache refused for a second, or accepted and did not store. Reads of their rows
   * are cold.
   */
  final LongAdder refusedBlocks = new LongAdder();

  /** Cached blocks that were promoted, because they replace multi-access blocks of the inputs. */
  final LongAdder promotedBlocks = new LongAdder();

  /** Blocks of input files that were cached and have been evicted. */
  final LongAdder evictedBlocks = new LongAdder();

  /** Chunks that a supply offered and failed to deliver. */
  final LongAdder lostChunks = new LongAdder();

  /** Bytes on disk of the output files' blocks that the warm-up has passed. */
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

  public long storeGets() {
    return storeGets.sum();
  }

  public long skippedBlocks() {
    return skippedBlocks.sum();
  }

  public long refusedBlocks() {
    return refusedBlocks.sum();
  }

  public long promotedBlocks() {
    return promotedBlocks.sum();
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
