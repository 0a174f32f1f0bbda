// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.regionserver.directory.ManagerLookup;
import io.lighter.regionserver.directory.ServerDirectory;
import io.lighter.regionserver.offload.RegionServerReporter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;

/**
 * The parts of Lighter in region servers that use ZooKeeper and the manager, each with its own
 * session. All region servers are busy, and report as often as the manager allows.
 */
final class SimulatedRegionServers implements Closeable {
  private static final String REGION = "00c5d8c5ab0ac1e1b7bd0a2b2c0f6f3a";
  private static final int WARMUPS = 2;

  private final CountingZooKeeper counts;
  private final AtomicLong reports = new AtomicLong();
  private final List<RegionServer> servers = new ArrayList<>();

  private record RegionServer(
      ZKWatcher session, ServerDirectory directory, RegionServerReporter reporter) {}

  SimulatedRegionServers(
      Configuration conf, CountingZooKeeper counts, LighterZNodes znodes, RpcCaller rpc, int count)
      throws IOException {
    this.counts = counts;
    for (int i = 0; i < count; i++) {
      ZKWatcher session = new ZKWatcher(conf, "rs" + i, null);
      ServerDirectory directory = new ServerDirectory(session, znodes);
      RegionServerReport report = report(i);
      servers.add(
          new RegionServer(
              session,
              directory,
              new RegionServerReporter(
                  new ManagerLookup(session, znodes)::leader,
                  manager -> {
                    reports.incrementAndGet();
                    return rpc.manager(manager, RegionServerReporter.CALL_TIMEOUT);
                  },
                  storesOf -> report,
                  System::nanoTime)));
      directory.start();
      directory.addGroup(ScaleSimulation.GROUP);
    }
  }

  /** The tasks that make each server's report. */
  List<Runnable> reporters() {
    return servers.stream().<Runnable>map(server -> server.reporter()::tick).toList();
  }

  /** Reports that were sent. */
  long reports() {
    return reports.get();
  }

  /** Whether all region servers see a compaction server as live. */
  boolean allKnow(ServerName server) throws IOException {
    for (RegionServer each : servers) {
      if (!knows(each, server)) {
        return false;
      }
    }
    return true;
  }

  /** Whether no region server sees the compaction server as live. */
  boolean noneKnows(ServerName server) throws IOException {
    for (RegionServer each : servers) {
      if (knows(each, server)) {
        return false;
      }
    }
    return true;
  }

  private static boolean knows(RegionServer each, ServerName server) throws IOException {
    return each.directory().candidates(ScaleSimulation.GROUP, REGION).contains(server);
  }

  /** ZooKeeper operations of all sessions. */
  OperationCounts operations() {
    return servers.stream()
        .map(each -> each.session().getRecoverableZooKeeper().getSessionId())
        .map(counts::of)
        .reduce(OperationCounts.NONE, OperationCounts::plus);
  }

  private static RegionServerReport report(int server) {
    RegionServerReport.Builder report =
        RegionServerReport.newBuilder()
            .setRegionServer("rs%04d.example.com,16020,1".formatted(server))
            .setVersion("simulated")
            .setOffloaded(1)
            .setFailedAttempts(0)
            .setCancelled(0)
            .setAway(4)
            .setWarmupsCompleted(1)
            .setWarmupsEndedEarly(0);
    for (int i = 0; i < WARMUPS; i++) {
      report.addWarmup(
          WarmupReport.newBuilder()
              .setId("wu-%010d%010d".formatted(server, i))
              .setTable("simulated")
              .setRegion("%016x%016x".formatted(server, i))
              .setFamily("f")
              .setStrategy("throttled")
              .setFraction(0.5)
              .setBytesTotal(256 << 20)
              .setBytesFromServer(100 << 20)
              .setBytesFromHdfs(28 << 20)
              .setRate(16 << 20)
              .setAgeMs(1_000));
    }
    return report.build();
  }

  @Override
  public void close() {
    for (RegionServer each : servers) {
      each.reporter().close();
      each.directory().close();
      each.session().close();
    }
  }
}
