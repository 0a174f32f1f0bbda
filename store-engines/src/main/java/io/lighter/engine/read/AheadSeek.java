// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A seek of one scanner, which a thread of the {@link SearchPool} does for a read. The scanner
 * belongs to that thread from {@link #begin} until the read has its scanner back by {@link #await}
 * or {@link #giveUp}. A read that is faster than the pool takes the seek back, and does it itself.
 * If the read gives up a seek that runs, the pool's thread closes the scanner after the seek, so
 * nothing is closed under it.
 *
 * <p>One thread at a time calls for the read. The pool's thread runs the rest.
 */
public final class AheadSeek implements Runnable {
  /** The scanner; called by one thread at a time. */
  public interface Scanner {
    /** Seeks, on a thread of the pool. */
    void seek() throws IOException;

    /** Closes the scanner after a seek that was given up, on a thread of the pool. */
    void close();
  }

  /**
   * Who has the scanner. The pool's thread moves it from WAITING to RUNNING and from there to DONE;
   * the read from WAITING to TAKEN_BACK and from RUNNING to GIVEN_UP.
   */
  private enum State {
    WAITING,
    RUNNING,
    DONE,
    TAKEN_BACK,
    GIVEN_UP
  }

  private final StoreSearch store;
  private final SearchPool pool;
  private final Scanner scanner;
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
  private final CountDownLatch done = new CountDownLatch(1);

  /** Written by the pool's thread before {@link #done}, then read by the read. */
  private Throwable failure;

  /** Of the read's thread: the pool rejects a seek on the thread that begins it. */
  private boolean isRejected;

  AheadSeek(StoreSearch store, SearchPool pool, Scanner scanner) {
    this.store = store;
    this.pool = pool;
    this.scanner = scanner;
  }

  /** Hands the scanner to the pool; returns false if the read still has it. */
  public boolean begin() {
    if (!store.add()) {
      return false;
    }
    pool.execute(this);
    return !isRejected;
  }

  /** Gives the scanner back to the read, since no thread is free; called within {@link #begin}. */
  void reject() {
    isRejected = true;
    pool.rejected();
    store.remove();
  }

  /** Seeks, unless the read has taken the seek back. For the pool only. */
  @Override
  public void run() {
    try {
      if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
        return;
      }
      pool.begun();
      try {
        scanner.seek();
      } catch (Throwable e) { // also an Error is of the read, not of the pool
        failure = e;
      }
      if (state.compareAndSet(State.RUNNING, State.DONE)) {
        done.countDown();
      } else {
        scanner.close();
      }
    } finally {
      store.remove();
    }
  }

  /** Tells whether the seek is done, well or not, so that no other thread uses the scanner. */
  public boolean isDone() {
    return done.getCount() == 0;
  }

  /**
   * Gives the scanner back to the read, and waits for a seek that runs.
   *
   * @param isUsed whether the read uses where the scanner is after the seek
   * @return false if the seek was not begun, and is not going to be
   * @throws InterruptedIOException if the thread is interrupted, which it still is afterwards. The
   *     read does not have its scanner back then.
   */
  public boolean await(boolean isUsed) throws InterruptedIOException {
    if (state.compareAndSet(State.WAITING, State.TAKEN_BACK)) {
      return false;
    }
    if (!isDone()) {
      try {
        done.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        InterruptedIOException interrupted = new InterruptedIOException("waits for a seek ahead");
        interrupted.initCause(e);
        throw interrupted;
      }
    }
    if (isUsed) {
      pool.joined();
    } else {
      pool.wasted();
    }
    return true;
  }

  /** Throws what the seek has thrown, if anything; the object is the same. */
  public void throwFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  /**
   * Ends the seek for a read that closes the scanner. Does not wait.
   *
   * @return whether the caller has to close the scanner; else the pool's thread does so
   */
  public boolean giveUp() {
    if (state.compareAndSet(State.WAITING, State.TAKEN_BACK)) {
      return true;
    }
    pool.wasted();
    return !state.compareAndSet(State.RUNNING, State.GIVEN_UP);
  }
}
