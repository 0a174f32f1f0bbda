// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import org.apache.hadoop.hbase.io.hfile.BlockCache;

/** A forwarding cache without further methods, since this release of HBase has none. */
public abstract class ForwardedBlockCache extends BlockCacheView {
  /** Creates a view of {@code cache}. */
  protected ForwardedBlockCache(BlockCache cache) {
    super(cache);
  }
}
