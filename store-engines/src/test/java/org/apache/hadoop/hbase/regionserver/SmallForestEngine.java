// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestLimits.DropDeletes;
import org.apache.hadoop.conf.Configuration;

/** The forest engine with files that a few rows fill. */
public class SmallForestEngine extends ForestStoreEngine {
  static final String SST_BYTES = "test.forest.sst.bytes";
  static final String FLUSH_BYTES = "test.forest.flush.bytes";
  static final String FANOUT = "test.forest.fanout";
  static final String ALL_FILES = "test.forest.all.files";

  @Override
  protected ForestLimits limits(Configuration conf, HStore store) {
    return limits(conf);
  }

  static ForestLimits limits(Configuration conf) {
    long sst = conf.getLong(SST_BYTES, 8_000);
    int fanout = conf.getInt(FANOUT, 3);
    return new ForestLimits(
        fanout,
        sst,
        sst / 8,
        2 * fanout,
        conf.getBoolean(ALL_FILES, false) ? DropDeletes.ALL_FILES : DropDeletes.NO_OLDER,
        conf.getLong(FLUSH_BYTES, sst));
  }
}
