// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.hadoop.hbase.regionserver.StripeStoreConfig;
import org.apache.hadoop.hbase.regionserver.StripeStoreFlusher;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The policy of the range engine, as far as HBase asks one: a flush is one file, so that a crash
 * finds all or none of its cells. HBase's flusher of stripes wants a policy of stripes; its
 * selection of compactions is not used.
 */
@InterfaceAudience.Private
public class RangeCompactionPolicy extends StripeCompactionPolicy {
  /** Creates a policy. */
  public RangeCompactionPolicy(Configuration conf, StoreConfigInformation store) {
    super(conf, store, new StripeStoreConfig(conf, store));
  }

  @Override
  public StripeStoreFlusher.StripeFlushRequest selectFlush(
      CellComparator comparator, StripeInformationProvider stripes, int cells) {
    return new StripeStoreFlusher.StripeFlushRequest(comparator);
  }

  /**
   * Returns false: a range that is past the period is due, as any other one. HBase would ask for a
   * major compaction of the whole store whenever such a range is busy.
   */
  @Override
  public boolean shouldPerformMajorCompaction(Collection<HStoreFile> files) {
    return false;
  }
}
