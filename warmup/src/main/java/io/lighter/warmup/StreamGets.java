// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.hbase.io.FSDataInputStreamWrapper;
import org.apache.hadoop.hbase.io.hfile.HFile;

/**
 * GET requests that the open stream of a file has sent to an object store. S3A adds them to the
 * statistics of the file system, and to those of a thread, only when the stream is closed. A region
 * server's streams stay open, so the stream itself is asked.
 */
final class StreamGets {
  private StreamGets() {}

  /** The requests so far; 0 on a file system that counts none, such as HDFS. */
  static long of(HFile.Reader file) {
    FSDataInputStreamWrapper streams = file.getContext().getInputStreamWrapper();
    FSDataInputStream stream = streams.getStream(streams.shouldUseHBaseChecksum());
    IOStatistics statistics = stream == null ? null : stream.getIOStatistics();
    return statistics == null
        ? 0
        : statistics.counters().getOrDefault(StoreStatisticNames.ACTION_HTTP_GET_REQUEST, 0L);
  }
}
