package io.lighter.regionserver.warmup;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The fetch of one chunk that readers wait for. All of them wait for one fetch. There is none after
 * the chunk was loaded, and none for {@link #REFUSED_NANOS} after the block cache has refused a
 * block of it: a cache that is full would make each miss wait for a fetch in vain. Thread-safe.
 */
final class ReaderFetch {
  /** HBase's bucket cache writes a full queue within less, even if its disk is slow. */
  static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<Outcome> fetch;
  private final Executor executor;
  private final LongSupplier nanoTime;

  /** Null: nobody has needed the chunk. Guarded by this. */
  private CompletableFuture<Boolean> last;

  // Both are written by the thread of the fetch, before the fetch is done.
  private volatile Outcome outcome = Outcome.FAILED;
  private volatile long outcomeNanos;

  /** How a fetch ended. */
  enum Outcome {
    /** All blocks are cached. */
    LOADED,
    /** The chunk came, and the block cache did not take all of it. */
    REFUSED,
    /** The chunk did not come. */
    FAILED
  }

  /**
   * A chunk that nobody has needed yet.
   *
   * @param nanoTime as {@link System#nanoTime}
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
   * The fetch that goes on, or a new one, or the last one if there is to be none. Does not wait.
   *
   * @return whether all blocks of the chunk are cached
   * @throws java.util.concurrent.RejectedExecutionException if the executor takes no task
   */
  synchronized CompletableFuture<Boolean> begun() {
    if (last == null || (last.isDone() && isDue())) {
      last = CompletableFuture.supplyAsync(this::run, executor);
    }
    return last;
  }

  /** Of an ended fetch: whether the chunk may be fetched again. */
  private boolean isDue() {
    return switch (outcome) {
      case LOADED -> false;
      case REFUSED -> nanoTime.getAsLong() - outcomeNanos >= REFUSED_NANOS;
      case FAILED -> true;
    };
  }

  private boolean run() {
    outcome = Outcome.FAILED; // if it throws
    Outcome ended = fetch.get();
    outcomeNanos = nanoTime.getAsLong();
    outcome = ended;
    return ended == Outcome.LOADED;
  }
}
