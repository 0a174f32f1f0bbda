// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.isolation.Isolation;
import io.lighter.testing.isolation.IsolationProfile;
import io.lighter.testing.isolation.ObjectStoreLimits;
import io.lighter.testing.s3.Injection;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;

/**
 * The cluster of the paper's single-server experiments: a region server, a compaction server, and
 * three data nodes if each has a disk of its own, otherwise one. HBase has its default settings,
 * except that only the experiment compacts, and that slow syncs are logged from 25 ms on.
 */
public final class ExperimentCluster {
  private static final long REGION_SERVER_HEAP = 1L << 30;
  private static final int HEAP_IN_CACHES = 3;
  private static final String NEVER = "1000";
  private static final String SLOW_SYNC_MS = "25";
  private static final int WARMUP_RATE_MIB = 6;
  private static final int WARMUP_FLOOR_MIB = 2;

  /** Without faults, nothing is drawn. */
  private static final long INJECTION_SEED = 1;

  /** Heap of the S3 server besides its objects. */
  private static final long STORE_MIB = 1_536;

  /** The table, inputs and outputs of a few compactions that are not deleted yet, and an upload. */
  private static final long STORED_COPIES = 8;

  private ExperimentCluster() {}

  /**
   * Settings of the cluster.
   *
   * @param dataBytes size of the tables of a region server
   * @param cacheFactor size of the block cache relative to the data
   */
  public static LocalClusterSettings.Builder settings(
      IsolationProfile profile, long dataBytes, double cacheFactor, Consumer<String> progress) {
    return settings(profile, dataBytes, cacheFactor, HEAP_IN_CACHES, progress);
  }

  /**
   * Settings of a variant of the cluster.
   *
   * @param dataBytes size of the tables of a region server
   * @param kind size of the block cache, and the variant
   */
  public static LocalClusterSettings.Builder settings(
      IsolationProfile profile, long dataBytes, ClusterKind kind, Consumer<String> progress) {
    LocalClusterSettings.Builder cluster =
        settings(profile, dataBytes, kind.cacheFactor(), progress);
    long cacheBytes = cacheBytes(dataBytes, kind.cacheFactor());
    kind.variant().apply(cluster, profile, cacheBytes, heap(cacheBytes, HEAP_IN_CACHES));
    return cluster;
  }

  /**
   * Settings with another heap size of region servers.
   *
   * @param heapInCaches heap relative to the block cache; HBase's default is 2.5
   */
  public static LocalClusterSettings.Builder settings(
      IsolationProfile profile,
      long dataBytes,
      double cacheFactor,
      int heapInCaches,
      Consumer<String> progress) {
    long cacheBytes = cacheBytes(dataBytes, cacheFactor);
    long heap = heap(cacheBytes, heapInCaches);
    int dataNodes = Isolation.dataNodes(profile);
    LocalClusterSettings.Builder cluster = LocalClusterSettings.builder();
    profile.objectStore().ifPresent(limits -> addObjectStore(cluster, limits, dataBytes));
    return cluster
        .regionServers(1)
        .compactionServers(1)
        .hdfs(dataNodes, dataNodes)
        .isolation(profile)
        .safepointLogs()
        .heap(Role.REGION_SERVER, (heap >> 20) + "m")
        .jvmOptions(Role.REGION_SERVER, RegionServerJvm.options(heap >> 20))
        .site(
            Role.REGION_SERVER,
            HConstants.HFILE_BLOCK_CACHE_SIZE_KEY,
            Double.toString((double) cacheBytes / heap))
        // A slow sync explains a stall. HBase would roll the log for many of them.
        .site(Role.REGION_SERVER, "hbase.regionserver.wal.slowsync.ms", SLOW_SYNC_MS)
        .site(
            Role.REGION_SERVER,
            "hbase.regionserver.wal.slowsync.roll.threshold",
            Integer.toString(Integer.MAX_VALUE))
        .site("hbase.hstore.compaction.min", NEVER)
        .site("hbase.hstore.blockingStoreFiles", NEVER)
        .site("hbase.hregion.majorcompaction", "0")
        // Only the loader flushes.
        .site(HConstants.HREGION_MEMSTORE_FLUSH_SIZE, Long.toString(512L << 20))
        .site("hbase.regionserver.region.split.policy", DisabledRegionSplitPolicy.class.getName())
        .site(LighterOption.OFFLOAD_MIN_BYTES.key(), "1")
        .site(LighterOption.WARMUP_MIN_BYTES.key(), "1")
        // Relative to the data as slow as in the paper, which had 4 GB at 8 MB/s.
        .site(LighterOption.WARMUP_RATE.key(), scaled(WARMUP_RATE_MIB, profile))
        .site(LighterOption.WARMUP_RATE_FLOOR.key(), scaled(WARMUP_FLOOR_MIB, profile))
        .site(Role.COMPACTION_SERVER, LighterOption.SERVER_CACHE_SIZE.key(), cacheFor(dataBytes))
        .progress(progress);
  }

  private static void addObjectStore(
      LocalClusterSettings.Builder cluster, ObjectStoreLimits limits, long dataBytes) {
    cluster
        .objectStore()
        .injection(
            Injection.NONE
                .withFirstByte(limits.firstByte())
                .withBytesPerSecond(limits.bytesPerSecond()),
            INJECTION_SEED)
        .heap(Role.S3_SERVER, STORE_MIB + STORED_COPIES * (dataBytes >> 20) + "m");
  }

  private static long cacheBytes(long dataBytes, double cacheFactor) {
    return Math.round(dataBytes * cacheFactor);
  }

  private static long heap(long cacheBytes, int heapInCaches) {
    return Math.max(REGION_SERVER_HEAP, heapInCaches * cacheBytes);
  }

  /** A size per second, as slow as the profile's machines. */
  private static String scaled(int mib, IsolationProfile profile) {
    return Math.round(mib * 1024 * profile.speed()) + "KB";
  }

  /** Room for twice the largest output, because a retained output may linger. */
  private static String cacheFor(long dataBytes) {
    return Math.max(256, 4 * (dataBytes >> 20)) + "MB";
  }
}
