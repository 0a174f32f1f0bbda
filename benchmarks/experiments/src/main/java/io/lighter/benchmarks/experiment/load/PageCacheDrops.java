// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.PeriodicSamples;
import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Drops store files, and the file of the block cache, from a bounded page cache each second, so
 * that reads go to the disks. Thread-safe.
 */
final class PageCacheDrops implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final PeriodicSamples<Integer> drops;

  private PageCacheDrops(LocalCluster cluster) {
    drops =
        PeriodicSamples.start(
            "page-cache-drops", PERIOD, () -> drop(cluster), e -> failure.compareAndSet(null, e));
  }

  /** Starts to drop; the caller closes the result. */
  static PageCacheDrops start(LocalCluster cluster) {
    return new PageCacheDrops(cluster);
  }

  private static int drop(LocalCluster cluster) throws IOException {
    cluster.evictFromFastVolume(TierCluster.filesOfRegionServers());
    return cluster.evictStoreFiles();
  }

  /** Why pages were not dropped, in words; empty if all were. */
  Optional<String> failure() {
    return Optional.ofNullable(failure.get()).map(e -> "the page cache was not dropped: " + e);
  }

  @Override
  public void close() {
    drops.close();
  }
}
