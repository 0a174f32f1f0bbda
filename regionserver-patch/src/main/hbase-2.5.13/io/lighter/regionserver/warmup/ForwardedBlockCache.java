package io.lighter.regionserver.warmup;

import org.apache.hadoop.hbase.io.hfile.BlockCache;

/** This release of HBase asks nothing else. */
abstract class ForwardedBlockCache extends BlockCacheView {
  ForwardedBlockCache(BlockCache cache) {
    super(cache);
  }
}
