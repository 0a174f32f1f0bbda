// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.MonotonicClock;
import io.lighter.common.RetriedDeletions;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.hdfs.LocalAddresses;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.index.rpc.IndexRpcSchedulerFactory;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.regionserver.directory.ManagerLookup;
import io.lighter.regionserver.directory.ServerDirectory;
import io.lighter.regionserver.local.InFlightCompactions;
import io.lighter.regionserver.local.LocalCompactionLimiter;
import io.lighter.regionserver.local.TableCounts;
import io.lighter.regionserver.pressure.Pressure;
import io.lighter.regionserver.pressure.PressureMonitor;
import io.lighter.regionserver.structure.StructureMonitor;
import io.lighter.regionserver.wal.WalWatch;
import io.lighter.regionserver.warmup.RegionServerWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import io.lighter.regionserver.warmup.request.WarmRequestWatch;
import java.io.Closeable;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.CompactionPools;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hbase.thirdparty.io.netty.buffer.PooledByteBufAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shared parts of the stores of one region server: connections, directory, metrics, and the cap on
 * local compactions.
 *
 * <p>HBase creates a store engine per store, and offers no place for a shared object. The class
 * therefore has one static map, keyed by region server, since a test runs several in one JVM. An
 * entry is removed when another store opens after its region server has stopped.
 */
public final class RegionServerOffload implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RegionServerOffload.class);

  /** Event loops of channels only copy bytes; one core is enough for any reasonable rate. */
  private static final int CHANNEL_THREADS = 1;

  /** Guarded by itself. */
  private static final IdentityHashMap<RegionServerServices, RegionServerOffload> BY_SERVER =
      new IdentityHashMap<>();

  private final RegionServerServices server;
  private final RpcCaller caller;
  private final ServerDirectory directory;
  private final OffloadMetrics metrics;
  private final LocalCompactionLimiter localCompactionLimiter;
  private final InFlightCompactions inFlight;

  /** Settings with which this region server creates files; empty if HBase is not on HDFS. */
  private final Optional<HdfsFileSettings> fileSettings;

  private final JobRequests requests;
  private final TableCounts tables = new TableCounts();
  private final CompactionObservers observers;
  private final RetriedDeletions deletions = new RetriedDeletions();
  private final RegionServerWarmups warmups;
  private final WarmRequestWatch warmRequests;
  private final RegionServerReporter reporter;
  private final PressureMonitor pressure;
  private final StructureMonitor structures;

  /** Watches the logs; empty without {@code lighter.wal.async.max.delay}. */
  private final Optional<WalWatch> logs;

  private RegionServerOffload(RegionServerServices server, LighterConfiguration conf)
      throws IOException {
    Configuration siteConf = server.getConfiguration();
    this.server = server;
    this.caller = new RpcCaller(siteConf);
    this.metrics = new OffloadMetrics();
    this.inFlight =
        new InFlightCompactions(
            (extraLong, extraShort) -> CompactionPools.setExtra(server, extraLong, extraShort),
            conf.number(LighterOption.OFFLOAD_MAX_CONCURRENT));
    this.localCompactionLimiter =
        new LocalCompactionLimiter(
            () -> CompactionPools.configuredLong(siteConf),
            () -> CompactionPools.configuredShort(siteConf),
            inFlight);
    this.observers =
        new CompactionObservers(conf.classes(LighterOption.OFFLOAD_PERMISSION_OBSERVERS));
    this.fileSettings = fileSettings(server.getFileSystem());
    this.requests =
        new JobRequests(
            siteConf,
            server.getServerName(),
            fileSettings,
            region -> server.getFavoredNodesForRegion(region.getEncodedName()),
            new LocalAddresses()::get);
    this.warmups =
        new RegionServerWarmups(
            conf,
            caller,
            new ChunkChannels(siteConf, CHANNEL_THREADS, PooledByteBufAllocator.DEFAULT),
            metrics.warmup());
    LighterZNodes znodes = LighterZNodes.of(siteConf, conf);
    this.directory = new ServerDirectory(server.getZooKeeper(), znodes);
    this.warmRequests = WarmRequestWatch.start(server, znodes, warmups, WarmupSettings.of(conf));
    this.structures =
        new StructureMonitor(server::getRegions, metrics.structures(), MonotonicClock.system());
    this.reporter =
        new RegionServerReporter(
            new ManagerLookup(server.getZooKeeper(), znodes)::leader,
            manager -> caller.manager(manager, RegionServerReporter.CALL_TIMEOUT),
            storesOf -> {
              inFlight.refresh();
              return report(storesOf);
            },
            System::nanoTime);
    this.pressure = PressureMonitor.start(server, warmups.callTimes());
    metrics.observe(pressure::pressure);
    this.logs = WalWatch.start(server, metrics.wal());
  }

  /**
   * Returns the shared parts for a region server, created on first use. With a wrong site
   * configuration the parts have the defaults, so that local compactions are still counted.
   */
  public static RegionServerOffload of(RegionServerServices server) throws IOException {
    synchronized (BY_SERVER) {
      closeStopped();
      RegionServerOffload shared = BY_SERVER.get(server);
      if (shared == null) {
        LighterConfiguration conf = siteOptions(server.getConfiguration());
        shared = new RegionServerOffload(server, conf);
        shared.directory.start();
        shared.deletions.start();
        shared.structures.start();
        shared.reporter.start(conf.duration(LighterOption.REGIONSERVER_REPORT_INTERVAL));
        BY_SERVER.put(server, shared);
        LOG.info("Lighter is on for {}", server.getServerName());
      }
      return shared;
    }
  }

  private static LighterConfiguration siteOptions(Configuration siteConf) throws IOException {
    try {
      return LighterConfiguration.of(siteConf);
    } catch (ConfigurationException e) {
      LOG.error("region server's options are invalid, using defaults: problems={}", e.problems());
      return LighterConfiguration.defaults();
    }
  }

  /** Ignores an invalid HDFS setting, so that stores open; HDFS reports it on the first write. */
  private static Optional<HdfsFileSettings> fileSettings(FileSystem fs) throws IOException {
    try {
      return HdfsFileSettings.of(fs);
    } catch (IllegalArgumentException e) {
      LOG.error("compaction servers use their own HDFS settings: reason={}", e.getMessage());
      return Optional.empty();
    }
  }

  private static void closeStopped() {
    for (Iterator<RegionServerOffload> all = BY_SERVER.values().iterator(); all.hasNext(); ) {
      RegionServerOffload shared = all.next();
      if (shared.server.isStopped()) {
        all.remove();
        shared.close();
      }
    }
  }

  boolean isStopping() {
    return server.isStopped() || server.isAborted();
  }

  /** Host, port and start code of this region server. */
  ServerName serverName() {
    return server.getServerName();
  }

  RpcCaller caller() {
    return caller;
  }

  /** The load on this region server in the last seconds. */
  Pressure pressure() {
    return pressure.pressure();
  }

  public ServerDirectory directory() {
    return directory;
  }

  public OffloadMetrics metrics() {
    return metrics;
  }

  LocalCompactionLimiter localCompactionLimiter() {
    return localCompactionLimiter;
  }

  InFlightCompactions inFlight() {
    return inFlight;
  }

  JobRequests requests() {
    return requests;
  }

  /** Settings with which this region server creates files; empty if HBase is not on HDFS. */
  Optional<HdfsFileSettings> fileSettings() {
    return fileSettings;
  }

  /** Counts of local and offloaded compactions by table. */
  TableCounts tables() {
    return tables;
  }

  CompactionObservers observers() {
    return observers;
  }

  RetriedDeletions deletions() {
    return deletions;
  }

  RegionServerWarmups warmups() {
    return warmups;
  }

  /**
   * The present state.
   *
   * @param storesOf names of the tables whose stores the manager asked for
   */
  private RegionServerReport report(Set<String> storesOf) {
    String version = RegionServerOffload.class.getPackage().getImplementationVersion();
    RegionServerReport.Builder report =
        RegionServerReport.newBuilder()
            .setRegionServer(server.getServerName().getServerName())
            .setVersion(version == null ? "unknown" : version)
            .addAllWarmup(warmups.reports());
    fileSettings.map(HdfsFileSettings::toProto).ifPresent(report::setFileSettings);
    metrics.addTo(report);
    tables.addTo(report);
    structures.addTo(report, storesOf);
    if (report.hasIndexActivity()) {
      report
          .getIndexActivityBuilder()
          .setOwnHandlers(
              IndexRpcSchedulerFactory.hasOwnHandlers(server.getRpcServer().getScheduler()));
    }
    return report.build();
  }

  @Override
  public void close() {
    logs.ifPresent(WalWatch::close);
    pressure.close();
    reporter.close();
    structures.close();
    warmRequests.close();
    warmups.close();
    directory.close();
    deletions.close();
    caller.close();
    metrics.close();
  }
}
