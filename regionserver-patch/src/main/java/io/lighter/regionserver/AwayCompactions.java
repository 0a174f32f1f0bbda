package io.lighter.regionserver;

/**
 * Lends HBase's compaction pools a thread for each compaction that is away, so that waiting for
 * compaction servers does not limit how many compactions a region server has under way.
 *
 * <p>Thread-safe; both counts are guarded by the monitor, and so is the resizing, which touches no
 * I/O.
 */
final class AwayCompactions {
  /** HBase's two compaction pools. */
  @FunctionalInterface
  interface Pools {
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
  AwayCompactions(Pools pools, int max) {
    this.pools = pools;
    this.max = max;
  }

  /**
   * A compaction leaves; {@link #back} follows.
   *
   * @param ofLongPool whether the thread that waits is of the pool for long compactions, whatever
   *     the compaction is
   */
  synchronized void away(boolean ofLongPool) {
    if (ofLongPool) {
      awayLong++;
    } else {
      awayShort++;
    }
    resize();
  }

  /** A compaction is back, or came to nothing. */
  synchronized void back(boolean ofLongPool) {
    if (ofLongPool) {
      awayLong--;
    } else {
      awayShort--;
    }
    resize();
  }

  /** Sizes the pools anew: HBase sets them back whenever its configuration is read again. */
  synchronized void refresh() {
    resize();
  }

  /** Long ones first: they are away for longer, and the pool of the short ones is the busier. */
  private void resize() {
    int extraLong = Math.min(awayLong, max);
    pools.setExtra(extraLong, Math.min(awayShort, max - extraLong));
  }
}
