// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.directory.KnownServers;
import io.lighter.server.CompactionServer;
import io.lighter.testing.fixtures.MiniClusterSite;
import io.lighter.testing.fixtures.TypedVolumes;
import java.io.File;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.ServerManager;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * A mini cluster whose tables use Lighter's engine, with one compaction server in this JVM. All
 * compactions and archiving are started by tests.
 */
final class OffloadCluster {
  private static final long WAIT_MS = 180_000;
  private static final long POLL_MS = 20;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final AtomicInteger tables = new AtomicInteger();
  private final Consumer<Configuration> serverSite;
  private CompactionServer server;

  private OffloadCluster(Consumer<Configuration> serverSite) {
    this.serverSite = serverSite;
  }

  /** Returns once the cluster and the compaction server run. */
  static OffloadCluster start(int regionServers) throws Exception {
    return start(regionServers, LighterOption.SERVER_GROUP.defaultValue());
  }

  /**
   * Starts a cluster as {@link #start(int)} does.
   *
   * @param group group that the compaction server joins
   */
  static OffloadCluster start(int regionServers, String group) throws Exception {
    return start(regionServers, group, conf -> {});
  }

  /**
   * Starts a cluster as {@link #start(int, String)} does.
   *
   * @param site sets the site options of the region servers and the compaction server
   */
  static OffloadCluster start(int regionServers, String group, Consumer<Configuration> site)
      throws Exception {
    OffloadCluster cluster = new OffloadCluster(conf -> {});
    cluster.configure();
    site.accept(cluster.conf());
    return cluster.start(regionServers, 1, group);
  }

  /**
   * Starts a region server and several DataNodes.
   *
   * @param site sets the site options of the region server
   * @param serverSite sets further options of the compaction server
   */
  static OffloadCluster startWithDataNodes(
      int dataNodes, Consumer<Configuration> site, Consumer<Configuration> serverSite)
      throws Exception {
    OffloadCluster cluster = new OffloadCluster(serverSite);
    cluster.configure();
    site.accept(cluster.conf());
    return cluster.start(1, dataNodes, LighterOption.SERVER_GROUP.defaultValue());
  }

  /**
   * Starts a region server and several DataNodes, each with a volume of type SSD, DISK and ARCHIVE.
   *
   * @param site sets the site options of all servers
   */
  static OffloadCluster startWithTypedVolumes(int dataNodes, Consumer<Configuration> site)
      throws Exception {
    OffloadCluster cluster = new OffloadCluster(conf -> {});
    cluster.configure();
    site.accept(cluster.conf());
    File folder = new File(cluster.util.getDataTestDir("dfs").toUri().getPath());
    cluster.util.setDFSCluster(TypedVolumes.start(cluster.conf(), folder, dataNodes));
    return cluster.start(1, dataNodes, LighterOption.SERVER_GROUP.defaultValue());
  }

  /**
   * Starts a cluster whose {@code hbase.rootdir} is in an object store, and whose logs are on HDFS.
   * All tables have the tracker {@code FILE}.
   *
   * @param group group that the compaction server joins
   * @param store URI of the file system
   * @param site sets the site options of all servers
   */
  static OffloadCluster startOnObjectStore(
      int regionServers, String group, String store, Consumer<Configuration> site)
      throws Exception {
    OffloadCluster cluster = new OffloadCluster(conf -> {});
    cluster.configure();
    Configuration conf = cluster.conf();
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, "FILE");
    site.accept(conf);
    Path logs = new Path(cluster.util.startMiniDFSCluster(1).getFileSystem().getUri() + "/logs");
    CommonFSUtils.setWALRootDir(conf, logs);
    CommonFSUtils.setFsDefault(conf, new Path(store));
    return cluster.start(regionServers, 1, group);
  }

  private OffloadCluster start(int regionServers, int dataNodes, String group) throws Exception {
    try {
      util.startMiniCluster(
          StartMiniClusterOption.builder()
              .numRegionServers(regionServers)
              .numDataNodes(dataNodes)
              .build());
      boolean unused = admin().balancerSwitch(false, true); // regions must not move
      startCompactionServer(group);
    } catch (Exception e) {
      close();
      throw e;
    }
    return this;
  }

  /** Replaces a stopped compaction server; returns when the region servers know the new one. */
  void startCompactionServer(String group) throws Exception {
    server = CompactionServer.start(serverConfiguration(group));
    awaitKnown(group, server.serverName());
  }

  /** Returns when all region servers know a compaction server. */
  void awaitKnown(String group, ServerName compactionServer) throws Exception {
    for (RegionServerThread thread : util.getMiniHBaseCluster().getLiveRegionServerThreads()) {
      await(() -> KnownServers.has(thread.getRegionServer(), group, compactionServer));
    }
  }

  void stopCompactionServer() {
    server.close();
  }

  private void configure() {
    Configuration conf = util.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
    conf.set(LighterOption.OFFLOAD_MIN_BYTES.key(), "1");
    conf.set(LighterOption.OFFLOAD_POLL_INTERVAL.key(), "100ms");
    // Only a server that hangs exceeds this time, however busy the machine is.
    conf.set(LighterOption.OFFLOAD_SERVER_TIMEOUT.key(), "60s");
    conf.setBoolean(CompactSplit.HBASE_REGION_SERVER_ENABLE_COMPACTION, false);
    conf.setInt("hbase.hfile.compaction.discharger.interval", Integer.MAX_VALUE);
    conf.setBoolean(LighterOption.ENGINE_ARCHIVE_AT_ONCE.key(), false);
    conf.setBoolean(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED, true);
    conf.setLong(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_TTL, 0);
    conf.setBoolean("hbase.table.sanity.checks", false); // blocks of a few cells
    conf.setInt("hbase.regionserver.metahandler.count", 5);
    conf.setInt("hbase.client.retries.number", 6);
    conf.set(LighterOption.ZOOKEEPER_SESSION_TIMEOUT.key(), "60s");
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
    serverSite.accept(conf);
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

  /** A table name that is new in this cluster. */
  TableName newTableName(String prefix) {
    return TableName.valueOf(prefix + "_" + tables.incrementAndGet());
  }

  /** The only region of a table created here. */
  HRegion create(TableDescriptor table) throws IOException {
    admin().createTable(table);
    return onlyRegion(table.getTableName());
  }

  /**
   * The regions of an enabled table, in the order of their rows. Waits until region servers list
   * all of them, since a region server reports an opening to the master before it lists the region.
   */
  List<HRegion> regions(TableName table) throws IOException {
    List<String> expected =
        admin().getRegions(table).stream().map(RegionInfo::getEncodedName).sorted().toList();
    Waiter.Predicate<RuntimeException> allAreListed =
        () ->
            open(table).stream()
                .map(region -> region.getRegionInfo().getEncodedName())
                .sorted()
                .toList()
                .equals(expected);
    util.waitFor(WAIT_MS, POLL_MS, allAreListed);
    return open(table);
  }

  /** The replicas of a table's only region, the primary first, once region servers list them. */
  List<HRegion> replicas(TableName table, int number) throws IOException {
    Waiter.Predicate<RuntimeException> allAreListed = () -> open(table).size() == number;
    util.waitFor(WAIT_MS, POLL_MS, allAreListed);
    return open(table).stream()
        .sorted(Comparator.comparingInt(region -> region.getRegionInfo().getReplicaId()))
        .toList();
  }

  /** The regions that live region servers list. */
  private List<HRegion> open(TableName table) {
    return util.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
        .flatMap(thread -> thread.getRegionServer().getRegions(table).stream())
        .sorted(Comparator.comparing(HRegion::getRegionInfo))
        .toList();
  }

  HRegion onlyRegion(TableName table) throws IOException {
    List<HRegion> regions = regions(table);
    if (regions.size() != 1) {
      throw new IllegalStateException(table + " has the regions " + regions);
    }
    return regions.get(0);
  }

  /**
   * Moves a region, and returns it as the other region server has it. The master avoids a region
   * server that has not reported yet.
   */
  HRegion move(HRegion region) throws IOException {
    ServerName from = region.getRegionServerServices().getServerName();
    ServerManager servers = util.getMiniHBaseCluster().getMaster().getServerManager();
    Waiter.Predicate<RuntimeException> anotherHasReported =
        () -> !servers.createDestinationServersList(List.of(from)).isEmpty();
    util.waitFor(WAIT_MS, POLL_MS, anotherHasReported);
    ServerName to = servers.createDestinationServersList(List.of(from)).get(0);
    admin().move(region.getRegionInfo().getEncodedNameAsBytes(), to);
    HRegion moved = onlyRegion(region.getTableDescriptor().getTableName());
    assertThat(moved.getRegionServerServices().getServerName()).isEqualTo(to);
    return moved;
  }

  /** Kills the region server of a region, and returns it as another one has opened it. */
  HRegion killAndAwaitReopening(HRegion region) throws Exception {
    startSpareRegionServer();
    return killWithASpare(region);
  }

  /** Stops the region server of a region, and returns it as another one has opened it. */
  HRegion stopAndAwaitReopening(HRegion region) throws Exception {
    startSpareRegionServer();
    ServerName stopped = region.getRegionServerServices().getServerName();
    util.getMiniHBaseCluster().stopRegionServer(stopped);
    util.getMiniHBaseCluster().waitForRegionServerToStop(stopped, WAIT_MS);
    return onlyRegion(region.getTableDescriptor().getTableName());
  }

  /** Lets HBase itself start compactions, or not, on the present region servers. */
  void switchCompactions(boolean on) {
    for (RegionServerThread thread : util.getMiniHBaseCluster().getLiveRegionServerThreads()) {
      thread.getRegionServer().getCompactSplitThread().switchCompaction(on);
    }
  }

  /** Starts a region server for a test that kills one later. */
  void startSpareRegionServer() throws IOException {
    util.getMiniHBaseCluster().startRegionServer();
  }

  /** Kills a region server as {@link #killAndAwaitReopening} does, with a spare one running. */
  HRegion killWithASpare(HRegion region) throws Exception {
    ServerName dead = region.getRegionServerServices().getServerName();
    TableName table = region.getTableDescriptor().getTableName();
    util.getMiniHBaseCluster().killRegionServer(dead);
    await(
        () ->
            open(table).stream()
                .anyMatch(
                    open ->
                        open.isAvailable()
                            && !open.getRegionServerServices().getServerName().equals(dead)));
    util.getMiniHBaseCluster().waitForRegionServerToStop(dead, WAIT_MS);
    return onlyRegion(table);
  }

  /** Waits for an asynchronous effect in HBase, for a minute at most. */
  void await(Waiter.Predicate<Exception> condition) throws Exception {
    util.waitFor(WAIT_MS, POLL_MS, condition);
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
