// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.WarmupId;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.protocol.LighterProtos.WarmRequest;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.regionserver.OffloadCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The region server's part of {@code bin/lighter warm}; requests are written as it writes them. */
class WarmCommandIT {
  private static final byte[] CACHED = Bytes.toBytes("c");
  private static final byte[] UNCACHED = Bytes.toBytes("u");
  private static final int ROWS = 3000;
  private static final int VALUE = 100;

  /** At {@link #BYTES_PER_SECOND} such a table takes half a minute. */
  private static final int LONG_VALUE = 2000;

  private static final String BYTES_PER_SECOND = "200KB";

  private static OffloadCluster cluster;
  private static LighterZNodes znodes;
  private static ZooKeeper zooKeeper;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            1,
            LighterOption.SERVER_GROUP.defaultValue(),
            conf -> conf.set(LighterOption.WARMUP_RATE.key(), BYTES_PER_SECOND));
    znodes = LighterZNodes.of(cluster.conf(), LighterConfiguration.of(cluster.conf()));
    zooKeeper =
        new ZooKeeper(
            "localhost:" + cluster.conf().get(HConstants.ZOOKEEPER_CLIENT_PORT),
            30_000,
            event -> {});
    create(znodes.warmRequests(), new byte[0]);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    zooKeeper.close();
    cluster.close();
  }

  @Test
  void scanOfAWarmTableMissesNothing() throws Exception {
    HRegion region = tableWithTwoFiles();
    evictAll(region);

    String id = request(region, "", "");
    WarmProgress progress = awaitDone(id);

    assertThat(progress.getFailed()).isFalse();
    assertThat(progress.getRegions()).isEqualTo(1);
    assertThat(progress.getBytesDone()).isPositive().isEqualTo(progress.getBytesTotal());
    BlockCache cache = cache(region);
    long misses = cache.getStats().getMissCount();
    long hits = cache.getStats().getHitCount();
    assertThat(scan(region, CACHED)).isEqualTo(ROWS);
    assertThat(cache.getStats().getMissCount()).isEqualTo(misses);
    assertThat(cache.getStats().getHitCount()).isGreaterThan(hits);
    assertThat(cachedData(region, UNCACHED)).isEmpty();
    delete(id);
  }

  @Test
  void onlyBlocksOfTheRangeAreCached() throws Exception {
    HRegion region = tableWithTwoFiles();
    scan(region, CACHED);
    int all = cachedData(region, CACHED).size();
    int allBloom = cachedBloom(region);
    evictAll(region);

    String id = request(region, row(1000), row(1300));
    awaitDone(id);

    // Rows are spread evenly over the blocks, so the range has a tenth of them.
    assertThat(cachedData(region, CACHED)).hasSizeBetween(all / 12, all / 8 + 2);
    assertThat(cachedBloom(region)).isBetween(1, allBloom / 2);
    BlockCache cache = cache(region);
    long misses = cache.getStats().getMissCount();
    Scan scan =
        new Scan()
            .addFamily(CACHED)
            .withStartRow(Bytes.toBytes(row(1000)))
            .withStopRow(Bytes.toBytes(row(1300)));
    assertThat(scan(region, scan)).isEqualTo(300);
    assertThat(cache.getStats().getMissCount()).isEqualTo(misses);
    scan(region, CACHED);
    assertThat(cache.getStats().getMissCount()).isGreaterThan(misses);
    delete(id);
  }

  @Test
  void onlyRegionsOfTheRangeAreWarmed() throws Exception {
    HRegion only = tableWithTwoFiles();
    cluster
        .admin()
        .splitRegionAsync(only.getRegionInfo().getRegionName(), Bytes.toBytes(row(1500)))
        .get();
    List<HRegion> halves = cluster.regions(only.getTableDescriptor().getTableName());
    assertThat(halves).hasSize(2);
    evictAll(halves.get(0));

    String id = request(only, "", row(1400));
    WarmProgress progress = awaitDone(id);

    assertThat(progress.getRegions()).isEqualTo(1);
    BlockCache cache = cache(halves.get(0));
    long misses = cache.getStats().getMissCount();
    Scan scan = new Scan().addFamily(CACHED).withStopRow(Bytes.toBytes(row(1400)));
    assertThat(scan(halves.get(0), scan)).isEqualTo(1400);
    assertThat(cache.getStats().getMissCount()).isEqualTo(misses);
    delete(id);
  }

  @Test
  void requestedWarmupEndsWhenTheRequesterIsGone() throws Exception {
    HRegion region = tableWithTwoFiles(LONG_VALUE);
    evictAll(region);
    long ended = OffloadCounters.warmup("warmupsEnded");

    String id = request(region, "", "");
    cluster.await(
        () -> region.getStore(CACHED).getStorefiles().stream().allMatch(WarmCommandIT::isHeld));
    zooKeeper.delete(znodes.warmRequester(id), -1);

    cluster.await(() -> OffloadCounters.warmup("warmupsEnded") == ended + 1);
    assertThat(region.getStore(CACHED).getStorefiles()).noneMatch(WarmCommandIT::isHeld);
    delete(id);
  }

  @Test
  void regionThatClosesMeanwhileIsReportedAsAFailure() throws Exception {
    HRegion region = tableWithTwoFiles(LONG_VALUE);
    evictAll(region);

    String id = request(region, "", "");
    cluster.await(
        () -> region.getStore(CACHED).getStorefiles().stream().allMatch(WarmCommandIT::isHeld));
    cluster.admin().disableTable(region.getTableDescriptor().getTableName());

    WarmProgress progress = awaitDone(id);
    assertThat(progress.getFailed()).isTrue();
    assertThat(progress.getMessage()).contains("the region closes");
    delete(id);
  }

  @Test
  void requestWithoutARegionWithTheEngineIsNotAnswered() throws Exception {
    HRegion region = tableWithTwoFiles();
    TableDescriptor stock =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("stock"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(CACHED))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, DefaultStoreEngine.class.getName())
            .build();
    cluster.create(stock);

    String unknown = post("no_such_table", "", "");
    String others = post(stock.getTableName().getNameAsString(), "", "");
    String known = request(region, "", "");
    awaitDone(known);

    for (String unanswered : List.of(unknown, others)) {
      assertThat(zooKeeper.exists(znodes.warmProgress(unanswered, server(region)), false)).isNull();
      delete(unanswered);
    }
    delete(known);
  }

  private static boolean isHeld(HStoreFile file) {
    return file.isReferencedInReads();
  }

  private static HRegion tableWithTwoFiles() throws Exception {
    return tableWithTwoFiles(VALUE);
  }

  private static HRegion tableWithTwoFiles(int valueBytes) throws Exception {
    HRegion region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(cluster.newTableName("warm"))
                .setColumnFamily(family(CACHED, true))
                .setColumnFamily(family(UNCACHED, false))
                .build());
    for (int file = 0; file < 2; file++) {
      for (int i = file; i < ROWS; i += 2) {
        Put put = new Put(Bytes.toBytes(row(i)));
        put.addColumn(CACHED, CACHED, new byte[valueBytes]);
        put.addColumn(UNCACHED, UNCACHED, new byte[10]);
        region.put(put);
      }
      region.flush(true);
    }
    return region;
  }

  /** Small blocks, so that indexes have several levels and Bloom filters several blocks. */
  private static ColumnFamilyDescriptor family(byte[] name, boolean cached) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name)
        .setBlocksize(1024)
        .setBlockCacheEnabled(cached)
        .setConfiguration("hfile.index.block.max.size", "512")
        .setConfiguration("io.storefile.bloom.block.size", "256")
        .build();
  }

  private static String row(int number) {
    return "row-%06d".formatted(number);
  }

  private static String request(HRegion region, String start, String stop) throws Exception {
    return post(region.getTableDescriptor().getTableName().getNameAsString(), start, stop);
  }

  /** Posts a request in one transaction, as the command does. */
  private static String post(String table, String start, String stop) throws Exception {
    String id = WarmupId.random().value();
    WarmRequest request =
        WarmRequest.newBuilder()
            .setId(id)
            .setTable(table)
            .setStartRow(ByteString.copyFromUtf8(start))
            .setStopRow(ByteString.copyFromUtf8(stop))
            .build();
    zooKeeper.multi(
        List.of(
            Op.create(
                znodes.warmRequest(id),
                request.toByteArray(),
                ZooDefs.Ids.OPEN_ACL_UNSAFE,
                CreateMode.PERSISTENT),
            Op.create(
                znodes.warmRequester(id),
                new byte[0],
                ZooDefs.Ids.OPEN_ACL_UNSAFE,
                CreateMode.EPHEMERAL)));
    return id;
  }

  private static WarmProgress awaitDone(String id) throws Exception {
    ServerName server = cluster.util().getMiniHBaseCluster().getRegionServer(0).getServerName();
    List<WarmProgress> last = new ArrayList<>();
    cluster.await(
        () -> {
          try {
            WarmProgress progress =
                WarmProgress.parseFrom(
                    zooKeeper.getData(znodes.warmProgress(id, server), false, null));
            last.add(progress);
            return progress.getRegionsDone() == progress.getRegions();
          } catch (KeeperException.NoNodeException e) {
            return false; // no answer yet
          }
        });
    return last.get(last.size() - 1);
  }

  private static void delete(String id) throws Exception {
    for (String child : zooKeeper.getChildren(znodes.warmRequest(id), false)) {
      zooKeeper.delete(znodes.warmRequest(id) + '/' + child, -1);
    }
    zooKeeper.delete(znodes.warmRequest(id), -1);
  }

  private static void create(String path, byte[] content) throws Exception {
    try {
      zooKeeper.create(path, content, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    } catch (KeeperException.NoNodeException e) {
      create(path.substring(0, path.lastIndexOf('/')), content);
      create(path, content);
    }
  }

  private static ServerName server(HRegion region) {
    return region.getRegionServerServices().getServerName();
  }

  private static BlockCache cache(HRegion region) {
    return region.getStore(CACHED).getCacheConfig().getBlockCache().orElseThrow();
  }

  private static void evictAll(HRegion region) {
    for (HStore store : region.getStores()) {
      for (HStoreFile file : store.getStorefiles()) {
        cache(region).evictBlocksByHfileName(file.getReader().getHFileReader().getName());
      }
    }
    assertThat(cachedData(region, CACHED)).isEmpty();
  }

  /** Offsets of the cached data blocks of a family. */
  private static NavigableSet<String> cachedData(HRegion region, byte[] family) {
    NavigableSet<String> blocks = new TreeSet<>();
    for (CachedBlock block : cache(region)) {
      if (block.getBlockType().isData() && isOf(region, family, block)) {
        blocks.add(block.getFilename() + "@" + block.getOffset());
      }
    }
    return blocks;
  }

  private static int cachedBloom(HRegion region) {
    int blocks = 0;
    for (CachedBlock block : cache(region)) {
      if (block.getBlockType() == BlockType.BLOOM_CHUNK && isOf(region, CACHED, block)) {
        blocks++;
      }
    }
    return blocks;
  }

  private static boolean isOf(HRegion region, byte[] family, CachedBlock block) {
    return region.getStore(family).getStorefiles().stream()
        .anyMatch(file -> file.getReader().getHFileReader().getName().equals(block.getFilename()));
  }

  private static int scan(HRegion region, byte[] family) throws Exception {
    return scan(region, new Scan().addFamily(family));
  }

  /** Number of rows of a scan. */
  private static int scan(HRegion region, Scan scan) throws Exception {
    int rows = 0;
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> row = new ArrayList<>();
      boolean more = true;
      while (more) {
        row.clear();
        more = scanner.next(row);
        rows += row.isEmpty() ? 0 : 1;
      }
    }
    return rows;
  }
}
