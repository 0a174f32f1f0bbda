// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * The threads of a region server that seek ahead, and their metrics. Nothing waits for a thread: a
 * seek that finds none free is rejected, and the read does it itself. Threads are daemons, and end
 * when they were idle for a minute. Thread-safe.
 */
public final class SearchPool implements AutoCloseable {
  private static final long IDLE_SECONDS = 60;

  private final ThreadPoolExecutor threads;
  private final SearchLimit limit;
  private final Counter ahead;
  private final Counter joined;
  private final Counter wasted;
  private final Counter rejected;

  /**
   * Creates the pool, without a thread.
   *
   * @param most threads at a time, 1 or more
   * @param metrics takes the metrics of the region server
   */
  public SearchPool(int most, MetricSet metrics) {
    ahead = metrics.counter(LighterMetric.SEARCH_AHEAD);
    joined = metrics.counter(LighterMetric.SEARCH_JOINED);
    wasted = metrics.counter(LighterMetric.SEARCH_WASTED);
    rejected = metrics.counter(LighterMetric.SEARCH_REJECTED);
    limit = new SearchLimit(most, System::nanoTime);
    metrics.gauge(LighterMetric.SEARCH_LIMIT, limit::limit);
    threads =
        new ThreadPoolExecutor(
            0,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(), // has no room: a task gets a thread or is rejected
            new ThreadFactoryBuilder().setNameFormat("lighter-search-%d").setDaemon(true).build(),
            (seek, pool) -> ((AheadSeek) seek).reject());
  }

  /** Returns the limit that the stores with {@link SearchMode#ADAPTIVE} share. */
  SearchLimit limit() {
    return limit;
  }

  /** Begins a seek, or calls {@link AheadSeek#reject} before it returns. */
  void execute(AheadSeek seek) {
    threads.execute(seek);
  }

  /** Counts a seek that a thread has begun. */
  void begun() {
    ahead.increment();
  }

  /** Counts a seek that was begun and whose result its read has used. */
  void joined() {
    joined.increment();
  }

  /** Counts a seek that was begun and whose result its read does not use. */
  void wasted() {
    wasted.increment();
  }

  /** Counts a seek that found no free thread. */
  void rejected() {
    rejected.increment();
  }

  /** Rejects all further seeks. Those that were begun go on. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
