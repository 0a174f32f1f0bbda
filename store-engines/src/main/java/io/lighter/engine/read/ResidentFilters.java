// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.metrics.Counter;

/**
 * The memory of a region server for resident Bloom filter blocks, and their metrics. The sum of the
 * reserved bytes is never above the limit. Thread-safe, without locks.
 */
public final class ResidentFilters {
  private final long limit;
  private final AtomicLong reserved = new AtomicLong();
  private final Counter readsAvoided;
  private final Counter notResident;

  /**
   * Creates the memory, with nothing in it.
   *
   * @param limit bytes; 0: no block becomes resident
   * @param metrics takes the metrics of the region server
   */
  public ResidentFilters(long limit, MetricSet metrics) {
    this.limit = limit;
    readsAvoided = metrics.counter(LighterMetric.FILTER_READS_AVOIDED);
    notResident = metrics.counter(LighterMetric.FILTER_NOT_RESIDENT);
    metrics.gauge(LighterMetric.FILTER_RESIDENT_BYTES, reserved::get);
  }

  /** Returns the most bytes that are reserved at a time. */
  public long limit() {
    return limit;
  }

  /** Returns the bytes that are reserved. */
  public long reserved() {
    return reserved.get();
  }

  /** Tells whether {@code bytes} could be reserved now; counts a look-up that finds no room. */
  boolean hasRoom(long bytes) {
    boolean hasRoom = reserved.get() + bytes <= limit;
    if (!hasRoom) {
      notResident.increment();
    }
    return hasRoom;
  }

  /** Reserves all of {@code bytes}, or nothing if there is no room. */
  boolean reserve(long bytes) {
    long before = reserved.get();
    while (before + bytes <= limit) {
      if (reserved.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = reserved.get();
    }
    notResident.increment();
    return false;
  }

  /** Gives up bytes that were reserved. */
  void free(long bytes) {
    reserved.addAndGet(-bytes);
  }

  /** Counts a look-up that found a resident block. */
  void found() {
    readsAvoided.increment();
  }
}
