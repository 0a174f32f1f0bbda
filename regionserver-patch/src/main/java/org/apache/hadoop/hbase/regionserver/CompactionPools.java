// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.concurrent.ThreadPoolExecutor;
import org.apache.hadoop.conf.Configuration;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resizes HBase's two compaction pools, whose getters are package-private. Sizes are always
 * computed from HBase's present configuration. Extra threads therefore do not add up when an
 * operator changes the configuration, or switches compactions off and on, which creates new pools.
 */
@InterfaceAudience.Private
public final class CompactionPools {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionPools.class);

  /** Part of the thread names that CompactSplit.createCompactionExecutors sets. */
  private static final String LONG_THREADS = "-longCompactions-";

  private static final String SHORT_THREADS = "-shortCompactions-";

  private CompactionPools() {}

  /** Number of threads that HBase's configuration sets for long compactions. */
  public static int configuredLong(Configuration conf) {
    return Math.max(
        1,
        conf.getInt(
            CompactSplit.LARGE_COMPACTION_THREADS, CompactSplit.LARGE_COMPACTION_THREADS_DEFAULT));
  }

  /** Number of threads that HBase's configuration sets for short compactions. */
  public static int configuredShort(Configuration conf) {
    return Math.max(
        1,
        conf.getInt(
            CompactSplit.SMALL_COMPACTION_THREADS, CompactSplit.SMALL_COMPACTION_THREADS_DEFAULT));
  }

  /**
   * Whether the calling thread is of the pool for long compactions, which also runs short ones when
   * it is idle.
   *
   * @param otherwise result for a thread of neither pool
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
      // HBase is resizing the pool, or thread creation failed; a later call sets the size again.
      LOG.info("compaction pool not resized yet: threads={}", size, e);
    }
  }
}
