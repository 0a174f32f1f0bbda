// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TieredLimits;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The tiered engine with two tiers, of which a few rows fill the first. */
public class SmallLevels extends TieredStoreEngine {
  /** Files of a level that are merged. */
  static final int FILES = 2;

  /** Storage policy of outputs from the second level on; a DataNode with disks only has it. */
  static final String SLOW = "HOT";

  private static final TierPlan PLAN =
      new TierPlan(
          List.of(
              new TierPlan.Tier(Optional.empty(), FILES, 1),
              new TierPlan.Tier(Optional.of(SLOW), FILES, Long.MAX_VALUE)));

  @Override
  protected TieredLimits limits(Configuration conf, HStore store) {
    return new TieredLimits(PLAN, 0, 1_000, 10_000, LayoutFileManager.blockingFiles(conf), 0);
  }
}
