// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics.StatisticsData;

/**
 * The bytes that one thread has read from and written to a file system since the creation of this
 * object. Created on that thread, read by any.
 */
final class ThreadIo {
  private final StatisticsData data;
  private final long readBefore;
  private final long writtenBefore;

  private ThreadIo(StatisticsData data) {
    this.data = data;
    this.readBefore = data.getBytesRead();
    this.writtenBefore = data.getBytesWritten();
  }

  /** Starts counting for the calling thread. */
  // Deprecated by Hadoop in favour of counters that are not per thread.
  @SuppressWarnings("deprecation")
  static ThreadIo ofCallingThread(FileSystem fs) {
    return new ThreadIo(
        FileSystem.getStatistics(fs.getUri().getScheme(), fs.getClass()).getThreadStatistics());
  }

  long bytesRead() {
    return data.getBytesRead() - readBefore;
  }

  long bytesWritten() {
    return data.getBytesWritten() - writtenBefore;
  }
}
