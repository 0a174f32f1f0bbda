package io.lighter.regionserver.local;

import org.apache.hadoop.hbase.regionserver.CompactionPools;

/**
 * Lends HBase's compaction pools a thread for each compaction that is away, so that waiting for
 * compaction servers does not limit how many compactions a region server has under way. A
 * compaction whose thread warms the output before the commit ({@code pre-switch}) counts as away
 * meanwhile, wherever it ran: that thread waits for blocks.
 *
 * <p>Thread-safe; both counts are guarded by the monitor, and so is the resizing, which touches no
 * I/O.
 */
public final class AwayCompactions {
  /** HBase's two compaction pools. */
  @FunctionalInterface
  public interface Pools {
    /** Makes each pool this much larger than HBase's configuration has it. */
    void setExtra(int extraLong, int extraShort);
  }

  private final Pools pools;
  private final int max;
  private int awayLong;
  private int awayShort;

  /**
   * Nothing is away yet.
   *
   * @param max threads to lend at the most
   */
  public AwayCompactions(Pools pools, int max) {
    this.pools = pools;
    this.max = max;
  }

  /**
   * A compaction leaves; {@link #back} follows.
   *
   * @param ofLongPool whether the thread that waits is of the pool for long compactions, whatever
   *     the compaction is
   */
  public synchronized void away(boolean ofLongPool) {
    if (ofLongPool) {
      awayLong++;
    } else {
      awayShort++;
    }
    resize();
  }

  /** A compaction is back, or came to nothing. */
  public synchronized void back(boolean ofLongPool) {
    if (ofLongPool) {
      awayLong--;
    } else {
      awayShort--;
    }
    resize();
  }

  /**
   * Runs something that the calling thread waits for before it commits a compaction. While it does,
   * a thread of HBase's pools counts as one whose compaction is away; others run it and no more.
   *
   * @param waiting what it throws passes through
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

  /** Sizes the pools anew: HBase sets them back whenever its configuration is read again. */
  public synchronized void refresh() {
    resize();
  }

  /** Long ones first: they are away for longer, and the pool of the short ones is the busier. */
  private void resize() {
    int extraLong = Math.min(awayLong, max);
    pools.setExtra(extraLong, Math.min(awayShort, max - extraLong));
  }
}
