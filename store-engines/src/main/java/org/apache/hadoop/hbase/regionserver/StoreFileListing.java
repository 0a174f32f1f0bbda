// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.FileView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Lists the files of a store as the tiered engine sees them, without its region server. Opens each
 * file and writes nothing. Stateless.
 */
@InterfaceAudience.Private
public final class StoreFileListing {
  /** Listings until none of the files is archived before it is opened. */
  private static final int MOST_LISTINGS = 3;

  private StoreFileListing() {}

  /**
   * A file of a store.
   *
   * @param path where it is listed
   * @param view what decides about its merges
   * @param isOwn whether its blocks are those of the file at {@code path}; false for references and
   *     links
   */
  public record Listed(Path path, FileView view, boolean isOwn) {}

  /**
   * Returns the files of a store, the oldest first. Inputs of a compaction that are not archived
   * yet are left out.
   *
   * @param conf settings of the store: those of the site, the table and the family
   * @param table folder of the table
   * @throws IOException if the folder cannot be read, or its files change all the time
   */
  public static List<Listed> of(
      FileSystem fs,
      Configuration conf,
      Path table,
      RegionInfo region,
      ColumnFamilyDescriptor family)
      throws IOException {
    HRegionFileSystem folder =
        HRegionFileSystem.openRegionFromFileSystem(conf, fs, table, region, true);
    StoreContext context =
        StoreContext.getBuilder()
            .withRegionFileSystem(folder)
            .withColumnFamilyDescriptor(family)
            .withFamilyStoreDirectoryPath(folder.getStoreDir(family.getNameAsString()))
            .withCacheConfig(CacheConfig.DISABLED)
            .withBloomType(family.getBloomFilterType())
            .build();
    StoreFileTracker tracker = StoreFileTrackerFactory.create(conf, false, context);
    for (int listing = 1; ; listing++) {
      try {
        return open(tracker.load(), conf, family, context.getFamilyStoreDirectoryPath());
      } catch (FileNotFoundException e) {
        if (listing == MOST_LISTINGS) {
          throw e;
        }
      }
    }
  }

  /** Tells whether all bytes of a file are its store's, and in the family's folder. */
  static boolean isOwn(HStoreFile file, Path folder) {
    return !file.isReference()
        && !file.getFileInfo().isLink()
        && file.getPath().getParent().toUri().getPath().equals(folder.toUri().getPath());
  }

  private static List<Listed> open(
      List<StoreFileInfo> found, Configuration conf, ColumnFamilyDescriptor family, Path folder)
      throws IOException {
    StoreFileViews views = new StoreFileViews();
    List<HStoreFile> files = new ArrayList<>();
    Set<String> compacted = new HashSet<>();
    for (StoreFileInfo info : found) {
      info.setConf(conf);
      HStoreFile file = new HStoreFile(info, family.getBloomFilterType(), CacheConfig.DISABLED);
      file.initReader();
      try {
        views.of(file);
        compacted.addAll(file.getCompactedStoreFiles());
        files.add(file);
      } finally {
        file.closeStoreFile(false);
      }
    }
    files.removeIf(file -> compacted.contains(file.getPath().getName()));
    files.sort(views.byAge());
    return files.stream()
        .map(file -> new Listed(file.getPath(), views.of(file), isOwn(file, folder)))
        .toList();
  }
}
