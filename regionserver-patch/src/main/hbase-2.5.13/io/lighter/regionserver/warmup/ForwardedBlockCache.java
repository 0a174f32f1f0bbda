package io.lighter.regionserver.warmup;

import org.apache.hadoop.hbase.io.hfile.BlockCache;

/** A forwarding cache without further methods, since this release of HBase has none. */
abstract class ForwardedBlockCache extends BlockCacheView {
  ForwardedBlockCache(BlockCache cache) {
    super(cache);
  }
}
