package io.lighter.regionserver.warmup;

import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/** What a warm-up needs of its store. Immutable. */
final class StoreParts {
  private final HStore store;
  private final StoreEngine<?, ?, ?, ?> engine;

  StoreParts(HStore store, StoreEngine<?, ?, ?, ?> engine) {
    this.store = store;
    this.engine = engine;
  }

  RegionInfo region() {
    return store.getRegionInfo();
  }

  /** Whether the family's data blocks are cached when they are read. */
  boolean cachesData() {
    CacheConfig conf = store.getCacheConfig();
    return conf != null && conf.getBlockCache().isPresent() && conf.shouldCacheDataOnRead();
  }

  BlockCache cache() {
    return store.getCacheConfig().getBlockCache().orElseThrow();
  }

  boolean inMemory() {
    return store.getCacheConfig().isInMemory();
  }

  boolean isPrimary() {
    return store.isPrimaryReplicaStore();
  }

  boolean isSystemTable() {
    return store.getTableName().isSystemTable();
  }

  /** False once the region closes. */
  boolean isOpen() {
    return store.areWritesEnabled();
  }

  /** Returns when every read that was choosing its files has counted references on them. */
  void passWriteLock() {
    engine.writeLock();
    engine.writeUnlock();
  }

  @Override
  public String toString() {
    return "table="
        + store.getTableName()
        + " region="
        + region().getEncodedName()
        + " family="
        + store.getColumnFamilyName();
  }
}
