// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.benchmarks.experiment.YcsbRows;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;

/**
 * The clusters and their load of compactions.
 *
 * @param regionServers number for each cluster
 * @param servers compaction servers at the start, and after each growth
 * @param rows rows of the largest cluster; a smaller one has its share
 * @param settle time from the first operations to the measurement
 * @param part measured time for each number of compaction servers
 */
public record ScaleOutPlan(
    List<Integer> regionServers,
    List<Integer> servers,
    YcsbRows rows,
    Duration settle,
    Duration part) {
  /** Regions per region server. */
  public static final int REGIONS = 4;

  /** Threads per compaction server, so that the throughput limit is its capacity. */
  public static final int THREADS = 1;

  private static final int MAX_REGION_SERVERS = 16;
  private static final int MAX_SERVERS = 8;

  /** Duration of a compaction at the throughput limit, without its other costs. */
  private static final Duration SERVICE = Duration.ofSeconds(2);

  /** Load of the largest cluster relative to one compaction server's limit. */
  private static final double LOAD = 1.4;

  /** Left-out fraction of each part, whose queue still is that of the part before. */
  private static final int LEFT_OUT = 3;

  /** Timeout for a server's start beside all other processes on the same few CPUs. */
  static final Duration SERVER_START = Duration.ofMinutes(5);

  private static final int MIN_HEAP_MB = 512;
  private static final double CACHE_PART = 0.4;

  /** Checks the plan. */
  public ScaleOutPlan {
    regionServers = List.copyOf(regionServers);
    servers = List.copyOf(servers);
    requireGrowing("--region-servers", regionServers, MAX_REGION_SERVERS);
    requireGrowing("--servers", servers, MAX_SERVERS);
  }

  /** The plan of a quick or a full experiment. */
  public static ScaleOutPlan of(
      List<Integer> regionServers, List<Integer> servers, YcsbRows rows, boolean quick) {
    return quick
        ? new ScaleOutPlan(
            regionServers, servers, rows, Duration.ofSeconds(10), Duration.ofSeconds(100))
        : new ScaleOutPlan(
            regionServers, servers, rows, Duration.ofSeconds(20), Duration.ofMinutes(6));
  }

  private static void requireGrowing(String option, List<Integer> counts, int max) {
    boolean growing = !counts.isEmpty() && counts.get(0) >= 1;
    for (int i = 1; growing && i < counts.size(); i++) {
      growing = counts.get(i) > counts.get(i - 1);
    }
    if (!growing || counts.get(counts.size() - 1) > max) {
      throw new IllegalArgumentException(
          "%s %s: expected growing numbers from 1 to %d".formatted(option, counts, max));
    }
  }

  /** Region servers of the largest cluster, which has all rows and the whole load. */
  int mostRegionServers() {
    return regionServers.get(regionServers.size() - 1);
  }

  /** A cluster's share of rows and load. */
  public double shareOf(int ofRegionServers) {
    return (double) ofRegionServers / mostRegionServers();
  }

  /** The rows of a cluster. */
  public YcsbRows rowsOf(int ofRegionServers) {
    return new YcsbRows((int) Math.round(rows.count() * shareOf(ofRegionServers)));
  }

  /** Size of a region's rows in bytes. */
  public long regionBytes() {
    return rows.count() * YcsbRows.bytesPerRow() / ((long) REGIONS * mostRegionServers());
  }

  /** Limit of one compaction server in bytes per second. */
  public long throughputLimit() {
    return regionBytes() * Duration.ofSeconds(1).toMillis() / SERVICE.toMillis();
  }

  /** Period between two compactions of a region. */
  public Duration period() {
    return Duration.ofMillis(Math.round(SERVICE.toMillis() * REGIONS * mostRegionServers() / LOAD));
  }

  /** Load of a cluster relative to the limit of its compaction servers. */
  public double load(int ofRegionServers, int ofServers) {
    return LOAD * shareOf(ofRegionServers) / ofServers;
  }

  /** Time from the start of a part to its measurement. */
  public Duration leftOut() {
    return part.dividedBy(LEFT_OUT);
  }

  /** Configures a cluster of small processes, with one thread and a throughput limit per server. */
  public LocalClusterSettings.Builder configure(
      LocalClusterSettings.Builder settings, int ofRegionServers) {
    long heap = Math.max(MIN_HEAP_MB, 4 * REGIONS * (regionBytes() >> 20));
    return settings
        .regionServers(ofRegionServers)
        .compactionServers(servers.get(0))
        .startTimeout(SERVER_START)
        .heap(Role.REGION_SERVER, heap + "m")
        .heap(Role.COMPACTION_SERVER, "256m")
        .heap(Role.MANAGER, "256m")
        .heap(Role.BASE, "768m")
        .site(
            Role.REGION_SERVER, HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, Double.toString(CACHE_PART))
        .site(Role.COMPACTION_SERVER, LighterOption.SERVER_THREADS.key(), Integer.toString(THREADS))
        .site(
            Role.COMPACTION_SERVER,
            LighterOption.SERVER_THROUGHPUT_LIMIT.key(),
            Long.toString(throughputLimit()));
  }
}
