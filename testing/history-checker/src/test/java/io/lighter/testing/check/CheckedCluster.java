// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.common.config.LighterOption;
import io.lighter.server.CompactionServer;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.regionserver.StripeStoreFileManager;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * Two region servers and a compaction server in this JVM, where even files of a few kilobytes are
 * offloaded and warmed chunk by chunk.
 */
final class CheckedCluster {
  private static final String METRICS = "Lighter";
  private static final String LOCAL_COMPACTIONS = "localCompactions_";

  /** Metadata of what a forest has compacted. */
  private static final byte[] FOREST_HINT = Bytes.toBytes("LIGHTER_FOREST");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private CompactionServer server;

  private CheckedCluster() {}

  static CheckedCluster start() throws Exception {
    return start(Map.of());
  }

  /**
   * Starts a cluster.
   *
   * @param site further properties of all processes and clients
   */
  static CheckedCluster start(Map<String, String> site) throws Exception {
    CheckedCluster cluster = new CheckedCluster();
    cluster.configure();
    site.forEach(cluster.util.getConfiguration()::set);
    try {
      cluster.util.startMiniCluster(
          StartMiniClusterOption.builder().numRegionServers(2).numDataNodes(1).build());
      cluster.server = CompactionServer.start(cluster.serverConfiguration());
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private void configure() {
    Configuration conf = util.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set(LighterOption.OFFLOAD_MIN_BYTES.key(), "1");
    conf.set(LighterOption.OFFLOAD_POLL_INTERVAL.key(), "100ms");
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    conf.set(LighterOption.WARMUP_RATE.key(), "100KB");
    conf.set(LighterOption.WARMUP_RATE_FLOOR.key(), "50KB");
    // Compacted files exist for a while before they are archived.
    conf.setInt("hbase.hfile.compaction.discharger.interval", 3_000);
    conf.set(LighterOption.WARMUP_COMPACTION_STATE.key(), "false");
    conf.set(LocalRun.REPLICA_REFRESH_KEY, LocalRun.REPLICA_REFRESH_MS);
    conf.setInt("hbase.regionserver.metahandler.count", 5);
    conf.set(LighterOption.ZOOKEEPER_SESSION_TIMEOUT.key(), "60s");
  }

  private Configuration serverConfiguration() {
    Configuration conf = new Configuration(util.getConfiguration());
    conf.set(LighterOption.SERVER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.SERVER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.SERVER_PORT.key(), "0");
    conf.set(LighterOption.SERVER_CHUNK_PORT.key(), "0");
    conf.set(LighterOption.SERVER_INFO_PORT.key(), "-1");
    conf.set(LighterOption.SERVER_THREADS.key(), "2");
    return conf;
  }

  Configuration configuration() {
    return util.getConfiguration();
  }

  Connection connection() throws IOException {
    return util.getConnection();
  }

  /** The plug-in's counts in this JVM, for all tables and region servers. */
  CompactionCounts compactions() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .filter(registry -> registry.getMetricRegistryInfo().getMetricsName().equals(METRICS))
        .findFirst()
        .map(CheckedCluster::counts)
        .orElse(new CompactionCounts(0, 0, 0, 0));
  }

  private static CompactionCounts counts(MetricRegistry metrics) {
    long local =
        metrics.getMetrics().keySet().stream()
            .filter(name -> name.startsWith(LOCAL_COMPACTIONS))
            .mapToLong(name -> count(metrics, name))
            .sum();
    return new CompactionCounts(
        count(metrics, "offloadedCompactions"),
        local,
        count(metrics, "warmupsCompleted"),
        count(metrics, "warmupsEnded"));
  }

  private static long count(MetricRegistry metrics, String name) {
    return metrics
        .get(name)
        .filter(Counter.class::isInstance)
        .map(metric -> ((Counter) metric).getCount())
        .orElse(0L);
  }

  /** Whether a merge of the range engine has divided a store that is open now. */
  boolean hasRanges(TableName table) {
    return util.getMiniHBaseCluster().getRegions(table).stream()
        .flatMap(region -> region.getStores().stream())
        .flatMap(store -> store.getStorefiles().stream())
        .map(file -> file.getMetadataValue(StripeStoreFileManager.STRIPE_START_KEY))
        .anyMatch(start -> start != null && start.length > 0);
  }

  /** Whether a compaction of a forest has written a file of a store that is open now. */
  boolean hasTrees(TableName table) {
    return util.getMiniHBaseCluster().getRegions(table).stream()
        .flatMap(region -> region.getStores().stream())
        .flatMap(store -> store.getStorefiles().stream())
        .anyMatch(file -> file.getMetadataValue(FOREST_HINT) != null);
  }

  /** Kills a region server without closing its regions, and starts another one. */
  void killRegionServer(RandomGenerator random) throws IOException {
    MiniHBaseCluster hbase = util.getMiniHBaseCluster();
    List<RegionServerThread> servers = hbase.getLiveRegionServerThreads();
    ServerName killed =
        servers.get(random.nextInt(servers.size())).getRegionServer().getServerName();
    hbase.killRegionServer(killed);
    hbase.startRegionServer();
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
