// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.PrestartedThreads;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the warm-ups of a region server: a few at a time, of one region one at a time and in the
 * order of their commits (paper, §5.4.2: one family after the other).
 *
 * <p>The stores bound the queues: each has 16 warm-ups at most, and for some seconds those that
 * were stopped ({@link #skipTurn}). Requested warm-ups have a thread of their own, since they may
 * take hours, and a warm-up of a compaction has a deadline. Thread-safe; {@code this} is the lock
 * of the queues, and nothing runs under it.
 */
public final class WarmupScheduler implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(WarmupScheduler.class);
  private static final long TICK_SECONDS = 2;

  private final ExecutorService runners;

  /** Runs requested warm-ups, one at a time. */
  private final ExecutorService requested;

  private final ScheduledExecutorService ticker;
  private final ScheduledFuture<?> ticks;

  /** Warm-ups between submission and the end of their task. Thread-safe. */
  private final Set<Warming> live = ConcurrentHashMap.newKeySet();

  /** Waiting warm-ups of each region that has a running one. Guarded by this. */
  private final Map<String, Deque<Warming>> busyRegions = new HashMap<>();

  /** Warm-ups that wait for their region or a runner; removal starts one. Guarded by this. */
  private final Set<Warming> notBegun = new HashSet<>();

  /** A warm-up as the scheduler runs it. */
  public interface Warming {
    /** Encoded name of the region. */
    String region();

    /** Runs to the end, and throws nothing. */
    void run();

    /** Progress in percent; negative while the warm-up waits. */
    int percent();

    /** The report for the manager, which any thread may request. */
    WarmupReport report();

    /** Whether the warm-up caches blocks now by itself, not because of a miss. */
    boolean isMoving();

    /** Whether the pace follows the time of calls. */
    boolean isAdaptive();

    /** Called every few seconds while the warm-up waits or runs; may make a short call. */
    void tick();
  }

  /**
   * Creates a scheduler.
   *
   * @param threads number of warm-ups of compactions that run at a time
   * @param factory creates their threads
   * @param everyTick also called every few seconds
   */
  WarmupScheduler(int threads, ThreadFactory factory, Runnable everyTick) {
    this.runners = PrestartedThreads.start(threads, factory);
    this.requested = PrestartedThreads.start(1, factory);
    this.ticker = Executors.newSingleThreadScheduledExecutor(threadsNamed("lighter-warmup-tick"));
    this.ticks =
        ticker.scheduleWithFixedDelay(
            () -> tick(everyTick), TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
  }

  public synchronized void submit(Warming warming) {
    live.add(warming);
    enqueue(warming, Deque::addLast);
  }

  /**
   * Runs a requested warm-up after those that were requested before. The order of a region's
   * warm-ups does not matter, since no reads are routed.
   */
  public void submitRequested(Warming warming) {
    live.add(warming);
    try {
      requested.execute(() -> runOnce(warming));
    } catch (RejectedExecutionException e) {
      live.remove(warming);
      throw e;
    }
  }

  private void runOnce(Warming warming) {
    try {
      warming.run();
    } finally {
      live.remove(warming);
    }
  }

  private void enqueue(Warming warming, BiConsumer<Deque<Warming>, Warming> add) { // holds the lock
    notBegun.add(warming);
    Deque<Warming> waiting = busyRegions.get(warming.region());
    if (waiting != null) {
      add.accept(waiting, warming);
      return;
    }
    busyRegions.put(warming.region(), new ArrayDeque<>());
    start(warming);
  }

  /**
   * Runs a stopped warm-up that waits for its region or a runner elsewhere, since it has only to
   * end. Does nothing if the warm-up does not wait. If {@code elsewhere} rejects the task, the
   * warm-up waits on.
   */
  void skipTurn(Warming warming, Consumer<Runnable> elsewhere) {
    if (!begin(warming)) {
      return;
    }
    boolean taken = false;
    try {
      elsewhere.accept(() -> runOnce(warming));
      taken = true;
    } finally {
      if (!taken) {
        waitOn(warming);
      }
    }
  }

  /** Claims a waiting warm-up for the caller; false if the warm-up does not wait. */
  private synchronized boolean begin(Warming warming) {
    Deque<Warming> waiting = busyRegions.get(warming.region());
    if (waiting != null) {
      waiting.remove(warming); // a runner's task then does nothing
    }
    return notBegun.remove(warming);
  }

  private synchronized void waitOn(Warming warming) {
    enqueue(warming, Deque::addFirst);
  }

  /** Ticks a warm-up that runs outside the scheduler, until {@link #unwatch}. */
  void watch(Warming warming) {
    live.add(warming);
  }

  void unwatch(Warming warming) {
    live.remove(warming);
  }

  int waiting() {
    return (int) live.stream().filter(each -> each.percent() < 0).count();
  }

  /** Average progress of the running warm-ups; 100 if none runs. */
  int percent() {
    return (int)
        live.stream().mapToInt(Warming::percent).filter(each -> each >= 0).average().orElse(100);
  }

  /** Reports of the running warm-ups, then of the waiting ones. */
  List<WarmupReport> reports(int most) {
    Map<Boolean, List<Warming>> byWaiting = // read once, since some start meanwhile
        live.stream().collect(Collectors.partitioningBy(warming -> warming.percent() < 0));
    return Stream.of(false, true)
        .map(byWaiting::get)
        .flatMap(List::stream)
        .limit(most)
        .map(Warming::report)
        .toList();
  }

  /**
   * Whether any warm-up caches blocks now.
   *
   * @param adaptive whether to consider only warm-ups whose pace follows the time of calls
   */
  boolean anyMoves(boolean adaptive) {
    return live.stream().anyMatch(each -> each.isMoving() && (each.isAdaptive() || !adaptive));
  }

  private void start(Warming warming) { // holds the lock
    runners.execute(
        () -> {
          boolean mine = begin(warming);
          try {
            if (mine) {
              warming.run();
            }
          } finally {
            ended(warming, mine);
          }
        });
  }

  private synchronized void ended(Warming warming, boolean ran) {
    if (ran) {
      live.remove(warming);
    }
    Warming next = busyRegions.get(warming.region()).poll();
    if (next == null || runners.isShutdown()) {
      busyRegions.remove(warming.region());
    } else {
      start(next);
    }
  }

  private void tick(Runnable everyTick) {
    attempt(everyTick);
    live.forEach(warming -> attempt(warming::tick));
  }

  /** Runs a task whose failure must not stop other warm-ups or the next tick. */
  private static void attempt(Runnable look) {
    try {
      look.run();
    } catch (RuntimeException | Error e) { // an exception would end the ticks
      LOG.warn("periodic check of a warm-up failed", e);
    }
  }

  /** Closes without waiting: the stores of a stopping region server end their warm-ups. */
  @Override
  public void close() {
    ticks.cancel(false);
    ticker.shutdown();
    runners.shutdown();
    requested.shutdown();
  }

  public static ThreadFactory threadsNamed(String format) {
    return new ThreadFactoryBuilder().setNameFormat(format).setDaemon(true).build();
  }
}
