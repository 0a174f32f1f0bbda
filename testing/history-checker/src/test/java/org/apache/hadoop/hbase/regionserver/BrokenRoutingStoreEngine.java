// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;

/**
 * Lighter's engine with broken routing: reads get a mix of a compaction's input and output files
 * while both exist. The checker must detect this.
 */
public class BrokenRoutingStoreEngine extends OffloadingStoreEngine {
  /** Table property with the name of a {@link MixingStoreFileManager.Mix}. */
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
