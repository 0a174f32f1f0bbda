// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import org.apache.hadoop.hbase.regionserver.CompactionPools;

/**
 * Adds a thread to HBase's compaction pools for each compaction in flight, so that waiting for
 * compaction servers does not limit a region server's number of compactions. A compaction whose
 * thread warms the output before the commit ({@code pre-switch}) also counts as in flight, wherever
 * it ran, since that thread waits for blocks.
 *
 * <p>Thread-safe; the monitor guards both counts and the resizing, which does no I/O.
 */
public final class AwayCompactions {
  /** HBase's two compaction pools. */
  @FunctionalInterface
  public interface Pools {
    /** Makes each pool this much larger than HBase's configuration sets it. */
    void setExtra(int extraLong, int extraShort);
  }

  private final Pools pools;
  private final int max;
  private int awayLong;
  private int awayShort;

  /**
   * Creates the counts without a compaction in flight.
   *
   * @param max maximum number of added threads
   */
  public AwayCompactions(Pools pools, int max) {
    this.pools = pools;
    this.max = max;
  }

  /**
   * Counts a compaction as in flight; {@link #back} follows.
   *
   * @param ofLongPool whether the waiting thread is of the pool for long compactions, whatever the
   *     compaction is
   */
  public synchronized void away(boolean ofLongPool) {
    if (ofLongPool) {
      awayLong++;
    } else {
      awayShort++;
    }
    resize();
  }

  /** Counts a compaction as no longer in flight. */
  public synchronized void back(boolean ofLongPool) {
    if (ofLongPool) {
      awayLong--;
    } else {
      awayShort--;
    }
    resize();
  }

  /**
   * Runs work that the calling thread waits for before it commits a compaction. On a thread of
   * HBase's pools, the compaction counts as in flight meanwhile.
   *
   * @param waiting work whose exceptions are rethrown
   */
  public void whileThreadWaits(Runnable waiting) {
    if (!CompactionPools.isOfPools()) {
      waiting.run();
      return;
    }
    boolean ofLongPool = CompactionPools.isLongPools(false);
    away(ofLongPool);
    try {
      waiting.run();
    } finally {
      back(ofLongPool);
    }
  }

  /** Sets the pool sizes again, since HBase resets them when its configuration is read again. */
  public synchronized void refresh() {
    resize();
  }

  /** Serves long ones first: they are in flight for longer, and the short pool is busier. */
  private void resize() {
    int extraLong = Math.min(awayLong, max);
    pools.setExtra(extraLong, Math.min(awayShort, max - extraLong));
  }
}
