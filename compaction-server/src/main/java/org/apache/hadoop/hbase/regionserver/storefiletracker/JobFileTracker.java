// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.storefiletracker;

import io.lighter.common.hbase.StoreContexts;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.JobRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.StoreContext;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * The tracker of a store that only compacts, without files of its own.
 *
 * <p>The job opens its inputs itself ({@code JobStore.openInputs}). A load through this tracker
 * would open them on other threads, and an interrupt in between would leak readers. The job says
 * where writers write, whatever the table's own tracker does.
 */
public final class JobFileTracker extends FilelessTracker {
  /** The constructor that HBase calls by reflection. */
  public JobFileTracker(Configuration conf, boolean isPrimaryReplica, StoreContext context) {
    super(conf, isPrimaryReplica, near(context));
  }

  /** Places the first replica near the region server; HDFS would place it near this server. */
  private static StoreContext near(StoreContext context) {
    List<InetSocketAddress> favored =
        ((JobRegionFileSystem) context.getRegionFileSystem()).favoredNodes();
    return favored.isEmpty()
        ? context
        : StoreContexts.copyOf(context)
            .withFavoredNodesSupplier(() -> favored.toArray(InetSocketAddress[]::new))
            .build();
  }

  @Override
  public boolean requireWritingToTmpDirFirst() {
    return !((JobRegionFileSystem) ctx.getRegionFileSystem()).writesInFamilyFolder();
  }

  @Override
  protected void doAddNewStoreFiles(Collection<StoreFileInfo> newFiles) {
    throw unsupported();
  }

  @Override
  protected void doAddCompactionResults(
      Collection<StoreFileInfo> compactedFiles, Collection<StoreFileInfo> newFiles) {
    throw unsupported();
  }
}
