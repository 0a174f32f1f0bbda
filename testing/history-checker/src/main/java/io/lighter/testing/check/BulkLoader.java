// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.RetryCounter;
import org.apache.hadoop.hbase.util.RetryCounterFactory;

/** Writes store files, one per family, and bulk-loads them. Used by one thread at a time. */
final class BulkLoader {
  /**
   * Tries of one load. HBase answers a try that meets a closing region with {@code false}, and the
   * client tries again at once ({@code SecureBulkLoadManager}, {@code LoadIncrementalHFiles}). The
   * default of 10 tries passes before the last flush of a region ends.
   */
  private static final int MAX_TRIES = 1_000;

  /** Pauses of a load that meets a region that opens: a second each, two minutes together. */
  private static final RetryCounterFactory REFUSALS = new RetryCounterFactory(120, 1_000);

  private final CheckContext context;

  BulkLoader(CheckContext context) {
    this.context = context;
  }

  /** Loads the cells of the mutations, all families of a region at once. */
  void load(List<Mutation> mutations) throws Exception {
    Configuration conf = new Configuration(context.configuration());
    conf.setInt(HConstants.BULKLOAD_MAX_RETRIES_NUMBER, MAX_TRIES);
    Path folder = new Path(CommonFSUtils.getRootDir(conf), "check-bulk-load/" + UUID.randomUUID());
    FileSystem fs = folder.getFileSystem(conf);
    try {
      for (Map.Entry<String, List<Cell>> family : byFamily(mutations).entrySet()) {
        Path file =
            new Path(
                new Path(folder, family.getKey()), UUID.randomUUID().toString().replace("-", ""));
        write(fs, file, family.getValue());
      }
      context.disturbances().flushes().during(() -> load(BulkLoadHFiles.create(conf), folder));
    } finally {
      fs.delete(folder, true);
    }
  }

  /** HBase's tool looks once whether all regions are open, and waits for them only after that. */
  private Map<BulkLoadHFiles.LoadQueueItem, ByteBuffer> load(BulkLoadHFiles tool, Path folder)
      throws IOException, InterruptedException {
    RetryCounter pauses = REFUSALS.create();
    while (true) {
      try {
        return tool.bulkLoad(context.table(), folder);
      } catch (TableNotFoundException e) { // thrown before anything is loaded
        if (!pauses.shouldRetry()) {
          throw e;
        }
        pauses.sleepUntilNextRetry();
      }
    }
  }

  private static Map<String, List<Cell>> byFamily(List<Mutation> mutations) {
    Map<String, List<Cell>> cells = new HashMap<>();
    for (Mutation mutation : mutations) {
      mutation
          .getFamilyCellMap()
          .forEach(
              (family, added) ->
                  cells
                      .computeIfAbsent(Bytes.toString(family), name -> new ArrayList<>())
                      .addAll(added));
    }
    return cells;
  }

  private void write(FileSystem fs, Path file, Collection<Cell> cells) throws IOException {
    HFileContext format = new HFileContextBuilder().withBlockSize(CheckTable.BLOCK_BYTES).build();
    StoreFileWriter writer =
        new StoreFileWriter.Builder(context.configuration(), CacheConfig.DISABLED, fs)
            .withFilePath(file)
            .withFileContext(format)
            .build();
    try {
      for (Cell cell : cells.stream().sorted(CellComparator.getInstance()).toList()) {
        writer.append(cell);
      }
      writer.appendFileInfo(
          HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(System.currentTimeMillis()));
      writer.appendTrackedTimestampsToMetadata();
    } finally {
      writer.close();
    }
  }
}
