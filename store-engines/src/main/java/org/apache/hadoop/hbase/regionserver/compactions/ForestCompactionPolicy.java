// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import java.util.Collection;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The policy of the forest engine, as far as HBase asks one. Immutable except for HBase's state.
 */
@InterfaceAudience.Private
public final class ForestCompactionPolicy extends CompactionPolicy {
  private final BooleanSupplier majorIsDue;

  /**
   * Creates a policy.
   *
   * @param majorIsDue tells whether a file is past the period of major compactions
   */
  public ForestCompactionPolicy(
      Configuration conf, StoreConfigInformation store, BooleanSupplier majorIsDue) {
    super(conf, store);
    this.majorIsDue = majorIsDue;
  }

  @Override
  public boolean shouldPerformMajorCompaction(Collection<HStoreFile> files) {
    return majorIsDue.getAsBoolean();
  }

  /** As HBase's policies ({@code SortedCompactionPolicy}). */
  @Override
  public boolean throttleCompaction(long bytes) {
    return bytes > comConf.getThrottlePoint();
  }
}
