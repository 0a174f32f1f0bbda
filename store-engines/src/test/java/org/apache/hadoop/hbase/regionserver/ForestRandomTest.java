// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.forest.ForestPlan.Job;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Random histories of a region with trees. */
class ForestRandomTest extends RandomHistories {
  @Override
  Class<SmallForestEngine> engine() {
    return SmallForestEngine.class;
  }

  @Override
  void configure(Configuration conf, Random random) {
    conf.setLong(SmallForestEngine.SST_BYTES, 3_000 + random.nextInt(12_000));
    conf.setInt(SmallForestEngine.FANOUT, 2 + random.nextInt(3));
    conf.setBoolean(SmallForestEngine.ALL_FILES, random.nextInt(4) == 0);
    conf.setInt(LighterOption.FOREST_FLUSH_PIECES.key(), 1 + random.nextInt(5));
    conf.setLong("hbase.hregion.majorcompaction", 0);
  }

  @Override
  Set<Job> expectedJobs() {
    return EnumSet.of(Job.REFERENCE, Job.CLUSTER, Job.MAJOR);
  }
}
