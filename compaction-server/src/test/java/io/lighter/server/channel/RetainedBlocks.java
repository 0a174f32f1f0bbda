// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.OutputCapture;
import io.lighter.server.cache.OutputOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Cached outputs of incompressible values, written as a compaction writes them. */
public final class RetainedBlocks {
  private RetainedBlocks() {}

  /** The name of a job's file in {@link #keep}. */
  public static String fileOf(CompactionJobId job) {
    return job.value().replace("-", "");
  }

  /** Retains a file of this number of blocks with one value each. */
  public static void keep(
      OutputCache cache, CompactionJobId job, Path folder, int blocks, int valueBytes)
      throws IOException {
    keep(cache, job, folder, blocks, valueBytes, new OutputOrigin("t", "r", "f", "rs"));
  }

  /** Retains a file of this number of blocks, of a store with secondary replicas. */
  public static void keep(
      OutputCache cache,
      CompactionJobId job,
      Path folder,
      int blocks,
      int valueBytes,
      OutputOrigin origin)
      throws IOException {
    String file = fileOf(job);
    try (OutputCapture capture = cache.capture(job, origin, ChunkVersion.BLOCK_BY_BLOCK)) {
      Configuration conf = HBaseConfiguration.create();
      conf.set("fs.defaultFS", "file:///");
      CacheConfig cacheConf = new CacheConfig(conf, capture.blockCache(conf));
      cacheConf.enableCacheOnWrite();
      try (HFile.Writer writer =
          HFile.getWriterFactory(conf, cacheConf)
              .withPath(
                  FileSystem.get(conf),
                  new org.apache.hadoop.fs.Path(folder.toUri().getPath(), file))
              .withFileContext(new HFileContextBuilder().withBlockSize(valueBytes).build())
              .create()) {
        Random random = new Random(1);
        byte[] value = new byte[valueBytes];
        for (int row = 0; row < blocks; row++) {
          random.nextBytes(value);
          writer.append(
              new KeyValue(
                  Bytes.toBytes("row-%08d".formatted(row)),
                  Bytes.toBytes("f"),
                  Bytes.toBytes("q"),
                  1L,
                  value));
        }
      }
      capture.keep(List.of(file));
    }
  }
}
