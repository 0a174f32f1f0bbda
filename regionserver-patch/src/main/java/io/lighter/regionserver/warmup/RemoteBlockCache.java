package io.lighter.regionserver.warmup;

import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.util.Pair;

/**
 * The region server's block cache, as the readers of one file see it: a miss is served from a
 * compaction server, and counted as the miss that it is. Thread-safe, as the cache is.
 */
final class RemoteBlockCache implements BlockCache {
  private final BlockCache cache;
  private final RemoteReads remote;
  private final String file;

  RemoteBlockCache(BlockCache cache, RemoteReads remote, String file) {
    this.cache = cache;
    this.remote = remote;
    this.file = file;
  }

  @Override
  public Cacheable getBlock(
      BlockCacheKey cacheKey, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Cacheable block = cache.getBlock(cacheKey, caching, repeat, updateCacheMetrics);
    return block == null
            && caching
            && cacheKey.getHfileName().equals(file)
            && remote.load(file, cacheKey.getOffset())
        ? cache.getBlock(cacheKey, caching, true, false)
        : block;
  }

  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {
    cache.cacheBlock(cacheKey, buf, inMemory);
  }

  @Override
  public void cacheBlock(
      BlockCacheKey cacheKey, Cacheable buf, boolean inMemory, boolean waitWhenCache) {
    cache.cacheBlock(cacheKey, buf, inMemory, waitWhenCache);
  }

  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf) {
    cache.cacheBlock(cacheKey, buf);
  }

  @Override
  public boolean evictBlock(BlockCacheKey cacheKey) {
    return cache.evictBlock(cacheKey);
  }

  @Override
  public int evictBlocksByHfileName(String hfileName) {
    return cache.evictBlocksByHfileName(hfileName);
  }

  @Override
  public int evictBlocksRangeByHfileName(String hfileName, long initOffset, long endOffset) {
    return cache.evictBlocksRangeByHfileName(hfileName, initOffset, endOffset);
  }

  @Override
  public CacheStats getStats() {
    return cache.getStats();
  }

  /** Not this view's business. */
  @Override
  public void shutdown() {
    throw new UnsupportedOperationException("the cache is the region server's");
  }

  @Override
  public long size() {
    return cache.size();
  }

  @Override
  public long getMaxSize() {
    return cache.getMaxSize();
  }

  @Override
  public long getFreeSize() {
    return cache.getFreeSize();
  }

  @Override
  public long getCurrentSize() {
    return cache.getCurrentSize();
  }

  @Override
  public long getCurrentDataSize() {
    return cache.getCurrentDataSize();
  }

  @Override
  public long getBlockCount() {
    return cache.getBlockCount();
  }

  @Override
  public long getDataBlockCount() {
    return cache.getDataBlockCount();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return cache.iterator();
  }

  @Override
  public BlockCache[] getBlockCaches() {
    return cache.getBlockCaches();
  }

  @Override
  public void notifyFileCachingCompleted(
      Path fileName, int totalBlockCount, int dataBlockCount, long size) {
    cache.notifyFileCachingCompleted(fileName, totalBlockCount, dataBlockCount, size);
  }

  @Override
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    return cache.blockFitsIntoTheCache(block);
  }

  @Override
  public Optional<Boolean> shouldCacheFile(HFileInfo hFileInfo, Configuration conf) {
    return cache.shouldCacheFile(hFileInfo, conf);
  }

  @Override
  public Optional<Boolean> shouldCacheBlock(
      BlockCacheKey key, long maxTimeStamp, Configuration conf) {
    return cache.shouldCacheBlock(key, maxTimeStamp, conf);
  }

  @Override
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return cache.isAlreadyCached(key);
  }

  @Override
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    return cache.getBlockSize(key);
  }

  @Override
  public Optional<Map<String, Pair<String, Long>>> getFullyCachedFiles() {
    return cache.getFullyCachedFiles();
  }

  @Override
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return cache.getRegionCachedInfo();
  }

  @Override
  public void onConfigurationChange(Configuration config) {
    cache.onConfigurationChange(config);
  }
}
