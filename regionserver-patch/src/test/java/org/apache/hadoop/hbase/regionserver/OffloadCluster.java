package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.config.LighterOption;
import io.lighter.server.CompactionServer;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A mini cluster whose tables use our engine, with one compaction server in this JVM. Nothing
 * compacts or archives by itself: a test decides when.
 */
final class OffloadCluster {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final AtomicInteger tables = new AtomicInteger();
  private CompactionServer server;

  private OffloadCluster() {}

  /** Up when it returns, the compaction server included. */
  static OffloadCluster start(int regionServers) throws Exception {
    return start(regionServers, LighterOption.SERVER_GROUP.defaultValue());
  }

  /**
   * As {@link #start(int)}.
   *
   * @param group that the compaction server joins
   */
  static OffloadCluster start(int regionServers, String group) throws Exception {
    return start(regionServers, group, conf -> {});
  }

  /**
   * As {@link #start(int, String)}.
   *
   * @param site sets what the region servers and the compaction server shall have in their site
   */
  static OffloadCluster start(int regionServers, String group, Consumer<Configuration> site)
      throws Exception {
    OffloadCluster cluster = new OffloadCluster();
    cluster.configure();
    site.accept(cluster.conf());
    try {
      cluster.util.startMiniCluster(
          StartMiniClusterOption.builder().numRegionServers(regionServers).numDataNodes(1).build());
      cluster.startCompactionServer(group);
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** In place of one that was stopped. */
  void startCompactionServer(String group) throws Exception {
    server = CompactionServer.start(serverConfiguration(group));
  }

  void stopCompactionServer() {
    server.close();
  }

  private void configure() {
    Configuration conf = util.getConfiguration();
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
    conf.set(LighterOption.OFFLOAD_MIN_BYTES.key(), "1");
    conf.set(LighterOption.OFFLOAD_POLL_INTERVAL.key(), "100ms");
    conf.setBoolean(CompactSplit.HBASE_REGION_SERVER_ENABLE_COMPACTION, false);
    conf.setInt("hbase.hfile.compaction.discharger.interval", Integer.MAX_VALUE);
    conf.setBoolean(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED, true);
    conf.setLong(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_TTL, 0);
    conf.setBoolean("hbase.table.sanity.checks", false); // blocks of a few cells
    // Closing a file waits this long for the DataNode's word, instead of 400 ms: most of the time.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("hbase.regionserver.msginterval", 100);
    conf.setInt("hbase.regionserver.metahandler.count", 5);
    conf.setInt("hbase.client.retries.number", 5);
    conf.setInt("zookeeper.session.timeout", 10_000);
  }

  private Configuration serverConfiguration(String group) {
    Configuration conf = new Configuration(util.getConfiguration());
    conf.set(LighterOption.SERVER_GROUP.key(), group);
    conf.set(LighterOption.SERVER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.SERVER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.SERVER_PORT.key(), "0");
    conf.set(LighterOption.SERVER_CHUNK_PORT.key(), "0");
    conf.set(LighterOption.SERVER_INFO_PORT.key(), "-1");
    conf.set(LighterOption.SERVER_THREADS.key(), "2");
    return conf;
  }

  HBaseTestingUtility util() {
    return util;
  }

  Configuration conf() {
    return util.getConfiguration();
  }

  Admin admin() throws IOException {
    return util.getAdmin();
  }

  /** A name that no other table of this cluster has. */
  TableName newTableName(String prefix) {
    return TableName.valueOf(prefix + "_" + tables.incrementAndGet());
  }

  /** The only region of a table created here. */
  HRegion create(TableDescriptor table) throws IOException {
    admin().createTable(table);
    return onlyRegion(table.getTableName());
  }

  /** The regions of a table that live region servers have open, in the order of their rows. */
  List<HRegion> regions(TableName table) {
    return util.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
        .flatMap(thread -> thread.getRegionServer().getRegions(table).stream())
        .sorted(Comparator.comparing(HRegion::getRegionInfo))
        .toList();
  }

  HRegion onlyRegion(TableName table) {
    List<HRegion> regions = regions(table);
    if (regions.size() != 1) {
      throw new IllegalStateException(table + " has the regions " + regions);
    }
    return regions.get(0);
  }

  /** Moves a region to another region server, and returns it as it is there. */
  HRegion move(HRegion region) throws IOException {
    ServerName from = region.getRegionServerServices().getServerName();
    ServerName to =
        util.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
            .map(thread -> thread.getRegionServer().getServerName())
            .filter(name -> !name.equals(from))
            .findAny()
            .orElseThrow();
    admin().move(region.getRegionInfo().getEncodedNameAsBytes(), to);
    return onlyRegion(region.getTableDescriptor().getTableName());
  }

  /** Kills the region server of a region, and returns it as another one has opened it. */
  HRegion killAndAwaitReopening(HRegion region) throws Exception {
    ServerName dead = region.getRegionServerServices().getServerName();
    TableName table = region.getTableDescriptor().getTableName();
    util.getMiniHBaseCluster().startRegionServer();
    util.getMiniHBaseCluster().killRegionServer(dead);
    await(
        () ->
            regions(table).stream()
                .anyMatch(
                    open ->
                        open.isAvailable()
                            && !open.getRegionServerServices().getServerName().equals(dead)));
    util.getMiniHBaseCluster().waitForRegionServerToStop(dead, 60_000);
    return onlyRegion(table);
  }

  /** Waits for something that HBase does in its own time, at most a minute. */
  void await(Waiter.Predicate<Exception> condition) throws Exception {
    util.waitFor(60_000, 20, condition);
  }

  ServerName compactionServer() {
    return server.serverName();
  }

  void close() throws Exception {
    try {
      if (server != null) {
        server.close();
      }
    } finally {
      util.shutdownMiniCluster();
    }
  }
}
