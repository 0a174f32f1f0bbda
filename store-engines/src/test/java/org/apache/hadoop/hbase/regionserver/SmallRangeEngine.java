// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangeLimits;
import io.lighter.engine.range.RangePlan;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The range engine with ranges that a few rows fill. */
public class SmallRangeEngine extends RangeStoreEngine {
  static final String RANGE_BYTES = "test.range.bytes";
  static final String MAX_FILES = "test.range.max.files";
  static final String MAX_WIDE = "test.range.max.wide";

  /** Replaced by the test's only thread. */
  private Runnable whilePlanning = () -> {};

  /** Runs {@code action} in each selection from now on, before its plan is made. */
  void whilePlanning(Runnable action) {
    whilePlanning = action;
  }

  @Override
  Optional<RangePlan> plan(RangeLayout layout, List<HStoreFile> filesCompacting) {
    whilePlanning.run();
    return super.plan(layout, filesCompacting);
  }

  @Override
  protected RangeLimits limits(Configuration conf, HStore store) {
    return limits(conf);
  }

  static RangeLimits limits(Configuration conf) {
    long range = conf.getLong(RANGE_BYTES, 20_000);
    return new RangeLimits(
        range, 0.1, range / 8, conf.getInt(MAX_FILES, 3), conf.getInt(MAX_WIDE, 2), 2);
  }
}
