// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;

/** HBase's own list of a store's files for measurements: files that are never opened. */
public final class StockFiles {
  private StockFiles() {}

  /** A file that has a name and two rows. */
  public static HStoreFile file(String name, byte[] firstRow, byte[] lastRow) {
    Configuration conf = new Configuration(false);
    Optional<Cell> first = Optional.of(PrivateCellUtil.createFirstOnRow(firstRow));
    Optional<Cell> last = Optional.of(PrivateCellUtil.createFirstOnRow(lastRow));
    return new HStoreFile(
        new StoreFileInfo(
            conf, null, new FileStatus(1, false, 0, 0, 0, new Path("/" + name)), null, null),
        BloomType.NONE,
        CacheConfig.DISABLED) {
      @Override
      public Optional<Cell> getFirstKey() {
        return first;
      }

      @Override
      public Optional<Cell> getLastKey() {
        return last;
      }
    };
  }

  /** The manager of HBase's default store engine, with these files. */
  public static StoreFileManager manager(List<HStoreFile> files) throws IOException {
    // The configuration is used only for the compaction pressure.
    DefaultStoreFileManager manager =
        new DefaultStoreFileManager(
            CellComparator.getInstance(),
            Comparator.comparing(HStoreFile::getPath),
            new Configuration(false),
            null);
    manager.loadFiles(files);
    return manager;
  }
}
