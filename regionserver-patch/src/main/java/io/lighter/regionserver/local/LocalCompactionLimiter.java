// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Caps the local compactions of this region server at the number of HBase's compaction threads in
 * the present configuration, which an operator may change at run time. As in HBase, whose idle
 * threads for long compactions run short ones, short compactions may use the room of long ones, but
 * not vice versa.
 *
 * <p>HBase's own cap is the size of its pools, to which {@link InFlightCompactions} adds a thread
 * for each compaction in flight. When many fall back at once (a compaction server failed), this
 * class keeps them from all running here. The most urgent one goes first, as in HBase's queue, and
 * ties go to the longest waiter. A compaction that fell back still counts as in flight while it
 * waits, so that HBase's threads continue with HBase's queue.
 *
 * <p>Thread-safe; {@code this} is the lock, and no compaction runs under it.
 */
public final class LocalCompactionLimiter {
  private static final long CHECK_MS = 100;

  private final IntSupplier maxLong;
  private final IntSupplier maxShort;
  private final InFlightCompactions inFlight;

  /** Waiting compactions, the oldest first. Guarded by this. */
  private final List<Waiter> waiting = new ArrayList<>();

  private int running; // guarded by this
  private int runningLong; // guarded by this

  /** A local compaction. */
  @FunctionalInterface
  public interface Run<T> {
    T get() throws IOException;
  }

  /**
   * The caller of a local compaction.
   *
   * @param isLong whether HBase takes the compaction for a long one
   * @param ofLongPool whether the thread is of HBase's pool for long compactions
   * @param fellBack whether the compaction fell back: HBase's pool has another thread for it
   * @param priority HBase's priority, re-evaluated: the smaller, the more urgent
   * @param wanted evaluated while waiting; false ends the wait
   */
  public record Caller(
      boolean isLong,
      boolean ofLongPool,
      boolean fellBack,
      IntSupplier priority,
      BooleanSupplier wanted) {}

  private static final class Waiter {
    private final boolean isLong;
    private int priority; // guarded by the LocalCompactionLimiter

    private Waiter(boolean isLong) {
      this.isLong = isLong;
    }
  }

  /**
   * Creates an empty set of compactions.
   *
   * @param maxLong number of HBase's threads for long compactions, re-evaluated
   * @param maxShort number of HBase's threads for short compactions, re-evaluated
   */
  public LocalCompactionLimiter(
      IntSupplier maxLong, IntSupplier maxShort, InFlightCompactions inFlight) {
    this.maxLong = maxLong;
    this.maxShort = maxShort;
    this.inFlight = inFlight;
  }

  /**
   * Runs a compaction when there is room.
   *
   * @throws InterruptedIOException if the compaction is no longer wanted
   */
  public <T> T run(Caller caller, Run<T> local) throws IOException {
    if (!enterAtOnce(caller)) {
      if (caller.fellBack()) {
        waitInFlight(caller);
      } else {
        awaitRoom(caller);
      }
    }
    try {
      return local.get();
    } finally {
      leave(caller);
    }
  }

  private void waitInFlight(Caller caller) throws InterruptedIOException {
    inFlight.begin(caller.ofLongPool());
    try {
      awaitRoom(caller);
    } finally {
      inFlight.end(caller.ofLongPool());
    }
  }

  private synchronized boolean enterAtOnce(Caller caller) {
    boolean room = waiting.isEmpty() && hasRoom(caller.isLong());
    if (room) {
      enter(caller);
    }
    return room;
  }

  private synchronized void awaitRoom(Caller caller) throws InterruptedIOException {
    Waiter self = new Waiter(caller.isLong());
    self.priority = caller.priority().getAsInt();
    waiting.add(self);
    try {
      while (!isNext(self)) {
        if (!caller.wanted().getAsBoolean()) {
          throw new InterruptedIOException("the region closes; its compaction is given up");
        }
        wait(CHECK_MS);
        self.priority = caller.priority().getAsInt();
      }
      enter(caller);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting to compact locally");
    } finally {
      waiting.remove(self);
      notifyAll(); // another waiter may be next
    }
  }

  /** Whether this is the first of the most urgent waiters that have room. */
  private boolean isNext(Waiter self) {
    Waiter next = null;
    for (Waiter waiter : waiting) {
      if (hasRoom(waiter.isLong) && (next == null || waiter.priority < next.priority)) {
        next = waiter;
      }
    }
    return self.equals(next);
  }

  private boolean hasRoom(boolean isLong) {
    return running < maxLong.getAsInt() + maxShort.getAsInt()
        && (!isLong || runningLong < maxLong.getAsInt());
  }

  private void enter(Caller caller) {
    running++;
    runningLong += caller.isLong() ? 1 : 0;
  }

  private synchronized void leave(Caller caller) {
    running--;
    runningLong -= caller.isLong() ? 1 : 0;
    notifyAll();
  }
}
