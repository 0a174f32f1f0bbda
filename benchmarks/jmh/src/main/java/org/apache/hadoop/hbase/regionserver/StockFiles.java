// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;

/** HBase's own list of a store's files for measurements: file names that are never opened. */
public final class StockFiles {
  private StockFiles() {}

  /** A file that has only a name. */
  public static HStoreFile file(String name) {
    Configuration conf = new Configuration(false);
    return new HStoreFile(
        new StoreFileInfo(
            conf, null, new FileStatus(1, false, 0, 0, 0, new Path("/" + name)), null, null),
        BloomType.NONE,
        CacheConfig.DISABLED);
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
