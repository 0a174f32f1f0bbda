// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.LeadingManager;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Warm-ups of real regions, with events of a region, its compaction server and its region server in
 * the middle of a warm-up.
 */
@Timeout(600)
class WarmupIT {
  private static final String GROUP = LighterOption.SERVER_GROUP.defaultValue();

  /** A warm-up of all rows takes about three seconds, of large ones about twelve. */
  private static final String RATE = "500KB";

  /** Number of blocks; a compaction server that dies has sent at most so many ahead. */
  private static final int MORE_THAN_A_WINDOW = 200;

  private static final Duration PROMPT = Duration.ofSeconds(90);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static OffloadCluster cluster;
  private static WarmupSteps steps;
  private static LeadingManager manager;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            2,
            GROUP,
            conf -> {
              conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
              conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "32KB");
              conf.set(LighterOption.WARMUP_RATE.key(), RATE);
              conf.set(LighterOption.WARMUP_RATE_FLOOR.key(), RATE);
              conf.set(LighterOption.WARMUP_RATE_CEILING.key(), RATE);
              conf.set(LighterOption.REGIONSERVER_REPORT_INTERVAL.key(), "100ms");
              // Blocks that were read from HDFS before the first chunk arrived are not fetched
              // again.
              conf.set(LighterOption.WARMUP_REMOTE_IDLE.key(), "5s");
            });
    steps = new WarmupSteps(cluster);
    manager = new LeadingManager(cluster.conf());
  }

  @AfterAll
  static void stopCluster() throws Exception {
    manager.close();
    cluster.close();
  }

  @AfterEach
  void nothingWarmsAnyMore() throws Exception {
    cluster.await(() -> OffloadCounters.warming() == 0);
  }

  @ParameterizedTest
  @EnumSource(WarmupStrategy.class)
  void everyStrategyServesTheSameData(WarmupStrategy strategy) throws Exception {
    HRegion region = CachedRows.create(cluster, strategy);
    List<String> expected = Snapshots.visible(region);
    long over = OffloadCounters.warmupsOver() + (strategy.wantsRetainedOutput() ? 1 : 0);

    CompletableFuture<Void> compaction = WarmupSteps.compact(region);
    StaticReads reads = new StaticReads(region, expected);
    readUntilOver(reads, compaction, over);

    assertThat(reads.wrong()).isEmpty();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(region.getStores().get(0).getStorefilesCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = WarmupStrategy.class,
      names = {"INCREMENTAL", "THROTTLED", "ADAPTIVE"})
  void gradualWarmupReplacesTheCachedBlocks(WarmupStrategy strategy) throws Exception {
    HRegion region = CachedRows.create(cluster, strategy);
    List<String> inputFiles = WarmupSteps.storeFileNames(region);
    BlockCache cache = WarmupSteps.cache(region);
    long before = cache.getCurrentDataSize();
    long remote = OffloadCounters.warmup("warmupBlocksRemote");
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");
    long channels = OffloadCounters.warmup("warmupChannelsOpened");
    long channelsGivenUp = OffloadCounters.warmup("warmupChannelsGivenUp");

    steps.compactAndWarm(region);

    assertThat(OffloadCounters.warmup("warmupChannelsOpened")).isEqualTo(channels + 1);
    assertThat(OffloadCounters.warmup("warmupChannelsGivenUp")).isEqualTo(channelsGivenUp);

    assertThat(WarmupSteps.dataBlocks(cache, inputFiles)).isZero();
    assertThat(WarmupSteps.dataBlocks(cache, WarmupSteps.storeFileNames(region))).isPositive();
    assertThat(cache.getCurrentDataSize()).isLessThanOrEqualTo(before);
    assertThat(OffloadCounters.warmup("warmupBlocksRemote")).isGreaterThan(remote);
    assertThat(OffloadCounters.warmup("warmupBlocksHdfs")).isEqualTo(hdfs);
    long misses = cache.getStats().getMissCachingCount();
    Snapshots.visible(region);
    assertThat(cache.getStats().getMissCachingCount()).isEqualTo(misses);
  }

  @ParameterizedTest
  @EnumSource(
      value = WarmupStrategy.class,
      names = {"THROTTLED", "ADAPTIVE"})
  void readsMissTheCacheAtMostOnceInAHundred(WarmupStrategy strategy) throws Exception {
    HRegion region = CachedRows.create(cluster, strategy);
    List<String> expected = Snapshots.visible(region);
    CacheStats stats = WarmupSteps.cache(region).getStats();
    long requests = stats.getRequestCachingCount();
    long misses = stats.getMissCachingCount();
    long over = OffloadCounters.warmupsOver() + 1;

    CompletableFuture<Void> compaction = WarmupSteps.compact(region);
    StaticReads reads = new StaticReads(region, expected);
    long duringWarmup = readUntilOver(reads, compaction, over);

    assertThat(duringWarmup).as("reads during the warm-up").isPositive();
    assertThat(reads.wrong()).isEmpty();
    assertThat(stats.getMissCachingCount() - misses)
        .isLessThanOrEqualTo((stats.getRequestCachingCount() - requests) / 100);
  }

  /** With a cache of a tenth of the table, a fifth of the output is retained at the most. */
  @Test
  void adaptiveWarmupRetainsAndCachesOnlyWhatWasCached() throws Exception {
    HRegion region = CachedRows.create(cluster, WarmupStrategy.ADAPTIVE);
    BlockCache cache = WarmupSteps.cache(region);
    WarmupSteps.storeFileNames(region).forEach(cache::evictBlocksByHfileName);
    List<String> expected = readTenth(region);
    long before = cache.getCurrentDataSize();
    long remote = OffloadCounters.warmup("warmupBlocksRemote");
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");
    long skipped = OffloadCounters.warmup("warmupBlocksSkipped");

    steps.compactAndWarm(region);

    assertThat(cache.getCurrentDataSize()).isPositive().isLessThanOrEqualTo(before * 11 / 10);
    long sent = OffloadCounters.warmup("warmupBlocksRemote") - remote;
    assertThat(sent)
        .isPositive()
        .isLessThanOrEqualTo((sent + OffloadCounters.warmup("warmupBlocksSkipped") - skipped) / 5);
    assertThat(OffloadCounters.warmup("warmupBlocksHdfs") - hdfs)
        .as("blocks at the edges, with rows that are cached in most inputs")
        .isLessThanOrEqualTo(sent / 5);
    long misses = cache.getStats().getMissCachingCount();
    assertThat(readTenth(region)).isEqualTo(expected);
    assertThat(cache.getStats().getMissCachingCount() - misses).as("edges").isLessThanOrEqualTo(2);
    assertThat(region.getStores().get(0).getStorefilesCount()).isEqualTo(1);
  }

  /** Reads and caches a tenth of the rows. */
  private static List<String> readTenth(HRegion region) throws IOException {
    List<String> found = new ArrayList<>();
    for (int row = CachedRows.ROWS / 2; row < CachedRows.ROWS * 6 / 10; row++) {
      found.add(region.get(new Get(CachedRows.row(row))).toString());
    }
    return found;
  }

  @Test
  void writeThroughCachesWrittenBlocksAndNoneDoesNot() throws Exception {
    HRegion through = CachedRows.create(cluster, WarmupStrategy.WRITE_THROUGH);
    HRegion none = CachedRows.create(cluster, WarmupStrategy.NONE);

    WarmupSteps.compact(through).get(1, TimeUnit.MINUTES);
    WarmupSteps.compact(none).get(1, TimeUnit.MINUTES);

    BlockCache cache = WarmupSteps.cache(through);
    List<String> written = WarmupSteps.storeFileNames(through);
    int blocks = WarmupSteps.dataBlocks(cache, written);
    assertThat(blocks).isPositive();
    Snapshots.visible(through);
    assertThat(WarmupSteps.dataBlocks(cache, written)).as("all of them").isEqualTo(blocks);
    assertThat(WarmupSteps.dataBlocks(cache, WarmupSteps.storeFileNames(none))).isZero();
  }

  @Test
  void clustersOfAForestAreOffloadedAndWarmedOneByOne() throws Exception {
    HRegion region = CachedRows.createForest(cluster, WarmupStrategy.THROTTLED);
    HStore store = region.getStores().get(0);
    List<String> expected = Snapshots.visible(region);
    List<String> inputFiles = WarmupSteps.storeFileNames(region);
    BlockCache cache = WarmupSteps.cache(region);
    long offloaded = OffloadCounters.offloaded();
    long over = OffloadCounters.warmupsOver();
    long completed = OffloadCounters.warmup("warmupsCompleted");
    long remote = OffloadCounters.warmup("warmupBlocksRemote");
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");

    for (int clusters = 1; clusters <= 2; clusters++) {
      int before = store.getStorefiles().size(); // HBase's count is the depth
      WarmupSteps.compactNext(region);
      assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + clusters);
      assertThat(store.getStorefiles()).as("several outputs").hasSizeGreaterThan(before);
      assertThat(Snapshots.visible(region)).isEqualTo(expected);
    }
    assertThat(store.needsCompaction()).isFalse();
    cluster.await(() -> OffloadCounters.warmupsOver() == over + 2);

    assertThat(OffloadCounters.warmup("warmupsCompleted")).isEqualTo(completed + 2);
    assertThat(OffloadCounters.warmup("warmupBlocksRemote")).isGreaterThan(remote);
    assertThat(OffloadCounters.warmup("warmupBlocksHdfs")).isEqualTo(hdfs);
    assertThat(WarmupSteps.dataBlocks(cache, inputFiles)).isZero();
    long misses = cache.getStats().getMissCachingCount();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(cache.getStats().getMissCachingCount()).isEqualTo(misses);
  }

  @Test
  void localCompactionIsWarmedFromHdfs() throws Exception {
    HRegion region =
        CachedRows.create(
            cluster, WarmupStrategy.THROTTLED, LighterOption.OFFLOAD_MIN_BYTES, "1GB");
    List<String> expected = Snapshots.visible(region);
    List<String> inputFiles = WarmupSteps.storeFileNames(region);
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");

    steps.compactAndWarm(region);

    assertThat(OffloadCounters.warmup("warmupBlocksHdfs")).isGreaterThan(hdfs);
    assertThat(WarmupSteps.dataBlocks(WarmupSteps.cache(region), inputFiles)).isZero();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void timelineReadsHitTheCacheAfterThePrimarysCompaction(boolean warmed) throws Exception {
    List<HRegion> replicas =
        CachedRows.createReplicated(
            cluster,
            WarmupStrategy.THROTTLED,
            LighterOption.WARMUP_REPLICAS,
            Boolean.toString(warmed));
    HRegion primary = replicas.get(0);
    HRegion secondary = replicas.get(1);
    HStore store = secondary.getStores().get(0);
    assertThat(WarmupSteps.cache(secondary)).isNotSameAs(WarmupSteps.cache(primary));
    refresh(secondary);
    assertThat(store.getStorefilesCount()).isEqualTo(3);
    List<String> expected = Snapshots.visible(secondary); // caches all blocks
    assertThat(expected).isEqualTo(Snapshots.visible(primary));
    steps.compactAndWarm(primary);
    if (warmed) {
      refresh(secondary); // the primary still has the inputs in its folder
      assertThat(store.getStorefilesCount()).as("without the output").isEqualTo(3);
    }
    primary.getStores().get(0).closeAndArchiveCompactedFiles();
    CacheStats stats = WarmupSteps.cache(secondary).getStats();
    long requests = stats.getRequestCachingCount();
    long misses = stats.getMissCachingCount();
    long begun = OffloadCounters.warmup("warmupsReplica");
    long over = OffloadCounters.warmupsOver() + (warmed ? 1 : 0);
    long remote = OffloadCounters.warmup("warmupBlocksRemote");

    refresh(secondary);
    assertThat(store.getStorefilesCount()).isEqualTo(1);
    do {
      readTimeline(secondary);
    } while (OffloadCounters.warmupsOver() < over);
    readTimeline(secondary);

    double hitRatio =
        1.0
            - (double) (stats.getMissCachingCount() - misses)
                / (stats.getRequestCachingCount() - requests);
    assertThat(OffloadCounters.warmup("warmupsReplica")).isEqualTo(begun + (warmed ? 1 : 0));
    if (warmed) {
      assertThat(OffloadCounters.warmup("warmupBlocksRemote")).isGreaterThan(remote);
      assertThat(hitRatio).isGreaterThanOrEqualTo(0.99);
    } else {
      assertThat(hitRatio).isLessThan(0.99);
    }
    assertThat(Snapshots.visible(secondary)).isEqualTo(expected);
  }

  /** Does what HBase's refresher does, which also makes new cells visible. */
  private static void refresh(HRegion secondary) throws IOException {
    boolean unused = secondary.refreshStoreFiles();
  }

  /** Gets rows of every block of a secondary replica. */
  private static void readTimeline(HRegion secondary) throws IOException {
    TableName name = secondary.getTableDescriptor().getTableName();
    int replica = secondary.getRegionInfo().getReplicaId();
    try (Table table = cluster.admin().getConnection().getTable(name)) {
      for (int row = 0; row < CachedRows.ROWS; row += 5) {
        Get get = new Get(CachedRows.row(row)).setConsistency(Consistency.TIMELINE);
        Result unused = table.get(get.setReplicaId(replica));
      }
    }
  }

  @Test
  void compactionServerDiesInTheMiddle() throws Exception {
    HRegion region = CachedRows.createHuge(cluster, WarmupStrategy.THROTTLED);
    List<String> expected = Snapshots.visible(region);
    List<String> inputFiles = WarmupSteps.storeFileNames(region);
    long over = OffloadCounters.warmup("warmupsCompleted");
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");
    long channelsGivenUp = OffloadCounters.warmup("warmupChannelsGivenUp");
    BlockCache cache = WarmupSteps.cache(region);
    try {
      steps.startWarming(region);
      cluster.stopCompactionServer();
      List<String> outputFiles = WarmupSteps.storeFileNames(region);
      int before = WarmupSteps.dataBlocks(cache, outputFiles);
      cluster.await(() -> WarmupSteps.dataBlocks(cache, outputFiles) > before + MORE_THAN_A_WINDOW);
      assertThat(Snapshots.visible(region)).isEqualTo(expected);
      steps.awaitWarm(region);
    } finally {
      cluster.startCompactionServer(GROUP);
    }

    assertThat(OffloadCounters.warmup("warmupsCompleted")).isEqualTo(over + 1);
    assertThat(OffloadCounters.warmup("warmupBlocksHdfs")).isGreaterThan(hdfs);
    assertThat(OffloadCounters.warmup("warmupChannelsGivenUp")).isEqualTo(channelsGivenUp + 1);
    assertThat(WarmupSteps.dataBlocks(WarmupSteps.cache(region), inputFiles)).isZero();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  @Test
  void managerReceivesReportsWhileTheThresholdMoves() throws Exception {
    HRegion region = CachedRows.createLarge(cluster, WarmupStrategy.THROTTLED);
    ServerName server = region.getRegionServerServices().getServerName();
    cluster.await(() -> !manager.reportsOf(server).isEmpty()); // the region server knows the leader

    steps.startWarming(region);
    steps.awaitWarm(region);
    cluster.await(() -> last(manager.reportsOf(server)).getWarmupCount() == 0);

    RegionServerReport after = last(manager.reportsOf(server));
    assertThat(after.getOffloaded()).isPositive();
    assertThat(after.getWarmupsCompleted()).isPositive();
    List<WarmupReport> told =
        manager.reportsOf(server).stream()
            .flatMap(report -> report.getWarmupList().stream())
            .filter(warmup -> warmup.getRegion().equals(region.getRegionInfo().getEncodedName()))
            .toList();
    assertThat(told)
        .allMatch(warmup -> warmup.getId().equals(warmup.getJobId().replace("cj-", "wu-")));
    assertThat(told).extracting(WarmupReport::getFraction).isSorted();
    assertThat(last(told).getFraction()).isGreaterThan(told.get(0).getFraction());
    assertThat(last(told).getBytesFromServer()).isPositive();
    assertThat(last(told).getBytesFromServer()).isLessThanOrEqualTo(last(told).getBytesTotal());
    assertThat(last(told).getRate()).isPositive();
    assertThat(last(told).getStrategy()).isEqualTo("throttled");
    assertThat(last(told).getFamily()).isEqualTo("f");
  }

  @Test
  void regionServerDiesInTheMiddle() throws Exception {
    HRegion region = CachedRows.createHuge(cluster, WarmupStrategy.THROTTLED);
    List<String> expected = Snapshots.visible(region);
    cluster.startSpareRegionServer();
    steps.startWarming(region);
    List<String> outputFiles = WarmupSteps.storeFileNames(region);
    long cutShort = OffloadCounters.warmup("warmupsEnded");

    HRegion reopened = cluster.killWithASpare(region);

    cluster.await(() -> OffloadCounters.warmup("warmupsEnded") == cutShort + 1);
    assertThat(WarmupSteps.storeFileNames(reopened)).isEqualTo(outputFiles).hasSize(1);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
  }

  @Test
  void regionMovesInTheMiddle() throws Exception {
    HRegion region = CachedRows.createHuge(cluster, WarmupStrategy.THROTTLED);
    List<String> expected = Snapshots.visible(region);
    steps.startWarming(region);
    List<String> outputFiles = WarmupSteps.storeFileNames(region);
    long cutShort = OffloadCounters.warmup("warmupsEnded");

    long start = System.nanoTime();
    HRegion moved = cluster.move(region);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PROMPT);
    cluster.await(() -> OffloadCounters.warmup("warmupsEnded") == cutShort + 1);
    assertThat(WarmupSteps.storeFileNames(moved)).isEqualTo(outputFiles).hasSize(1);
    assertThat(Snapshots.visible(moved)).isEqualTo(expected);
  }

  @Test
  void regionSplitsInTheMiddleAndItsHalvesAreWarmedNext() throws Exception {
    HRegion region = CachedRows.createHuge(cluster, WarmupStrategy.THROTTLED);
    TableName table = region.getTableDescriptor().getTableName();
    List<String> expected = Snapshots.visible(region);
    steps.startWarming(region);
    long cutShort = OffloadCounters.warmup("warmupsEnded");

    cluster
        .admin()
        .splitRegionAsync(
            region.getRegionInfo().getRegionName(), CachedRows.row(CachedRows.ROWS / 2))
        .get(1, TimeUnit.MINUTES);

    assertThat(visible(table)).isEqualTo(expected);
    steps.awaitNoWarmUp(); // the parent's has ended, and is counted with a delay
    assertThat(OffloadCounters.warmup("warmupsEnded")).isEqualTo(cutShort + 1);
    for (HRegion half : cluster.regions(table)) {
      steps.compactAndWarm(half); // the input is a reference
    }
    assertThat(visible(table)).isEqualTo(expected);
  }

  /** The input with the row stays, while the input that deleted the row is archived. */
  @Test
  void deletedRowStaysDeletedWhenTheRegionSplitsDuringAScanOfAnInput() throws Exception {
    HRegion region = CachedRows.createHuge(cluster, WarmupStrategy.THROTTLED);
    TableName table = region.getTableDescriptor().getTableName();
    region.delete(new Delete(CachedRows.row(0)));
    region.flush(true);
    List<String> expected = Snapshots.visible(region);
    steps.startWarming(region);
    Scan aboveTheThreshold = new Scan().withStartRow(CachedRows.row(CachedRows.ROWS - 100));

    try (Table client = cluster.admin().getConnection().getTable(table);
        ResultScanner scanner = client.getScanner(aboveTheThreshold.setCaching(1))) {
      assertThat(scanner.next()).isNotNull();
      assertThat(OffloadCounters.warming()).as("it has an input").isEqualTo(1);
      cluster
          .admin()
          .splitRegionAsync(
              region.getRegionInfo().getRegionName(), CachedRows.row(CachedRows.ROWS / 2))
          .get(3, TimeUnit.MINUTES);

      assertThat(visible(table)).isEqualTo(expected);
    }
    for (HRegion half : cluster.regions(table)) {
      assertThat(half.getStores().get(0).getStorefilesCount()).isEqualTo(1);
    }
  }

  /** An endpoint may add files in this way, which is not a compaction. */
  @Test
  void filesOfAnotherProcessAreReadAtOnce() throws Exception {
    HRegion region = CachedRows.create(cluster, WarmupStrategy.THROTTLED);
    HRegion other = CachedRows.create(cluster, WarmupStrategy.NONE);
    other.delete(new Delete(CachedRows.row(CachedRows.ROWS - 1)));
    other.flush(true);
    WarmupSteps.compact(other).get(1, TimeUnit.MINUTES);
    List<String> expected = Snapshots.visible(other);
    assertThat(expected).isNotEqualTo(Snapshots.visible(region));
    long started = OffloadCounters.warmup("warmupsStarted");
    HStore store = region.getStores().get(0);
    Path source = other.getStores().get(0).getStorefiles().iterator().next().getPath();
    Path file = new Path(store.getRegionFileSystem().getStoreDir("f"), source.getName());
    FileSystem fs = source.getFileSystem(cluster.conf());
    assertThat(FileUtil.copy(fs, source, fs, file, false, cluster.conf())).isTrue();

    store.refreshStoreFiles(List.of(file.getName()));

    assertThat(WarmupSteps.storeFileNames(region)).containsExactly(file.getName());
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(OffloadCounters.warmup("warmupsStarted")).isEqualTo(started);
    assertThat(OffloadCounters.warming()).isZero();
  }

  @Test
  void secondCompactionInTheMiddle() throws Exception {
    HRegion region = CachedRows.createHuge(cluster, WarmupStrategy.THROTTLED);
    long over = OffloadCounters.warmupsOver();
    steps.startWarming(region);
    CachedRows.overwrite(region, new Random(5), 300);
    List<String> expected = Snapshots.visibleUncached(region);
    CompletableFuture<Void> second = WarmupSteps.compact(region);
    CompletableFuture<Long> overAtItsEnd = second.thenApply(v -> OffloadCounters.warmupsOver());
    StaticReads reads = new StaticReads(region, expected);

    readUntilOver(reads, second, over + 2);

    assertThat(overAtItsEnd.get(1, TimeUnit.MINUTES)).as("the first goes on").isEqualTo(over);
    assertThat(reads.wrong()).isEmpty();
    assertThat(WarmupSteps.storeFileNames(region)).hasSize(1);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  @Test
  void inputsAreArchivedOnlyAfterTheWarmup() throws Exception {
    HRegion region = CachedRows.createLarge(cluster, WarmupStrategy.THROTTLED);
    HStore store = region.getStores().get(0);
    steps.startWarming(region);

    store.closeAndArchiveCompactedFiles();
    assertThat(store.getCompactedFilesCount()).isEqualTo(3);
    steps.awaitWarm(region);
    store.closeAndArchiveCompactedFiles();
    assertThat(store.getCompactedFilesCount()).isZero();
  }

  /**
   * Reads until a compaction and its warm-up have ended; returns the number of rounds of reads
   * during a warm-up.
   *
   * @param over number of ended warm-ups at which to stop
   */
  private static long readUntilOver(
      StaticReads reads, CompletableFuture<Void> compaction, long over) throws Exception {
    long start = System.nanoTime();
    long duringWarmup = 0;
    while (!compaction.isDone() || OffloadCounters.warmupsOver() < over) {
      reads.some();
      duringWarmup += OffloadCounters.warming();
      Void unused = compaction.getNow(null); // throws if the compaction has failed
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
    }
    compaction.get(1, TimeUnit.MINUTES);
    return duringWarmup;
  }

  private static <T> T last(List<T> all) {
    return all.get(all.size() - 1);
  }

  private static List<String> visible(TableName table) throws IOException {
    List<String> all = new ArrayList<>();
    for (HRegion region : cluster.regions(table)) {
      all.addAll(Snapshots.visible(region));
    }
    return all;
  }
}
