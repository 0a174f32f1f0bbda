// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The fetch of one chunk, which all readers of the chunk wait for. No fetch starts after the chunk
 * was loaded, or for {@link #REFUSED_NANOS} after the block cache has refused one of its blocks.
 * With a full cache, each miss would otherwise wait for a useless fetch. Thread-safe.
 */
final class ReaderFetch {
  /** Longer than HBase's bucket cache takes to write a full queue, even to a slow disk. */
  static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<Outcome> fetch;
  private final Executor executor;
  private final LongSupplier nanoTime;

  /** The latest fetch; null if no reader has needed the chunk. Guarded by this. */
  private CompletableFuture<Boolean> last;

  // The thread of the fetch writes both fields before the fetch is done.
  private volatile Outcome outcome = Outcome.FAILED;
  private volatile long outcomeNanos;

  /** The result of a fetch. */
  enum Outcome {
    /** All blocks are cached. */
    LOADED,
    /** The chunk arrived, and the block cache refused a part of the chunk. */
    REFUSED,
    /** The chunk did not arrive. */
    FAILED
  }

  /**
   * Prepares a chunk that no reader has needed yet.
   *
   * @param nanoTime see {@link System#nanoTime}
   */
  ReaderFetch(Supplier<Outcome> fetch, Executor executor, LongSupplier nanoTime) {
    this.fetch = fetch;
    this.executor = executor;
    this.nanoTime = nanoTime;
  }

  boolean isLoaded() {
    return outcome == Outcome.LOADED;
  }

  /**
   * Returns the present fetch, a new one, or the last one if no new one may start. Does not wait.
   *
   * @return whether all blocks of the chunk are cached
   * @throws java.util.concurrent.RejectedExecutionException if the executor rejects the task
   */
  synchronized CompletableFuture<Boolean> begun() {
    if (last == null || (last.isDone() && isDue())) {
      last = CompletableFuture.supplyAsync(this::run, executor);
    }
    return last;
  }

  /** Whether the chunk may be fetched again after the last fetch has ended. */
  private boolean isDue() {
    return switch (outcome) {
      case LOADED -> false;
      case REFUSED -> nanoTime.getAsLong() - outcomeNanos >= REFUSED_NANOS;
      case FAILED -> true;
    };
  }

  private boolean run() {
    outcome = Outcome.FAILED; // if the fetch throws
    Outcome ended = fetch.get();
    outcomeNanos = nanoTime.getAsLong();
    outcome = ended;
    return ended == Outcome.LOADED;
  }
}
