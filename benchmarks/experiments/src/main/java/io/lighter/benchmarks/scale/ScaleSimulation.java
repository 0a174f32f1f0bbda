// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.manager.CompactionManager;
import io.lighter.service.zk.CuratorClients;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/**
 * Measures the work of a manager and ZooKeeper for a large cluster, in real time: first while
 * servers only report, then while compaction servers are restarted (see the package). Used once, by
 * one thread.
 */
public final class ScaleSimulation {
  static final String GROUP = "default";

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMillis(100);

  /** Approximate start time of a process. */
  private static final Duration DOWN = Duration.ofSeconds(5);

  /** Exceeds the delay after which region servers read changes. */
  private static final Duration SETTLED = Duration.ofSeconds(4);

  private final ScaleSettings settings;
  private final Path folder;
  private final ManagerThreads threads = new ManagerThreads();
  private final com.sun.management.OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  private CountingZooKeeper zooKeeper;
  private CuratorFramework serverSession;
  private SimulatedCatalogue catalogue;
  private SimulatedRegionServers regionServers;
  private SimulatedServers servers;

  /** All counters at one moment. */
  private record Moment(
      long nanos,
      long managerNanos,
      long processNanos,
      long reports,
      long censuses,
      OperationCounts manager,
      OperationCounts servers,
      OperationCounts regionServers) {

    double perSecond(Moment from, long count) {
      return (double) count * TimeUnit.SECONDS.toNanos(1) / (nanos - from.nanos);
    }
  }

  /**
   * @param folder folder for ZooKeeper's files
   */
  public ScaleSimulation(ScaleSettings settings, Path folder) {
    this.settings = settings;
    this.folder = folder;
  }

  /**
   * Runs the simulation; takes {@link ScaleSettings#warmUp}, {@link ScaleSettings#steady} and about
   * 15 s for each restart.
   *
   * @throws IOException if a part does not start, or does not see a change in time
   */
  public ScaleResult run() throws IOException {
    try (Closer closer = Closer.create()) {
      start(closer);
      pause(settings.warmUp());
      Moment began = now();
      pause(settings.steady());
      Moment steady = now();
      for (int server = 0; server < settings.restarts(); server++) {
        restart(server % settings.servers());
      }
      return result(began, steady, now());
    }
  }

  private void start(Closer closer) throws IOException {
    zooKeeper = closer.register(CountingZooKeeper.start(folder));
    Configuration conf = configuration(zooKeeper.port());
    LighterConfiguration lighter = lighter(conf);
    LighterZNodes znodes = LighterZNodes.of(conf, lighter);
    catalogue = new SimulatedCatalogue(settings.regions());
    CompactionManager manager = startManager(conf);
    closer.register(manager);
    await("a leader", manager::isLeader);
    serverSession = closer.register(CuratorClients.connect(conf, lighter));
    RpcCaller rpc = closer.register(new RpcCaller(conf));
    try {
      servers =
          new SimulatedServers(serverSession, znodes, rpc, settings.servers(), settings.jobs());
    } catch (Exception e) { // Curator declares no narrower one
      throw new IOException("the compaction servers do not start", e);
    }
    closer.register(servers);
    regionServers =
        closer.register(
            new SimulatedRegionServers(conf, zooKeeper, znodes, rpc, settings.regionServers()));
    List<Runnable> reporters = new ArrayList<>(servers.reporters());
    reporters.addAll(regionServers.reporters());
    closer.register(new ReportTraffic(reporters));
    ServerName last = servers.name(settings.servers() - 1);
    await("region servers that know all compaction servers", () -> regionServers.allKnow(last));
  }

  private CompactionManager startManager(Configuration conf) throws IOException {
    try {
      return threads.start(() -> CompactionManager.start(conf, catalogue));
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw new IOException("the manager does not start", e.getCause());
    }
  }

  private void restart(int server) throws IOException {
    ServerName before = servers.name(server);
    try {
      servers.stop(server);
      pause(DOWN);
      await("region servers that miss " + before, () -> regionServers.noneKnows(before));
      servers.startAgain(server);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) { // Curator declares no narrower one
      throw new IOException("compaction server " + before + " cannot be restarted", e);
    }
    ServerName after = servers.name(server);
    await("region servers that know " + after, () -> regionServers.allKnow(after));
    pause(SETTLED);
  }

  private Moment now() {
    OperationCounts ofServers = zooKeeper.of(session(serverSession));
    OperationCounts ofRegionServers = regionServers.operations();
    return new Moment(
        System.nanoTime(),
        threads.cpuNanos(),
        process.getProcessCpuTime(),
        servers.reports() + regionServers.reports(),
        catalogue.readings(),
        zooKeeper.all().minus(ofServers).minus(ofRegionServers),
        ofServers,
        ofRegionServers);
  }

  private static long session(CuratorFramework client) {
    try {
      return client.getZookeeperClient().getZooKeeper().getSessionId();
    } catch (Exception e) { // Curator declares no narrower one
      throw new IllegalStateException("the servers' session is not connected", e);
    }
  }

  private ScaleResult result(Moment began, Moment steady, Moment end) {
    double nanos = steady.nanos() - began.nanos();
    double usualReads = steady.perSecond(began, reads(began, steady));
    double usualCensuses = steady.perSecond(began, steady.censuses() - began.censuses());
    double restartSeconds = (double) (end.nanos() - steady.nanos()) / TimeUnit.SECONDS.toNanos(1);
    int restarts = Math.max(1, settings.restarts());
    double readsPerRestart = (reads(steady, end) - usualReads * restartSeconds) / restarts;
    return new ScaleResult(
        (steady.managerNanos() - began.managerNanos()) / nanos,
        (steady.processNanos() - began.processNanos()) / nanos,
        steady.perSecond(began, steady.reports() - began.reports()),
        steady.censuses() - began.censuses(),
        (end.censuses() - steady.censuses() - usualCensuses * restartSeconds) / restarts,
        steady.perSecond(began, steady.manager().minus(began.manager()).reads()),
        steady.perSecond(began, steady.servers().minus(began.servers()).reads()),
        usualReads,
        readsPerRestart,
        readsPerRestart / settings.regionServers());
  }

  private static long reads(Moment from, Moment to) {
    return to.regionServers().minus(from.regionServers()).reads();
  }

  /** A configuration without the site, whose ZooKeeper, ports and security would not fit. */
  private static Configuration configuration(int zooKeeperPort) {
    Configuration conf = new Configuration(false);
    conf.addResource("core-default.xml");
    conf.addResource("hbase-default.xml");
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, zooKeeperPort);
    conf.set("lighter.manager.port", "0");
    conf.set("lighter.manager.bind.address", "127.0.0.1");
    conf.set("lighter.manager.hostname", "localhost");
    conf.set("lighter.manager.info.port", "-1");
    conf.set("lighter.zookeeper.session.timeout", "60s");
    return conf;
  }

  private static LighterConfiguration lighter(Configuration conf) throws IOException {
    try {
      return LighterConfiguration.of(conf);
    } catch (ConfigurationException e) {
      throw new IOException("the simulation's own options are wrong: " + e.problems(), e);
    }
  }

  private static void await(String what, Callable<Boolean> condition) throws IOException {
    long start = System.nanoTime();
    try {
      while (!condition.call()) {
        if (System.nanoTime() - start > TIMEOUT.toNanos()) {
          throw new IOException("waited in vain for " + what);
        }
        pause(LOOK);
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) { // Callable declares no narrower one
      throw new IOException("waiting for " + what, e);
    }
  }

  private static void pause(Duration time) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return (IOException) new InterruptedIOException("interrupted").initCause(e);
  }
}
