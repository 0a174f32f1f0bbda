package org.apache.hadoop.hbase.regionserver.storefiletracker;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreContext;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * The tracker of a store that only compacts: it knows no files, and changes none.
 *
 * <p>The job opens its inputs itself ({@code JobStore.openInputs}); were they loaded through here,
 * HBase would open them on other threads, and an interrupt in between would leak readers. Writers
 * go below {@code .tmp}, also for tables whose own tracker writes in place.
 */
public final class JobFileTracker extends StoreFileTrackerBase {
  /** The constructor that HBase calls by reflection. */
  public JobFileTracker(Configuration conf, boolean isPrimaryReplica, StoreContext context) {
    super(conf, isPrimaryReplica, context);
  }

  @Override
  public boolean requireWritingToTmpDirFirst() {
    return true;
  }

  @Override
  protected List<StoreFileInfo> doLoadStoreFiles(boolean readOnly) {
    return List.of();
  }

  @Override
  protected void doAddNewStoreFiles(Collection<StoreFileInfo> newFiles) {
    throw readOnly();
  }

  @Override
  protected void doAddCompactionResults(
      Collection<StoreFileInfo> compactedFiles, Collection<StoreFileInfo> newFiles) {
    throw readOnly();
  }

  @Override
  protected void doSetStoreFiles(Collection<StoreFileInfo> files) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("only the region server changes a store's files");
  }
}
