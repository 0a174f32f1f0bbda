// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.server.ElectedManager;
import io.lighter.server.ManagerReporter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import org.apache.zookeeper.CreateMode;

/**
 * Compaction servers that register and report as real ones do, with jobs that never end. They share
 * one session with ZooKeeper. Their reports are made by the threads of {@link ReportTraffic};
 * servers are restarted by one thread.
 */
final class SimulatedServers implements Closeable {
  private static final int THREADS = 4;
  private static final int DATA_NODES = 500;
  private static final long MEMORY = 8L << 30;
  private static final int PORT = 16040;

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;
  private final AtomicLong reports = new AtomicLong();
  private final List<Server> servers = new ArrayList<>();

  /** A reporting server, which has another name after its restart. */
  private final class Server {
    private final int number;
    private final List<JobReport> jobs;
    private final ManagerReporter reporter;
    private final long startedAt = System.nanoTime();
    private int starts = 1;
    private volatile ServerName name;

    Server(int number, int jobCount, RpcCaller rpc) {
      this.number = number;
      this.jobs = jobs(number, jobCount);
      this.name = newName();
      this.reporter =
          new ManagerReporter(
              new ElectedManager(zooKeeper, znodes.manager()),
              manager -> rpc.manager(manager, ManagerReporter.CALL_TIMEOUT),
              this::report,
              answer -> reports.incrementAndGet(),
              () -> {},
              System::nanoTime);
    }

    private ServerName newName() {
      return ServerName.valueOf("cs%04d.example.com".formatted(number), PORT, starts++);
    }

    private ServerReport report() {
      return ServerReport.newBuilder()
          .setServer(name.getServerName())
          .setVersion("simulated")
          .setGroup(ScaleSimulation.GROUP)
          .setCacheBytes(MEMORY)
          .setReservedBytes(MEMORY / 2)
          .setThreads(THREADS)
          .setQueueCapacity(1000)
          .addAllJob(jobs)
          .setCompletedJobs(0)
          .setFailedJobs(0)
          .setCancelledJobs(0)
          .setRefusedRequests(0)
          .setCompactedBytes((System.nanoTime() - startedAt) / 10)
          .setUptimeMs((System.nanoTime() - startedAt) / 1_000_000)
          .setCpuLoad(0.5)
          .setDraining(false)
          .setExpectedWaitMs(1_000)
          .setCapsDatanodeJobs(false)
          .build();
    }
  }

  /**
   * Registers the servers.
   *
   * @param jobs jobs of all servers together
   */
  SimulatedServers(
      CuratorFramework zooKeeper, LighterZNodes znodes, RpcCaller rpc, int count, int jobs)
      throws Exception {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
    for (int i = 0; i < count; i++) {
      Server server = new Server(i, jobs / count + (i < jobs % count ? 1 : 0), rpc);
      servers.add(server);
      register(server.name);
    }
  }

  /** The tasks that make each server's report. */
  List<Runnable> reporters() {
    return servers.stream().<Runnable>map(server -> server.reporter::report).toList();
  }

  /** Reports that a manager has answered. */
  long reports() {
    return reports.get();
  }

  ServerName name(int server) {
    return servers.get(server).name;
  }

  /** Stops the server's process. */
  void stop(int server) throws Exception {
    zooKeeper.delete().forPath(znodes.server(name(server)));
  }

  /** Starts a process in place of the stopped one. */
  void startAgain(int server) throws Exception {
    ServerName next = servers.get(server).newName();
    register(next);
    servers.get(server).name = next;
  }

  private void register(ServerName server) throws Exception {
    ServerRegistration registration =
        ServerRegistration.newBuilder()
            .setServer(server.getServerName())
            .setVersion("simulated")
            .setGroup(ScaleSimulation.GROUP)
            .setCacheBytes(MEMORY)
            .setThreads(THREADS)
            .setNewestProtocolVersion(Protocol.VERSION)
            .setOldestProtocolVersion(Protocol.OLDEST_VERSION)
            .build();
    zooKeeper
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(znodes.server(server), registration.toByteArray());
  }

  private static List<JobReport> jobs(int server, int count) {
    List<JobReport> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(
          JobReport.newBuilder()
              .setJobId("cj-%010d%010d".formatted(server, i))
              .setState(i < THREADS ? JobState.COMPACTING : JobState.QUEUED)
              .setTable("simulated")
              .setRegion("%016x%016x".formatted(server, i))
              .setFamily("f")
              .setRegionServer("rs%04d.example.com,16020,1".formatted(server))
              .setMajor(false)
              .setInputBytes(256 << 20)
              .setInputFiles(3)
              .setPriority(1)
              .setAgeMs(1)
              .setRunningMs(1)
              .addDatanode("dn%04d.example.com".formatted((server * THREADS + i) % DATA_NODES))
              .build());
    }
    return jobs;
  }

  @Override
  public void close() throws IOException {
    for (Server server : servers) {
      server.reporter.close();
    }
  }
}
