// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;

/**
 * The cluster of {@code bench tiers}: one data node with fast, slow and log volumes. Data blocks of
 * families with a block cache are in a file on the fast volume. Stateless.
 */
final class TierCluster {
  /** Name of the block cache's file on the fast volume. */
  static final String CACHE_FILE = "bucket.cache";

  /** The type of the volume that only HBase's log has. */
  private static final String LOG_POLICY = "COLD";

  /** So that merges of files on different disks run at the same time, in all engines. */
  private static final String SMALL_COMPACTIONS = "2";

  /** Sizes of cached blocks, bytes: those of 8 kB and larger ones. */
  private static final String BUCKETS = "9216,17408,66560,132096";

  private TierCluster() {}

  /** Adds the volumes and the block cache, which has the bytes of the fast tier. */
  static void add(LocalClusterSettings.Builder cluster, LoadPlan plan) {
    long cacheMib = Math.max(1, TierTables.fastBytes(plan) >> 20);
    cluster
        .typedVolumes()
        .site(Role.REGION_SERVER, HConstants.WAL_STORAGE_POLICY, LOG_POLICY)
        .site(Role.REGION_SERVER, "hbase.regionserver.thread.compaction.small", SMALL_COMPACTIONS)
        .site(
            Role.REGION_SERVER,
            HConstants.BUCKET_CACHE_IOENGINE_KEY,
            "file:${%s}/%s".formatted(LocalCluster.FAST_VOLUME, CACHE_FILE))
        .site(Role.REGION_SERVER, "hbase.bucketcache.bucket.sizes", BUCKETS)
        .site(Role.REGION_SERVER, HConstants.BUCKET_CACHE_SIZE_KEY, Long.toString(cacheMib));
  }

  /** Files of the fast volume beside HDFS's. */
  static List<String> filesOfRegionServers() {
    return List.of(CACHE_FILE);
  }
}
