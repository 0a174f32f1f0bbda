package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;

/**
 * Our engine, but reads get a mix of the files before and after a compaction, as long as both
 * exist: what the checker must find.
 */
public class BrokenRoutingStoreEngine extends OffloadingStoreEngine {
  /** Property of a table: the name of a {@link MixingStoreFileManager.Mix}. */
  public static final String MIX_KEY = "test.broken.routing";

  @Override
  protected void createComponents(Configuration conf, HStore store, CellComparator cellComparator)
      throws IOException {
    super.createComponents(conf, store, cellComparator);
    storeFileManager =
        new MixingStoreFileManager(
            storeFileManager, MixingStoreFileManager.Mix.valueOf(conf.get(MIX_KEY)));
  }
}
