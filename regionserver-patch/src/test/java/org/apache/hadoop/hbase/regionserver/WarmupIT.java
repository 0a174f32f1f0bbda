package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Warm-ups of real regions, and what may happen to a region, its compaction server and its region
 * server in the middle of one.
 */
class WarmupIT {
  private static final String GROUP = LighterOption.SERVER_GROUP.defaultValue();
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int ROWS = 3000;
  private static final int VALUE_BYTES = 500;
  private static final int SCANNED = 20;

  /** A warm-up of all rows takes about three seconds. */
  private static final String RATE = "500KB";

  private static final Duration PROMPT = Duration.ofSeconds(5);

  private static OffloadCluster cluster;

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
              conf.set(LighterOption.OFFLOAD_SERVER_TIMEOUT.key(), "2s");
            });
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @AfterEach
  void nothingWarmsAnyMore() throws Exception {
    cluster.await(() -> OffloadCounters.warming() == 0);
  }

  @ParameterizedTest
  @EnumSource(WarmupStrategy.class)
  void everyStrategyServesTheSameData(WarmupStrategy strategy) throws Exception {
    HRegion region = createCached(strategy);
    List<String> expected = Snapshots.visible(region);
    long over = OffloadCounters.warmupsOver() + (strategy.wantsOutputKept() ? 1 : 0);

    CompletableFuture<Void> compaction = compact(region);
    List<String> wrong = new ArrayList<>();
    while (!compaction.isDone() || OffloadCounters.warmupsOver() < over) {
      readSomeRows(region, expected, wrong);
    }
    compaction.get(1, TimeUnit.MINUTES);

    assertThat(wrong).isEmpty();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(region.getStores().get(0).getStorefilesCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = WarmupStrategy.class,
      names = {"INCREMENTAL", "THROTTLED", "ADAPTIVE"})
  void gradualWarmUpSwapsTheCachedBlocks(WarmupStrategy strategy) throws Exception {
    HRegion region = createCached(strategy);
    List<String> oldFiles = storeFileNames(region);
    BlockCache cache = cache(region);
    long before = cache.getCurrentDataSize();
    long remote = OffloadCounters.warmup("warmupBlocksRemote");
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");
    long channels = OffloadCounters.warmup("warmupChannelsOpened");
    long channelsGivenUp = OffloadCounters.warmup("warmupChannelsGivenUp");

    compactAndWarm(region);

    assertThat(OffloadCounters.warmup("warmupChannelsOpened")).isEqualTo(channels + 1);
    assertThat(OffloadCounters.warmup("warmupChannelsGivenUp")).isEqualTo(channelsGivenUp);

    assertThat(dataBlocks(cache, oldFiles)).isZero();
    assertThat(dataBlocks(cache, storeFileNames(region))).isPositive();
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
    HRegion region = createCached(strategy);
    List<String> expected = Snapshots.visible(region);
    CacheStats stats = cache(region).getStats();
    long requests = stats.getRequestCachingCount();
    long misses = stats.getMissCachingCount();
    long over = OffloadCounters.warmupsOver();

    CompletableFuture<Void> compaction = compact(region);
    List<String> wrong = new ArrayList<>();
    long duringWarmup = 0;
    while (!compaction.isDone() || OffloadCounters.warmupsOver() == over) {
      readSomeRows(region, expected, wrong);
      duringWarmup += OffloadCounters.warming();
    }

    assertThat(duringWarmup).as("reads during the warm-up").isPositive();
    assertThat(wrong).isEmpty();
    assertThat(stats.getMissCachingCount() - misses)
        .isLessThanOrEqualTo((stats.getRequestCachingCount() - requests) / 100);
  }

  @Test
  void localCompactionIsWarmedFromHdfs() throws Exception {
    HRegion region = createCached(WarmupStrategy.THROTTLED, LighterOption.OFFLOAD_MIN_BYTES, "1GB");
    List<String> expected = Snapshots.visible(region);
    List<String> oldFiles = storeFileNames(region);
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");

    compactAndWarm(region);

    assertThat(OffloadCounters.warmup("warmupBlocksHdfs")).isGreaterThan(hdfs);
    assertThat(dataBlocks(cache(region), oldFiles)).isZero();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  @Test
  void compactionServerDiesInTheMiddle() throws Exception {
    HRegion region = createCached(WarmupStrategy.THROTTLED);
    List<String> expected = Snapshots.visible(region);
    List<String> oldFiles = storeFileNames(region);
    long over = OffloadCounters.warmup("warmupsCompleted");
    long hdfs = OffloadCounters.warmup("warmupBlocksHdfs");
    long channelsGivenUp = OffloadCounters.warmup("warmupChannelsGivenUp");
    try {
      startWarming(region);
      cluster.stopCompactionServer();
      assertThat(Snapshots.visible(region)).isEqualTo(expected);
      awaitWarm(region);
    } finally {
      cluster.startCompactionServer(GROUP);
    }

    assertThat(OffloadCounters.warmup("warmupsCompleted")).isEqualTo(over + 1);
    assertThat(OffloadCounters.warmup("warmupBlocksHdfs")).isGreaterThan(hdfs);
    assertThat(OffloadCounters.warmup("warmupChannelsGivenUp")).isEqualTo(channelsGivenUp + 1);
    assertThat(dataBlocks(cache(region), oldFiles)).isZero();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  @Test
  void regionServerDiesInTheMiddle() throws Exception {
    HRegion region = createCached(WarmupStrategy.THROTTLED);
    List<String> expected = Snapshots.visible(region);
    startWarming(region);
    List<String> newFiles = storeFileNames(region);

    HRegion reopened = cluster.killAndAwaitReopening(region);

    assertThat(storeFileNames(reopened)).isEqualTo(newFiles).hasSize(1);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
  }

  @Test
  void regionMovesInTheMiddle() throws Exception {
    HRegion region = createCached(WarmupStrategy.THROTTLED);
    List<String> expected = Snapshots.visible(region);
    startWarming(region);
    List<String> newFiles = storeFileNames(region);

    long start = System.nanoTime();
    HRegion moved = cluster.move(region);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PROMPT);
    assertThat(storeFileNames(moved)).isEqualTo(newFiles).hasSize(1);
    assertThat(Snapshots.visible(moved)).isEqualTo(expected);
  }

  @Test
  void regionSplitsInTheMiddleAndTheHalvesAreWarmedInTheirTurn() throws Exception {
    HRegion region = createCached(WarmupStrategy.THROTTLED);
    TableName table = region.getTableDescriptor().getTableName();
    List<String> expected = Snapshots.visible(region);
    startWarming(region);

    cluster
        .admin()
        .splitRegionAsync(region.getRegionInfo().getRegionName(), row(ROWS / 2))
        .get(1, TimeUnit.MINUTES);

    assertThat(visible(table)).isEqualTo(expected);
    for (HRegion half : cluster.regions(table)) {
      compactAndWarm(half); // its input is a reference
    }
    assertThat(visible(table)).isEqualTo(expected);
  }

  @Test
  void secondCompactionInTheMiddle() throws Exception {
    HRegion region = createCached(WarmupStrategy.THROTTLED);
    long over = OffloadCounters.warmupsOver();
    startWarming(region);
    overwrite(region, new Random(5), 300);
    List<String> expected = Snapshots.visible(region);
    CompletableFuture<Void> second = compact(region);
    List<String> wrong = new ArrayList<>();

    while (!second.isDone() || OffloadCounters.warmupsOver() < over + 2) {
      readSomeRows(region, expected, wrong);
    }
    second.get(1, TimeUnit.MINUTES);

    assertThat(wrong).isEmpty();
    assertThat(storeFileNames(region)).hasSize(1);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  @Test
  void inputsAreArchivedOnceTheWarmUpIsOverAndNotBefore() throws Exception {
    HRegion region = createCached(WarmupStrategy.THROTTLED);
    HStore store = region.getStores().get(0);
    startWarming(region);

    store.closeAndArchiveCompactedFiles();
    assertThat(store.getCompactedFilesCount()).isEqualTo(3);
    awaitWarm(region);
    store.closeAndArchiveCompactedFiles();
    assertThat(store.getCompactedFilesCount()).isZero();
  }

  private static HRegion createCached(WarmupStrategy strategy) throws IOException {
    return createCached(strategy, LighterOption.WARMUP_STRATEGY, strategy.configName());
  }

  /** Three files of which the later ones overwrite and delete; all their blocks are cached. */
  private static HRegion createCached(WarmupStrategy strategy, LighterOption option, String value)
      throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("warm"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(4 << 10).build())
            .setValue(LighterOption.WARMUP_STRATEGY.key(), strategy.configName())
            .setValue(option.key(), value);
    HRegion region = cluster.create(table.build());
    Random random = new Random(11);
    for (int row = 0; row < ROWS; row++) {
      put(region, row, random);
    }
    region.flush(true);
    overwrite(region, random, ROWS / 4);
    overwrite(region, random, ROWS / 4);
    Snapshots.visible(region);
    return region;
  }

  private static void overwrite(HRegion region, Random random, int rows) throws IOException {
    for (int i = 0; i < rows; i++) {
      int row = random.nextInt(ROWS);
      if (random.nextInt(4) == 0) {
        region.delete(new Delete(row(row)).setDurability(Durability.SKIP_WAL));
      } else {
        put(region, row, random);
      }
    }
    region.flush(true);
  }

  private static void put(HRegion region, int row, Random random) throws IOException {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    region.put(
        new Put(row(row)).addColumn(FAMILY, QUALIFIER, value).setDurability(Durability.SKIP_WAL));
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("row%06d".formatted(number));
  }

  /** Gets, and short scans in both directions; of static data, hence every one is told. */
  private static void readSomeRows(HRegion region, List<String> expected, List<String> wrong)
      throws IOException {
    Random random = new Random();
    for (int i = 0; i < 20; i++) {
      byte[] row = row(random.nextInt(ROWS));
      String prefix = Bytes.toString(row) + "/";
      List<String> ofRow = expected.stream().filter(cell -> cell.startsWith(prefix)).toList();
      Result got = region.get(new Get(row));
      List<String> actual =
          got.isEmpty()
              ? List.of()
              : got.listCells().stream().map(StoreFileImage::describe).toList();
      if (!actual.equals(ofRow)) {
        wrong.add("get of %s: %s instead of %s".formatted(prefix, actual, ofRow));
      }
    }
    int from = SCANNED + random.nextInt(ROWS - 2 * SCANNED);
    Scan forward = new Scan().withStartRow(row(from)).withStopRow(row(from + SCANNED));
    expectScan(region, forward, between(expected, from, from + SCANNED), wrong);
    Scan backward =
        new Scan().withStartRow(row(from)).withStopRow(row(from - SCANNED)).setReversed(true);
    List<String> head = new ArrayList<>(between(expected, from - SCANNED + 1, from + 1));
    Collections.reverse(head);
    expectScan(region, backward, head, wrong);
  }

  private static void expectScan(
      HRegion region, Scan scan, List<String> expected, List<String> wrong) throws IOException {
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<String> actual = Snapshots.drain(scanner);
      if (!actual.equals(expected)) {
        wrong.add("%s: %s instead of %s".formatted(scan, actual, expected));
      }
    }
  }

  private static List<String> between(List<String> cells, int from, int to) {
    String first = Bytes.toString(row(from));
    String end = Bytes.toString(row(to));
    return cells.stream()
        .filter(cell -> cell.compareTo(first) >= 0 && cell.compareTo(end) < 0)
        .toList();
  }

  private static CompletableFuture<Void> compact(HRegion region) throws IOException {
    HStore store = region.getStores().get(0);
    store.triggerMajorCompaction();
    CompactionContext context =
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
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
  private static void startWarming(HRegion region) throws Exception {
    compact(region).get(1, TimeUnit.MINUTES);
    BlockCache cache = cache(region);
    List<String> newFiles = storeFileNames(region);
    cluster.await(() -> dataBlocks(cache, newFiles) > 20);
    assertThat(OffloadCounters.warming()).isEqualTo(1);
  }

  private static void compactAndWarm(HRegion region) throws Exception {
    long over = OffloadCounters.warmupsOver();
    compact(region).get(1, TimeUnit.MINUTES);
    cluster.await(() -> OffloadCounters.warmupsOver() == over + 1);
  }

  private static void awaitWarm(HRegion region) throws Exception {
    assertThat(region.isAvailable()).isTrue();
    cluster.await(() -> OffloadCounters.warming() == 0);
  }

  private static BlockCache cache(HRegion region) {
    return region.getStores().get(0).getCacheConfig().getBlockCache().orElseThrow();
  }

  private static int dataBlocks(BlockCache cache, List<String> files) {
    int blocks = 0;
    for (CachedBlock block : cache) {
      if (files.contains(block.getFilename()) && block.getBlockType().isData()) {
        blocks++;
      }
    }
    return blocks;
  }

  private static List<String> visible(TableName table) throws IOException {
    List<String> all = new ArrayList<>();
    for (HRegion region : cluster.regions(table)) {
      all.addAll(Snapshots.visible(region));
    }
    return all;
  }

  private static List<String> storeFileNames(HRegion region) {
    return region.getStores().get(0).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .toList();
  }
}
