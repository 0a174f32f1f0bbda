// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TieredLimits;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The tiered engine with levels and tiers that a few rows fill. */
public class SmallTieredEngine extends TieredStoreEngine {
  static final String FILES = "test.tiered.files";
  static final String FAST_BYTES = "test.tiered.fast.bytes";
  static final String MAJOR_MILLIS = "test.tiered.major.millis";

  @Override
  protected TieredLimits limits(Configuration conf, HStore store) {
    int files = conf.getInt(FILES, 3);
    long fast = conf.getLong(FAST_BYTES, Long.MAX_VALUE);
    TierPlan plan =
        fast == Long.MAX_VALUE
            ? TierPlan.ofOneTier(files)
            : new TierPlan(
                List.of(
                    new TierPlan.Tier(Optional.empty(), files, fast),
                    new TierPlan.Tier(Optional.of("COLD"), 2, Long.MAX_VALUE)));
    return new TieredLimits(
        plan,
        0,
        2_000,
        10_000,
        LayoutFileManager.blockingFiles(conf),
        conf.getLong(MAJOR_MILLIS, 0));
  }
}
