package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.benchmarks.experiment.YcsbRows;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;

/**
 * What clusters there are, and how much there is to compact.
 *
 * @param regionServers of each cluster
 * @param servers compaction servers at the start, and after each growth
 * @param rows of the largest cluster; a smaller one has its part of them
 * @param settle from the first operations until anything counts
 * @param part how long each number of compaction servers is watched
 */
public record ScaleOutPlan(
    List<Integer> regionServers,
    List<Integer> servers,
    YcsbRows rows,
    Duration settle,
    Duration part) {
  /** Regions of each region server. */
  public static final int REGIONS = 4;

  /** Of the compaction servers, so that what one can do is its throughput limit. */
  public static final int THREADS = 1;

  private static final int MAX_REGION_SERVERS = 16;
  private static final int MAX_SERVERS = 8;

  /** How long a compaction takes at the throughput limit; the rest of it comes on top. */
  private static final Duration SERVICE = Duration.ofSeconds(2);

  /** What the largest cluster asks for, of what the limit lets one compaction server do. */
  private static final double LOAD = 1.4;

  /** At the start of each part the queue still is what the part before left. */
  private static final int LEFT_OUT = 3;

  /** A server starts while all others work, on the same few CPUs. */
  static final Duration SERVER_START = Duration.ofMinutes(5);

  private static final int MIN_HEAP_MB = 512;
  private static final double CACHE_PART = 0.4;

  /** Checks. */
  public ScaleOutPlan {
    regionServers = List.copyOf(regionServers);
    servers = List.copyOf(servers);
    requireGrowing("--region-servers", regionServers, MAX_REGION_SERVERS);
    requireGrowing("--servers", servers, MAX_SERVERS);
  }

  /** Those of a quick look, or of a full experiment. */
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

  /** Of the largest cluster, which has all rows and all of the load. */
  int mostRegionServers() {
    return regionServers.get(regionServers.size() - 1);
  }

  /** A cluster's part of rows and load. */
  public double shareOf(int ofRegionServers) {
    return (double) ofRegionServers / mostRegionServers();
  }

  /** The rows of a cluster. */
  public YcsbRows rowsOf(int ofRegionServers) {
    return new YcsbRows((int) Math.round(rows.count() * shareOf(ofRegionServers)));
  }

  /** Bytes of a region's rows. */
  public long regionBytes() {
    return rows.count() * YcsbRows.bytesPerRow() / ((long) REGIONS * mostRegionServers());
  }

  /** Of one compaction server, bytes per second. */
  public long throughputLimit() {
    return regionBytes() * Duration.ofSeconds(1).toMillis() / SERVICE.toMillis();
  }

  /** How often each region asks for a compaction. */
  public Duration period() {
    return Duration.ofMillis(Math.round(SERVICE.toMillis() * REGIONS * mostRegionServers() / LOAD));
  }

  /** What a cluster asks for, of what the limit lets so many compaction servers do. */
  public double load(int ofRegionServers, int ofServers) {
    return LOAD * shareOf(ofRegionServers) / ofServers;
  }

  /** From the start of a part until its figures count. */
  public Duration leftOut() {
    return part.dividedBy(LEFT_OUT);
  }

  /** A cluster of small processes with one thread and a throughput limit at each server. */
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
