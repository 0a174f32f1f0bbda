// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import org.apache.hadoop.hbase.io.hfile.BlockCache;

/** A forwarding cache without further methods, since this release of HBase has none. */
abstract class ForwardedBlockCache extends BlockCacheView {
  ForwardedBlockCache(BlockCache cache) {
    super(cache);
  }
}
