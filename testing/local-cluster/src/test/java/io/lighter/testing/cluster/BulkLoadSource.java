// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;

/** Store files of one row each. */
final class BulkLoadSource {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] COLUMN = Bytes.toBytes("c");

  private BulkLoadSource() {}

  /** Writes a file that can be bulk-loaded. */
  static void write(Configuration conf, FileSystem fs, Path file, String row) throws IOException {
    StoreFileWriter writer = writer(conf, fs, file, row);
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(1L));
    writer.close();
  }

  /** Writes a file such as a flush or a compaction writes. */
  static void writeFlushed(Configuration conf, FileSystem fs, Path file) throws IOException {
    StoreFileWriter writer = writer(conf, fs, file, "row");
    writer.appendMetadata(1, false);
    writer.close();
  }

  private static StoreFileWriter writer(Configuration conf, FileSystem fs, Path file, String row)
      throws IOException {
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, fs)
            .withFilePath(file)
            .withFileContext(new HFileContextBuilder().build())
            .build();
    writer.append(new KeyValue(Bytes.toBytes(row), FAMILY, COLUMN, 1, FAMILY));
    return writer;
  }
}
