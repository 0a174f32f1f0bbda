package org.apache.hadoop.hbase.regionserver;

import java.util.concurrent.ThreadPoolExecutor;
import org.apache.hadoop.conf.Configuration;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resizes HBase's two compaction pools; in HBase's package because their getters are. Sizes are
 * always set from HBase's configuration as it is now, so that nothing adds up when an operator
 * changes it or switches compactions off and on, which makes new pools.
 */
@InterfaceAudience.Private
public final class CompactionPools {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionPools.class);

  /** Part of the names of threads; of CompactSplit.createCompactionExecutors. */
  private static final String LONG_THREADS = "-longCompactions-";

  private static final String SHORT_THREADS = "-shortCompactions-";

  private CompactionPools() {}

  /** Threads of the pool for long compactions, as HBase's configuration has it. */
  public static int configuredLong(Configuration conf) {
    return Math.max(
        1,
        conf.getInt(
            CompactSplit.LARGE_COMPACTION_THREADS, CompactSplit.LARGE_COMPACTION_THREADS_DEFAULT));
  }

  /** Threads of the pool for short compactions, as HBase's configuration has it. */
  public static int configuredShort(Configuration conf) {
    return Math.max(
        1,
        conf.getInt(
            CompactSplit.SMALL_COMPACTION_THREADS, CompactSplit.SMALL_COMPACTION_THREADS_DEFAULT));
  }

  /**
   * Whether the calling thread is of the pool for long compactions, which takes short ones as well
   * when it is idle.
   *
   * @param otherwise the answer if it is of neither pool
   */
  public static boolean isLongPools(boolean otherwise) {
    String name = Thread.currentThread().getName();
    if (name.contains(LONG_THREADS)) {
      return true;
    }
    return !name.contains(SHORT_THREADS) && otherwise;
  }

  /** Whether the calling thread is of one of the two pools. */
  public static boolean isOfPools() {
    String name = Thread.currentThread().getName();
    return name.contains(LONG_THREADS) || name.contains(SHORT_THREADS);
  }

  /** Makes each pool this much larger than configured. Calls must not overlap. */
  public static void setExtra(RegionServerServices server, int extraLong, int extraShort) {
    if (server.getCompactionRequestor() instanceof CompactSplit compactSplit) {
      Configuration conf = server.getConfiguration();
      resize(compactSplit.getLongCompactions(), configuredLong(conf) + extraLong);
      resize(compactSplit.getShortCompactions(), configuredShort(conf) + extraShort);
    }
  }

  private static void resize(ThreadPoolExecutor pool, int size) {
    try {
      if (size > pool.getMaximumPoolSize()) {
        pool.setMaximumPoolSize(size);
        pool.setCorePoolSize(size);
      } else {
        pool.setCorePoolSize(size);
        pool.setMaximumPoolSize(size);
      }
    } catch (IllegalArgumentException | OutOfMemoryError e) {
      // HBase resizes it just now, or the system refuses a thread; it is set again later.
      LOG.info("A compaction pool does not have {} threads yet", size, e);
    }
  }
}
