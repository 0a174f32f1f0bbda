// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the size that HBase's bucket cache reports of a warmed region with the size after
 * HBase's own readers have cached the same blocks. The balancer {@code CacheAwareLoadBalancer} and
 * the region metrics use this size.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RegionCachedSizeTest {
  private static final String REGION = "region-of-the-test";
  private static final int ROWS = 3000;

  private final AtomicInteger caches = new AtomicInteger();
  @TempDir Path folder;

  /** Size that the same file has after a scan has cached the file. */
  private long asRead;

  @BeforeEach
  void readWithHBase() throws Exception {
    try (BucketFiles files = newCache()) {
      HFile.Reader file = write(files, "read");
      files.scan(file);
      awaitStored(files, file);
      asRead = sizeOf(files);
    }
    assertThat(asRead).isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void warmedFileCountsLikeAReadFile(boolean supplied) throws Exception {
    try (BucketFiles files = newCache()) {
      HFile.Reader file = write(files, "warmed");

      files.warmUp(file, supplied ? files.supplyOf(file) : ChunkSupply.NONE, List.of());
      awaitStored(files, file);

      assertThat(sizeOf(files)).isEqualTo(asRead);
    }
  }

  /** The strategy {@code remote} caches chunks by the path of their file. */
  @Test
  void blocksOfAMissCountLikeReadBlocks() throws Exception {
    try (BucketFiles files = newCache()) {
      HFile.Reader file = write(files, "missed");
      WarmCache cache = new WarmCache(files.cache, false);
      for (var block : files.dataBlocks(file)) {
        assertThat(
                cache.insert(
                    file.getPath(), block, new WarmupControl(() -> false), new WarmupMeter()))
            .isTrue();
      }
      awaitStored(files, file);

      assertThat(sizeOf(files)).isEqualTo(asRead);
    }
  }

  /** {@code pre-switch} with prefetch: HBase finds the whole file cached, and records its size. */
  @Test
  void evictedWarmedAndPrefetchedFileLeavesTheSizeOfAReadFile() throws Exception {
    long left;
    try (BucketFiles files = newCache()) {
      HFile.Reader file = write(files, "prefetched");
      files.scan(file);
      awaitStored(files, file);
      prefetch(files, file);
      files.cache.evictBlocksByHfileName(file.getName());
      left = sizeOf(files);
    }
    assertThat(left).as("what HBase's own readers leave").isNotNegative();
    try (BucketFiles files = newCache()) {
      HFile.Reader file = write(files, "warmed-and-prefetched");
      files.warmUp(file, files.supplyOf(file), List.of());
      awaitStored(files, file);
      prefetch(files, file);
      assertThat(sizeOf(files)).isEqualTo(asRead);

      files.cache.evictBlocksByHfileName(file.getName());

      assertThat(sizeOf(files)).isEqualTo(left);
    }
  }

  /** The inputs are prefetched; evicting their blocks subtracts their size once. */
  @Test
  void evictionSubtractsTheSizeOfInputsOnce() throws Exception {
    try (BucketFiles files = newCache()) {
      HFile.Reader older = write(files, "older");
      files.scan(older);
      awaitStored(files, older);
      prefetch(files, older);
      long taken = files.cache.getFullyCachedFiles().orElseThrow().get("older").getSecond();
      HFile.Reader newer = write(files, "newer");

      files.warmUp(newer, files.supplyOf(newer), List.of(older));
      awaitStored(files, newer);
      assertThat(sizeOf(files)).isEqualTo(2 * asRead - taken);
      older.close(true); // the archive

      assertThat(sizeOf(files)).isEqualTo(2 * asRead - taken).isNotNegative();
      assertThat(files.cached(newer)).isEqualTo(files.dataBlocks(newer).size());
    }
  }

  private BucketFiles newCache() throws IOException {
    String name = folder.resolve("cache" + caches.incrementAndGet()).toString();
    return new BucketFiles(folder, "file:" + name, name + ".map", null);
  }

  private static HFile.Reader write(BucketFiles files, String name) throws IOException {
    return files.write(REGION, name, ROWS, BucketFiles.BLOCK_BYTES);
  }

  /** Opens the file as HBase does with {@code hbase.rs.prefetchblocksonopen}. */
  private static void prefetch(BucketFiles files, HFile.Reader file) throws Exception {
    Configuration conf = new Configuration(files.conf);
    conf.setBoolean(CacheConfig.PREFETCH_BLOCKS_ON_OPEN_KEY, true);
    HFile.Reader prefetching = files.open(file.getPath(), new CacheConfig(conf, files.cache));
    while (!prefetching.prefetchComplete()
        || !files.cache.getFullyCachedFiles().orElseThrow().containsKey(file.getName())) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private static void awaitStored(BucketFiles files, HFile.Reader file) throws Exception {
    int blocks = files.dataBlocks(file).size();
    BucketCache buckets = files.buckets;
    while (files.cached(file) < blocks) {
      TimeUnit.MILLISECONDS.sleep(5); // until the cache's writer has stored them
    }
    assertThat(buckets.getBlockCount()).isPositive();
  }

  /** Cached size of the region; 0 if the region is no longer listed. */
  private static long sizeOf(BucketFiles files) {
    return files.cache.getRegionCachedInfo().orElseThrow().getOrDefault(REGION, 0L);
  }
}
