// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics;

/**
 * What HBase has counted on a thread ({@link ThreadLocalServerSideScanMetrics}): bytes and blocks
 * read. Nothing is counted for a scan that wants no metrics.
 */
record ThreadCounts(long bytesFromFiles, long bytesFromCache, long blocks) {
  static final ThreadCounts NONE = new ThreadCounts(0, 0, 0);

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
            ThreadLocalServerSideScanMetrics.getBlockReadOpsCountAndReset());
    ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(false);
    return counts;
  }

  /** Adds the counts to those of the calling thread. */
  void add(boolean areWanted) {
    if (areWanted) {
      ThreadLocalServerSideScanMetrics.addBytesReadFromFs(bytesFromFiles);
      ThreadLocalServerSideScanMetrics.addBytesReadFromBlockCache(bytesFromCache);
      ThreadLocalServerSideScanMetrics.addBlockReadOpsCount(blocks);
    }
  }
}
