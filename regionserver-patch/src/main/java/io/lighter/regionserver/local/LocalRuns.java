package io.lighter.regionserver.local;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Caps the compactions that run on this region server at the number of HBase's compaction threads,
 * as it is configured at the moment: an operator may change it while the region server runs. As in
 * HBase, whose threads for long compactions take short ones when they are idle, short ones may use
 * the room of long ones, and not the other way round.
 *
 * <p>HBase's own cap is the size of its pools; {@link AwayCompactions} lends these a thread for
 * each compaction that is away, so when many come back at once (a compaction server died) somebody
 * else must see to it that they do not all run here. The most urgent one goes first, as out of
 * HBase's queue; of the same urgency, who has waited longest. Who came back counts as away while he
 * waits, so that HBase's threads go on to take what is in HBase's queue, which may be more urgent.
 *
 * <p>Thread-safe; {@code this} is the lock, and no compaction runs under it.
 */
public final class LocalRuns {
  private static final long CHECK_MS = 100;

  private final IntSupplier maxLong;
  private final IntSupplier maxShort;
  private final AwayCompactions away;

  /** Compactions that wait, the oldest first. Guarded by this. */
  private final List<Waiter> waiting = new ArrayList<>();

  private int running; // guarded by this
  private int runningLong; // guarded by this

  /** A local compaction. */
  @FunctionalInterface
  public interface Run<T> {
    T get() throws IOException;
  }

  /**
   * Who asks.
   *
   * @param isLong whether HBase takes it for a long compaction
   * @param ofLongPool whether the thread is of HBase's pool for long compactions
   * @param cameBack whether it was away before: HBase's pool has another thread for it
   * @param priority HBase's: the smaller, the more urgent; asked again and again
   * @param wanted asked while waiting; false ends the wait
   */
  public record Caller(
      boolean isLong,
      boolean ofLongPool,
      boolean cameBack,
      IntSupplier priority,
      BooleanSupplier wanted) {}

  private static final class Waiter {
    private final boolean isLong;
    private int priority; // guarded by the LocalRuns

    private Waiter(boolean isLong) {
      this.isLong = isLong;
    }
  }

  /**
   * Nothing runs yet.
   *
   * @param maxLong how many of HBase's threads are for long compactions; asked again and again
   * @param maxShort how many are for short ones
   */
  public LocalRuns(IntSupplier maxLong, IntSupplier maxShort, AwayCompactions away) {
    this.maxLong = maxLong;
    this.maxShort = maxShort;
    this.away = away;
  }

  /**
   * Runs when there is room.
   *
   * @throws InterruptedIOException when nobody wants the compaction any more
   */
  public <T> T run(Caller caller, Run<T> local) throws IOException {
    if (!enterAtOnce(caller)) {
      if (caller.cameBack()) {
        waitAway(caller);
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

  private void waitAway(Caller caller) throws InterruptedIOException {
    away.away(caller.ofLongPool());
    try {
      awaitRoom(caller);
    } finally {
      away.back(caller.ofLongPool());
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
      notifyAll(); // somebody else is the next now
    }
  }

  /** The first of the most urgent ones that there is room for. */
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
