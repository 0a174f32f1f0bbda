// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of a store's list of files, which the tracker FILE keeps below the family's folder and
 * writes at each commit. With the family's storage policy, a commit fails when the volumes of the
 * fastest tier are full, and after that of a flush HBase stops the region server.
 *
 * <p>Stateless.
 */
@InterfaceAudience.Private
final class TrackerFolder {
  /** {@code StoreFileListFile.TRACK_FILE_DIR}, which is package-private. */
  private static final String NAME = ".filelist";

  /** The policy of HBase's logs by default: without room there, the region server stops anyway. */
  private static final String POLICY = "HOT";

  private static final String TRACKER_WITHOUT_LIST = "DEFAULT";

  private static final Logger LOG = LoggerFactory.getLogger(TrackerFolder.class);

  private TrackerFolder() {}

  /**
   * Gives the folder a storage policy of its own, before the store opens, if the store's tracker
   * has a list. A failure is logged: the folder then has the family's policy.
   */
  static void place(Configuration conf, HStore store) {
    String tracker = StoreFileTrackerFactory.getStoreFileTrackerName(conf);
    if (tracker.equalsIgnoreCase(TRACKER_WITHOUT_LIST)) {
      return;
    }
    FileSystem fs = store.getFileSystem();
    Path folder =
        new Path(store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName()), NAME);
    try {
      fs.mkdirs(folder);
      CommonFSUtils.setStoragePolicy(fs, folder, POLICY); // logs a failure itself
    } catch (IOException e) {
      LOG.warn("cannot place the list of files: store={} folder={}", store, folder, e);
    }
  }
}
