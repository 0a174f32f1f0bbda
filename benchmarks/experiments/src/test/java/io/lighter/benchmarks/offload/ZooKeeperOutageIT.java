// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.manager.CompactionManager;
import io.lighter.server.CompactionServer;
import io.lighter.service.zk.CuratorClients;
import io.lighter.service.zk.DrainNodes;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stops ZooKeeper for longer than Lighter's sessions last, and starts it again. */
@Timeout(900)
class ZooKeeperOutageIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final TableName TABLE = TableName.valueOf("outage");
  private static final int ROWS = 300;
  private static final long WAIT_MS = 120_000;
  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(4);
  private static final Duration OUTAGE = Duration.ofSeconds(12);

  @TempDir private Path folder;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private MiniZooKeeperCluster zooKeeper;
  private int port;
  private CompactionManager manager;
  private CompactionServer server;
  private HRegion region;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = util.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set(LighterOption.OFFLOAD_MIN_BYTES.key(), "1");
    conf.set(LighterOption.OFFLOAD_POLL_INTERVAL.key(), "100ms");
    conf.set(LighterOption.ZOOKEEPER_SESSION_TIMEOUT.key(), SESSION_TIMEOUT.toMillis() + "ms");
    conf.set(LighterOption.MANAGER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.MANAGER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.MANAGER_PORT.key(), "0");
    conf.set(LighterOption.MANAGER_INFO_PORT.key(), "-1");
    conf.set(LighterOption.SERVER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.SERVER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.SERVER_PORT.key(), "0");
    conf.set(LighterOption.SERVER_CHUNK_PORT.key(), "0");
    conf.set(LighterOption.SERVER_INFO_PORT.key(), "-1");
    conf.setInt(HConstants.ZK_SESSION_TIMEOUT, 40_000);
    zooKeeper = new MiniZooKeeperCluster(conf);
    zooKeeper.setDefaultClientPort(portThatNobodyIsGiven());
    port = zooKeeper.startup(folder.toFile());
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    util.setZkCluster(zooKeeper);
    util.startMiniCluster(StartMiniClusterOption.builder().numDataNodes(1).build());
    manager = CompactionManager.start(conf);
    server = CompactionServer.start(conf);
    util.getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
                .build());
    // The master learns of the region before the region server lists it.
    awaitTrue(() -> !util.getMiniHBaseCluster().getRegions(TABLE).isEmpty());
    region = util.getMiniHBaseCluster().getRegions(TABLE).get(0);
  }

  /** A port below the range for clients, so that it is still free after the outage. */
  private static int portThatNobodyIsGiven() {
    return ThreadLocalRandom.current().nextInt(20_000, 30_000);
  }

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      server.close();
    }
    if (manager != null) {
      manager.close();
    }
    util.shutdownMiniCluster();
    zooKeeper.shutdown();
  }

  @Test
  void outageOfZooKeeperFailsNoReadAndAllProcessesRecover() throws Exception {
    awaitOffloaded();
    Reader reader = new Reader();
    Thread reading = new Thread(reader, "reader");
    reading.start();

    long startedNanos = System.nanoTime();
    zooKeeper.shutdown();
    awaitTrue(() -> !manager.isLeader());
    compact();
    assertThat(region.getStore(FAMILY).getStorefilesCount()).as("while it is away").isOne();
    awaitTrue(() -> System.nanoTime() - startedNanos > OUTAGE.toNanos());
    zooKeeper.setDefaultClientPort(port);
    assertThat(zooKeeper.startup(folder.toFile())).isEqualTo(port);

    awaitTrue(() -> manager.isLeader());
    awaitRegistration();
    awaitOffloaded();
    reader.stop();
    reading.join(WAIT_MS);
    assertThat(reader.problem()).isEmpty();
    assertThat(reader.reads()).isPositive();
    assertThat(util.getMiniHBaseCluster().getRegionServer(0).isAborted()).isFalse();
  }

  /** Waits for the registration after the session's end, not for the one about to expire. */
  private void awaitRegistration() throws Exception {
    LighterConfiguration lighter = LighterConfiguration.of(util.getConfiguration());
    LighterZNodes znodes = LighterZNodes.of(util.getConfiguration(), lighter);
    try (CuratorFramework client = CuratorClients.connect(util.getConfiguration(), lighter)) {
      DrainNodes nodes = new DrainNodes(client, znodes);
      long settledNanos = System.nanoTime() + SESSION_TIMEOUT.multipliedBy(2).toNanos();
      awaitTrue(
          () -> System.nanoTime() > settledNanos && nodes.live().contains(server.serverName()));
    }
  }

  private void awaitOffloaded() throws Exception {
    long before = counter("offloadedCompactions");
    awaitTrue(
        () -> {
          compact();
          return counter("offloadedCompactions") > before;
        });
  }

  /** Flushes two files of the same rows and compacts them. */
  private void compact() throws IOException {
    for (int file = 0; file < 2; file++) {
      for (int row = 0; row < ROWS; row++) {
        region.put(new Put(key(row)).addColumn(FAMILY, QUALIFIER, value(row)));
      }
      region.flush(true);
    }
    region.compact(true);
  }

  private static long counter(String name) {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get(name).stream())
        .filter(Counter.class::isInstance)
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("row%05d".formatted(row));
  }

  private static byte[] value(int row) {
    return Bytes.toBytes("value of " + row);
  }

  private void awaitTrue(Waiter.Predicate<Exception> condition) throws Exception {
    util.waitFor(WAIT_MS, 50, condition);
  }

  /** Reads every row repeatedly until stopped or something is wrong. */
  private final class Reader implements Runnable {
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicReference<String> problem = new AtomicReference<>();
    private volatile boolean stopped;

    @Override
    public void run() {
      try (Table table = util.getConnection().getTable(TABLE)) {
        for (int row = 0; !stopped && problem.get() == null; row = (row + 1) % ROWS) {
          byte[] found = table.get(new Get(key(row))).getValue(FAMILY, QUALIFIER);
          if (!Bytes.equals(found, value(row))) {
            problem.set("row " + row + " is " + Bytes.toStringBinary(found));
          }
          reads.incrementAndGet();
        }
      } catch (IOException e) {
        problem.set("a read failed: " + e);
      }
    }

    void stop() {
      stopped = true;
    }

    int reads() {
      return reads.get();
    }

    Optional<String> problem() {
      return Optional.ofNullable(problem.get());
    }
  }
}
