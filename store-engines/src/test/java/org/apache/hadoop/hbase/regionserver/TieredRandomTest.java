// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.TieredJob.Reason;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Random histories of a region with levels. */
class TieredRandomTest extends RandomHistories {
  @Override
  Class<SmallTieredEngine> engine() {
    return SmallTieredEngine.class;
  }

  @Override
  void configure(Configuration conf, Random random) {
    conf.setInt(SmallTieredEngine.FILES, 2 + random.nextInt(3));
    if (random.nextBoolean()) {
      conf.setLong(SmallTieredEngine.FAST_BYTES, 40_000);
    }
    conf.setInt(HStore.BLOCKING_STOREFILES_KEY, random.nextBoolean() ? 6 : 100);
  }

  @Override
  Set<Reason> expectedJobs() {
    return EnumSet.of(Reason.REFERENCES, Reason.FULL_RUN, Reason.MAJOR);
  }
}
