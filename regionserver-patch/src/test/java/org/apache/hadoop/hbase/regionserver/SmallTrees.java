// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestLimits.DropDeletes;
import org.apache.hadoop.conf.Configuration;

/** The forest engine with files that a few rows fill. Blocks must be smaller than files. */
public class SmallTrees extends ForestStoreEngine {
  /** Setting of a table: size at which a file ends, bytes. */
  static final String SST_BYTES = "test.forest.sst.bytes";

  /** No flush of a test is larger, so that each is a tree of stage 1. */
  private static final long FLUSH_BYTES = 10 << 20;

  /** Trees of a stage that become one tree of the next one. */
  static final int FANOUT = 4;

  @Override
  protected ForestLimits limits(Configuration conf, HStore store) {
    long sst = conf.getLong(SST_BYTES, 1_000);
    return new ForestLimits(FANOUT, sst, sst / 8, 2 * FANOUT, DropDeletes.NO_OLDER, FLUSH_BYTES);
  }
}
