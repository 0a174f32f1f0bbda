// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.Pair;

/** Puts and deletes that regions get as a file. */
final class BulkLoad {
  private final NavigableSet<KeyValue> cells = new TreeSet<>(CellComparatorImpl.COMPARATOR);

  private final Map<byte[], byte[]> metadata = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  void put(int row, byte[] column, long time, byte[] value) {
    cells.add(new KeyValue(Twins.row(row), Twins.FAMILY, column, time, value));
  }

  /** Deletes what a column of a row has up to a time; all columns if {@code column} is null. */
  void delete(int row, byte[] column, long time) {
    KeyValue.Type type = column == null ? KeyValue.Type.DeleteFamily : KeyValue.Type.DeleteColumn;
    cells.add(new KeyValue(Twins.row(row), Twins.FAMILY, column, time, type));
  }

  /** Adds metadata to the files. */
  void note(byte[] key, byte[] value) {
    metadata.put(key, value);
  }

  /**
   * Writes a file for each region, which loads it.
   *
   * @param withId whether the region gives the file the next sequence id; else it is the oldest
   * @param inMinor whether minor compactions may take the file
   */
  void into(List<HRegion> regions, boolean withId, boolean inMinor) throws IOException {
    for (HRegion region : regions) {
      Path path =
          new Path(
              region.getRegionFileSystem().getTableDir().getParent(),
              "load-" + EnvironmentEdgeManager.currentTime());
      write(region, path, inMinor);
      assertThat(
              region.bulkLoadHFiles(
                  List.of(Pair.newPair(Twins.FAMILY, path.toString())), withId, null))
          .isNotNull();
    }
  }

  private void write(HRegion region, Path path, boolean inMinor) throws IOException {
    StoreFileWriter file =
        new StoreFileWriter.Builder(
                region.getBaseConf(), CacheConfig.DISABLED, region.getFilesystem())
            .withFilePath(path)
            .withFileContext(
                new HFileContextBuilder()
                    .withBlockSize(512)
                    .withIncludesMvcc(false)
                    .withCreateTime(EnvironmentEdgeManager.currentTime())
                    .build())
            .build();
    for (KeyValue cell : cells) {
      file.append(cell);
    }
    file.appendFileInfo(
        HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(EnvironmentEdgeManager.currentTime()));
    if (!inMinor) {
      file.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(true));
    }
    for (Map.Entry<byte[], byte[]> entry : metadata.entrySet()) {
      file.appendFileInfo(entry.getKey(), entry.getValue());
    }
    file.close();
  }
}
