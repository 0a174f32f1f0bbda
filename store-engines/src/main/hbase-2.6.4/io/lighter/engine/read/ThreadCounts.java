// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics;

/**
 * What HBase has counted on a thread ({@link ThreadLocalServerSideScanMetrics}): bytes and blocks
 * read, and the time for that. The time of several threads adds up; HBase puts it into its slow
 * log, of all calls. The rest is counted for a scan that wants metrics only.
 */
record ThreadCounts(long bytesFromFiles, long bytesFromCache, long blocks, long millis) {
  static final ThreadCounts NONE = new ThreadCounts(0, 0, 0, 0);

  /** Tells whether this HBase counts what a thread reads. */
  static boolean areKnown() {
    return true;
  }

  /** Tells whether the scan of the calling thread wants metrics. */
  static boolean areWanted() {
    return ThreadLocalServerSideScanMetrics.isScanMetricsEnabled();
  }

  /** Begins to count on the calling thread. */
  static void start(boolean areWanted) {
    ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(areWanted);
    ThreadLocalServerSideScanMetrics.reset();
  }

  /** Ends to count on the calling thread, and returns its counts. */
  static ThreadCounts take() {
    ThreadCounts counts =
        new ThreadCounts(
            ThreadLocalServerSideScanMetrics.getBytesReadFromFsAndReset(),
            ThreadLocalServerSideScanMetrics.getBytesReadFromBlockCacheAndReset(),
            ThreadLocalServerSideScanMetrics.getBlockReadOpsCountAndReset(),
            ThreadLocalServerSideScanMetrics.getFsReadTimeAndReset());
    ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(false);
    return counts;
  }

  /**
   * Runs a seek on the thread of its read; returns whether the seek read from a file. A scan that
   * wants metrics gets those of the seek. For another scan, counts are left on the thread, which
   * HBase resets before it counts the next time.
   */
  static <E extends Exception> boolean readsFile(ScanCounts.Seek<E> seek) throws E {
    AtomicLong bytes = ThreadLocalServerSideScanMetrics.getBytesReadFromFsCounter();
    long before = bytes.get();
    boolean areWanted = areWanted();
    if (!areWanted) {
      ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(true);
    }
    try {
      seek.run();
    } finally {
      if (!areWanted) {
        ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(false);
      }
    }
    return bytes.get() > before;
  }

  /** Tells whether anything was read from a file. */
  boolean isFromFile() {
    return bytesFromFiles > 0;
  }

  /** Adds the counts to those of the calling thread. */
  void add(boolean areWanted) {
    if (areWanted) {
      ThreadLocalServerSideScanMetrics.addBytesReadFromFs(bytesFromFiles);
      ThreadLocalServerSideScanMetrics.addBytesReadFromBlockCache(bytesFromCache);
      ThreadLocalServerSideScanMetrics.addBlockReadOpsCount(blocks);
    }
    ThreadLocalServerSideScanMetrics.addFsReadTime(millis);
  }
}
