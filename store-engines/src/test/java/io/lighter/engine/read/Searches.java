// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/** Threads for seeks ahead with metrics of their own. */
public final class Searches implements AutoCloseable {
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final MetricRegistry metrics = Memories.registry();
  private final SearchPool pool;

  public Searches(int threads) {
    pool = new SearchPool(threads, new MetricSet(MetricProcess.REGION_SERVER, metrics));
  }

  public SearchPool pool() {
    return pool;
  }

  public long ahead() {
    return count(LighterMetric.SEARCH_AHEAD);
  }

  public long joined() {
    return count(LighterMetric.SEARCH_JOINED);
  }

  public long wasted() {
    return count(LighterMetric.SEARCH_WASTED);
  }

  public long rejected() {
    return count(LighterMetric.SEARCH_REJECTED);
  }

  /** Most seeks ahead in flight of all stores with adaptive search. */
  public int limit() {
    return pool.limit().limit();
  }

  /** Number of seeks that threads of this JVM do at the moment. */
  public static long running() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            frames ->
                Stream.of(frames)
                    .anyMatch(
                        frame ->
                            frame.getClassName().equals(AheadSeek.class.getName())
                                && frame.getMethodName().equals("run")))
        .count();
  }

  private long count(LighterMetric metric) {
    return ((Counter) metrics.get(metric.metricName()).orElseThrow()).getCount();
  }

  /** Waits until something holds. */
  public static void until(BooleanSupplier holds) {
    long end = System.nanoTime() + WAIT_NANOS;
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never held");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
