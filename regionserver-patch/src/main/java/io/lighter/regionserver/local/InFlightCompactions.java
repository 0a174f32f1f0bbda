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
public final class InFlightCompactions {
  /** HBase's two compaction pools. */
  @FunctionalInterface
  public interface Pools {
    /** Makes each pool this much larger than HBase's configuration sets it. */
    void setExtra(int extraLong, int extraShort);
  }

  private final Pools pools;
  private final int max;
  private int inFlightLong;
  private int inFlightShort;

  /**
   * Creates the counts without a compaction in flight.
   *
   * @param max maximum number of added threads
   */
  public InFlightCompactions(Pools pools, int max) {
    this.pools = pools;
    this.max = max;
  }

  /**
   * Counts a compaction as in flight; {@link #end} follows.
   *
   * @param ofLongPool whether the waiting thread is of the pool for long compactions, whatever the
   *     compaction is
   */
  public synchronized void begin(boolean ofLongPool) {
    if (ofLongPool) {
      inFlightLong++;
    } else {
      inFlightShort++;
    }
    resize();
  }

  /** Counts a compaction as no longer in flight. */
  public synchronized void end(boolean ofLongPool) {
    if (ofLongPool) {
      inFlightLong--;
    } else {
      inFlightShort--;
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
    begin(ofLongPool);
    try {
      waiting.run();
    } finally {
      end(ofLongPool);
    }
  }

  /** Sets the pool sizes again, since HBase resets them when its configuration is read again. */
  public synchronized void refresh() {
    resize();
  }

  /** Serves long ones first: they are in flight for longer, and the short pool is busier. */
  private void resize() {
    int extraLong = Math.min(inFlightLong, max);
    pools.setExtra(extraLong, Math.min(inFlightShort, max - extraLong));
  }
}
