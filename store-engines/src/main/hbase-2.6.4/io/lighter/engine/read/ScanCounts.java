// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics;

/**
 * What HBase counts of a scan by thread ({@link ThreadLocalServerSideScanMetrics}): bytes and
 * blocks read, and the time for that. A seek ahead reads on another thread, so its counts are
 * carried over to the thread that uses the result. The time is a sum over threads then; HBase puts
 * it into its slow log, of all calls. The rest is not counted if the scan wants no metrics.
 *
 * <p>Made on the thread of the read. Then {@link #record} on the other thread, then {@link #carry}
 * on a thread of the read, both once at most.
 */
public final class ScanCounts {
  /** What a seek does. */
  public interface Seek<E extends Exception> {
    /** Seeks. */
    void run() throws E;
  }

  private final boolean isWanted = ThreadLocalServerSideScanMetrics.isScanMetricsEnabled();

  /** This and the next: of one thread after the other, which the seek's owner hands over. */
  private long bytesFromFiles;

  private long bytesFromCache;
  private long blocks;
  private long millis;

  /** Runs a seek and takes its counts, which the thread has no longer afterwards. */
  public <E extends Exception> void record(Seek<E> seek) throws E {
    ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(isWanted);
    ThreadLocalServerSideScanMetrics.reset();
    try {
      seek.run();
    } finally {
      bytesFromFiles = ThreadLocalServerSideScanMetrics.getBytesReadFromFsAndReset();
      bytesFromCache = ThreadLocalServerSideScanMetrics.getBytesReadFromBlockCacheAndReset();
      blocks = ThreadLocalServerSideScanMetrics.getBlockReadOpsCountAndReset();
      millis = ThreadLocalServerSideScanMetrics.getFsReadTimeAndReset();
      ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(false);
    }
  }

  /** Adds the counts to those of the caller's thread. */
  public void carry() {
    if (isWanted) {
      ThreadLocalServerSideScanMetrics.addBytesReadFromFs(bytesFromFiles);
      ThreadLocalServerSideScanMetrics.addBytesReadFromBlockCache(bytesFromCache);
      ThreadLocalServerSideScanMetrics.addBlockReadOpsCount(blocks);
    }
    ThreadLocalServerSideScanMetrics.addFsReadTime(millis);
  }
}
