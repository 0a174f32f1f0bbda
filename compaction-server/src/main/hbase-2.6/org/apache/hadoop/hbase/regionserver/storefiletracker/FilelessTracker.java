// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.storefiletracker;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreContext;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/** A tracker that loads no files and accepts none. */
abstract class FilelessTracker extends StoreFileTrackerBase {
  FilelessTracker(Configuration conf, boolean isPrimaryReplica, StoreContext context) {
    super(conf, isPrimaryReplica, context);
  }

  @Override
  protected List<StoreFileInfo> doLoadStoreFiles(boolean readOnly) {
    return List.of();
  }

  @Override
  protected void doSetStoreFiles(Collection<StoreFileInfo> files) {
    throw unsupported();
  }

  static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("only the region server changes a store's files");
  }
}
