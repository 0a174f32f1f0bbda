// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;

/** Major compactions of regions with one family, their warm-ups, and what is cached. */
final class WarmupSteps {
  private final OffloadCluster cluster;

  WarmupSteps(OffloadCluster cluster) {
    this.cluster = cluster;
  }

  static CompletableFuture<Void> compact(HRegion region) throws IOException {
    region.getStores().get(0).triggerMajorCompaction();
    return compact(region, Store.PRIORITY_USER);
  }

  /** Runs the compaction that is due next. */
  static void compactNext(HRegion region) throws Exception {
    compact(region, Store.NO_PRIORITY).get(1, TimeUnit.MINUTES);
  }

  private static CompletableFuture<Void> compact(HRegion region, int priority) throws IOException {
    HStore store = region.getStores().get(0);
    CompactionContext context =
        store.requestCompaction(priority, CompactionLifeCycleTracker.DUMMY, null).orElseThrow();
    return CompletableFuture.runAsync(
        () -> {
          try {
            region.compact(context, store, NoLimitThroughputController.INSTANCE);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Returns when the threshold is between the first row and the last. */
  void startWarming(HRegion region) throws Exception {
    compact(region).get(1, TimeUnit.MINUTES);
    BlockCache cache = cache(region);
    List<String> outputFiles = storeFileNames(region);
    cluster.await(() -> dataBlocks(cache, outputFiles) > 20);
    assertThat(OffloadCounters.warming()).isEqualTo(1);
  }

  void compactAndWarm(HRegion region) throws Exception {
    long over = OffloadCounters.warmupsOver();
    compact(region).get(1, TimeUnit.MINUTES);
    cluster.await(() -> OffloadCounters.warmupsOver() == over + 1);
  }

  void awaitWarm(HRegion region) throws Exception {
    assertThat(region.isAvailable()).isTrue();
    awaitNoWarmUp();
  }

  void awaitNoWarmUp() throws Exception {
    cluster.await(() -> OffloadCounters.warming() == 0);
  }

  static BlockCache cache(HRegion region) {
    return region.getStores().get(0).getCacheConfig().getBlockCache().orElseThrow();
  }

  static int dataBlocks(BlockCache cache, List<String> files) {
    int blocks = 0;
    for (CachedBlock block : cache) {
      if (files.contains(block.getFilename()) && block.getBlockType().isData()) {
        blocks++;
      }
    }
    return blocks;
  }

  static List<String> storeFileNames(HRegion region) {
    return region.getStores().get(0).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .toList();
  }
}
