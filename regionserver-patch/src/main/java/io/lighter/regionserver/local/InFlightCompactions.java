// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import org.apache.hadoop.hbase.regionserver.CompactionPools;

/**
 * Adds a thread to HBase's compaction pools for each compaction in flight, so that threads which
 * wait for compaction servers leave room for other compactions of the region server.
 *
 * <p>Two other waits count as in flight. With {@code pre-switch} a thread waits for blocks before
 * the commit of a local or an offloaded compaction. A compaction that fell back may wait for room
 * on the region server.
 *
 * <p>Thread-safe; the monitor guards both counts and the resizing, which does no I/O.
 */
public final class InFlightCompactions {
  /** HBase's two compaction pools. */
  @FunctionalInterface
  public interface Pools {
    /**
     * Sets the number of threads that each pool has beyond HBase's configuration.
     *
     * @param extraLong threads of the pool for long compactions, at least 0
     * @param extraShort threads of the pool for short compactions, at least 0
     */
    void setExtra(int extraLong, int extraShort);
  }

  private final Pools pools;
  private final int max;
  private int inFlightLong;
  private int inFlightShort;

  /**
   * Creates the counts without a compaction in flight.
   *
   * @param max maximum number of added threads of both pools together, at least 0
   */
  public InFlightCompactions(Pools pools, int max) {
    this.pools = pools;
    this.max = max;
  }

  /**
   * Counts a compaction as in flight; {@link #end} follows.
   *
   * @param ofLongPool whether the waiting thread is of the pool for long compactions, which also
   *     runs short ones
   */
  public synchronized void begin(boolean ofLongPool) {
    if (ofLongPool) {
      inFlightLong++;
    } else {
      inFlightShort++;
    }
    resize();
  }

  /**
   * Counts a compaction as no longer in flight.
   *
   * @param ofLongPool the same value as for {@link #begin}
   */
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

  /**
   * Gives added threads to the long pool first, since long compactions are in flight for longer.
   * Called with the monitor held.
   */
  private void resize() {
    int extraLong = Math.min(inFlightLong, max);
    pools.setExtra(extraLong, Math.min(inFlightShort, max - extraLong));
  }
}
