// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.isolation.IsolationProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.throttle.PressureAwareCompactionThroughputController;

/**
 * A way to set up the cluster of an experiment, in addition to {@link ExperimentCluster}: baselines
 * that HBase or the hardware offers without Lighter. A {@link Strategy} sets up the table.
 */
public enum ClusterVariant {
  /** HBase's defaults. */
  DEFAULT("default", "HBase's defaults", ""),
  /** Local compactions write at most 10 MB/s. */
  THROTTLED_10("throttled-10", "compactions of HBase at 10 MB/s", Why.LIMIT),
  /** Local compactions write at most 20 MB/s. */
  THROTTLED_20("throttled-20", "compactions of HBase at 20 MB/s", Why.LIMIT),
  /** Data blocks are off the heap, in HBase's bucket cache. */
  BUCKET("bucket", "off-heap bucket cache", ""),
  /** Compacted files are archived within 10 s instead of 2 minutes. */
  DISCHARGER_10(
      "discharger-10",
      "compacted files archived every 10 s",
      "without a compaction there are no compacted files"),
  /** Compaction servers read more slowly while the region server is slow. */
  PACED("paced", "paced reads of compactions", "the pace is that of compaction servers"),
  /** Outputs reach the disks of data nodes every 8 MB. */
  SYNCED("synced", "outputs synced every 8 MB", "compaction servers sync"),
  /** HBase's stripe engine, alone or under Lighter's. */
  STRIPES("stripes", Stripes.COUNT + " stripes", ""),
  /** Region servers' logs are on a second disk of each data node. */
  WAL_VOLUMES("wal-volumes", "the log on a disk of its own in each data node", ""),
  /** A second region server in place of the compaction server. */
  TWO_REGION_SERVERS(
      "two-region-servers",
      "two region servers, no compaction server",
      "there is no compaction server");

  private static final String BUCKET_CACHE_ENGINE = "offheap";

  /** Room for blocks of indexes and Bloom filters, which stay on the heap. */
  private static final String ON_HEAP_PART = "0.05";

  /**
   * HBase keeps a bucket of 4 × 513 KB for each of its 14 sizes of blocks. Nearly all blocks of the
   * data have one size.
   */
  private static final long BUCKETS_OF_OTHER_SIZES = 14L * 4 * (513 << 10);

  /** Direct memory besides the bucket cache: buffers of RPC, HDFS and warm-ups. */
  private static final long OTHER_DIRECT = 512L << 20;

  private static final long LEAST_HEAP = 1L << 30;

  /** Not a constant of HBase. */
  private static final String DISCHARGER_PERIOD = "hbase.hfile.compaction.discharger.interval";

  private static final String DISCHARGER_PERIOD_MS = "10000";

  private final String label;
  private final String title;
  private final String reason;

  /** Reasons that several constants share; an enum's own fields are not initialized by then. */
  private static final class Why {
    static final String LIMIT =
        "the limit is that of region servers' compactions, and PF caches after them";
  }

  ClusterVariant(String label, String title, String reason) {
    this.label = label;
    this.title = title;
    this.reason = reason;
  }

  /** Name on the command line and in files. */
  public String label() {
    return label;
  }

  /** Title in reports. */
  public String title() {
    return title;
  }

  /** Whether the strategy is worth measuring with this variant. */
  public boolean supports(Strategy strategy) {
    return switch (this) {
      case DEFAULT, BUCKET, STRIPES, WAL_VOLUMES -> true;
      case THROTTLED_10, THROTTLED_20 -> strategy == Strategy.SS || strategy == Strategy.WTC;
      case DISCHARGER_10 -> !strategy.isControl();
      case PACED, SYNCED -> strategy.isOffloaded();
      case TWO_REGION_SERVERS -> !strategy.isOffloaded();
    };
  }

  /** Why the other strategies are left out; empty if there are none. */
  public String reason() {
    return reason;
  }

  /** All strategies that make sense. */
  public List<Strategy> strategies() {
    return Arrays.stream(Strategy.values()).filter(this::supports).toList();
  }

  /** Number of regions of the table, one for each region server. */
  public int regions() {
    return this == TWO_REGION_SERVERS ? 2 : 1;
  }

  /**
   * Number of compactions in a row: one with stripes, because HBase's policy then has no reason to
   * compact the stripes again.
   *
   * @param wanted number for other variants
   */
  public int compactions(int wanted) {
    return this == STRIPES ? 1 : wanted;
  }

  /** {@code table} with the settings of the strategy and of this variant. */
  public TableDescriptor configure(Strategy strategy, TableDescriptor table) {
    TableDescriptor configured = strategy.configure(table);
    return this == STRIPES ? Stripes.configure(configured, strategy.isOffloaded()) : configured;
  }

  /** The variant with this label, ignoring case. */
  public static Optional<ClusterVariant> byLabel(String label) {
    return Arrays.stream(values()).filter(it -> it.label.equalsIgnoreCase(label)).findFirst();
  }

  /** All labels, for messages. */
  public static String labels() {
    return Arrays.stream(values()).map(ClusterVariant::label).collect(Collectors.joining(", "));
  }

  /**
   * Adds the settings of this variant to those of the default one.
   *
   * @param cacheBytes size of a region server's block cache
   * @param heapBytes heap of a region server whose block cache is on the heap
   */
  void apply(
      LocalClusterSettings.Builder cluster,
      IsolationProfile profile,
      long cacheBytes,
      long heapBytes) {
    switch (this) {
      case DEFAULT, STRIPES -> {}
      case THROTTLED_10 -> throttle(cluster, 10);
      case THROTTLED_20 -> throttle(cluster, 20);
      case BUCKET -> moveCacheOffHeap(cluster, cacheBytes, heapBytes);
      case DISCHARGER_10 ->
          cluster.site(Role.REGION_SERVER, DISCHARGER_PERIOD, DISCHARGER_PERIOD_MS);
      case PACED ->
          cluster.site(Role.COMPACTION_SERVER, LighterOption.SERVER_PACING_ENABLED.key(), "true");
      case SYNCED ->
          cluster.site(Role.COMPACTION_SERVER, LighterOption.SERVER_OUTPUT_SYNC.key(), "8MB");
      case WAL_VOLUMES -> cluster.walVolumes();
      case TWO_REGION_SERVERS ->
          cluster
              .regionServers(regions())
              .withoutLighter()
              .isolation(profile.withRegionServersAsCompactionServers());
    }
  }

  /** HBase raises the limit with the number of files from the lower to the higher bound. */
  private static void throttle(LocalClusterSettings.Builder cluster, int mibPerSecond) {
    String limit = Long.toString((long) mibPerSecond << 20);
    for (String key :
        List.of(
            PressureAwareCompactionThroughputController
                .HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_LOWER_BOUND,
            PressureAwareCompactionThroughputController
                .HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_HIGHER_BOUND,
            PressureAwareCompactionThroughputController
                .HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_OFFPEAK)) {
      cluster.site(Role.REGION_SERVER, key, limit);
    }
  }

  /** The process has as much memory as before: what the cache takes is taken from the heap. */
  private static void moveCacheOffHeap(
      LocalClusterSettings.Builder cluster, long cacheBytes, long heapBytes) {
    long bucketMib = mib(cacheBytes + BUCKETS_OF_OTHER_SIZES);
    long heapMib = mib(Math.max(LEAST_HEAP, heapBytes - cacheBytes));
    cluster
        .heap(Role.REGION_SERVER, heapMib + "m")
        .site(Role.REGION_SERVER, HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, ON_HEAP_PART)
        .site(Role.REGION_SERVER, HConstants.BUCKET_CACHE_IOENGINE_KEY, BUCKET_CACHE_ENGINE)
        .site(Role.REGION_SERVER, HConstants.BUCKET_CACHE_SIZE_KEY, Long.toString(bucketMib))
        .jvmOptions(
            Role.REGION_SERVER,
            RegionServerJvm.options(
                heapMib, "-XX:MaxDirectMemorySize=" + (bucketMib + mib(OTHER_DIRECT)) + "m"));
  }

  /** Rounded up. */
  private static long mib(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
