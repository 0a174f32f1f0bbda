// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The policy of the engines of ranges and of trees, as far as HBase asks one. Immutable except for
 * HBase's state.
 */
@InterfaceAudience.Private
public final class LayoutCompactionPolicy extends CompactionPolicy {
  /** Creates a policy. */
  public LayoutCompactionPolicy(Configuration conf, StoreConfigInformation store) {
    super(conf, store);
  }

  /**
   * Returns false: a range or a cluster that is past the period is due, as any other one. HBase
   * would ask for a major compaction of the whole store whenever such a part of it is busy.
   */
  @Override
  public boolean shouldPerformMajorCompaction(Collection<HStoreFile> files) {
    return false;
  }

  /** As HBase's policies ({@code SortedCompactionPolicy}). */
  @Override
  public boolean throttleCompaction(long bytes) {
    return bytes > comConf.getThrottlePoint();
  }
}
