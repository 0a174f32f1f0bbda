// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;

/** Describes store files to HBase: plain files, links and references. */
final class InputFiles {
  private final StoreFileTracker tracker;

  /** Creates the descriptions for a store. */
  InputFiles(HStore store, Configuration conf) {
    this.tracker = StoreFileTrackerFactory.create(conf, true, store.getStoreContext());
  }

  StoreFileInfo describe(Path file) throws IOException {
    return tracker.getStoreFileInfo(file, true);
  }
}
