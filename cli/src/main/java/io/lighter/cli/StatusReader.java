// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.NotAvailableException;
import io.lighter.cli.command.Site;
import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.service.zk.OffloadSwitchStore;
import io.lighter.service.zk.UnreadableSwitchException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.zookeeper.KeeperException;

/**
 * Finds the leading manager in ZooKeeper, without taking part in the election, and requests its
 * status. Without a leader, reads the state in ZooKeeper.
 */
final class StatusReader {
  /** A manager answers from memory; the rest is reserve for a busy machine. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Site site;
  private final CuratorFramework zooKeeper;

  StatusReader(Site site, CuratorFramework zooKeeper) {
    this.site = site;
    this.zooKeeper = zooKeeper;
  }

  /**
   * Connects to ZooKeeper and returns the cluster's current status.
   *
   * @throws NotAvailableException if ZooKeeper does not answer
   * @throws IOException if ZooKeeper fails, or the cluster requires a log-in that is missing
   */
  static ClusterStatus read(Site site) throws IOException {
    try (CuratorFramework zooKeeper = site.connect()) {
      return new StatusReader(site, zooKeeper).read();
    }
  }

  /**
   * The cluster's current status.
   *
   * @throws IOException if ZooKeeper fails
   */
  ClusterStatus read() throws IOException {
    Optional<ServerName> leader = leader();
    if (leader.isEmpty()) {
      return unmanaged("no manager is running");
    }
    try {
      return new ClusterStatus.Managed(ask(leader.get()));
    } catch (IOException e) {
      return unmanaged(
          "manager %s does not answer: %s"
              .formatted(leader.get().getServerName(), FirstLine.of(e)));
    }
  }

  /**
   * Input and moves of the leading manager's last rounds of balancing.
   *
   * @throws NotAvailableException if no manager answers
   */
  ExplainResponse explain() throws IOException {
    ServerName leader =
        leader().orElseThrow(() -> new NotAvailableException("no manager is running", null));
    try (RpcCaller caller = new RpcCaller(site.conf())) {
      return RpcCaller.call(
          () -> caller.manager(leader, TIMEOUT).explain(null, ExplainRequest.getDefaultInstance()));
    } catch (IOException e) {
      throw new NotAvailableException(
          "manager %s does not answer: %s".formatted(leader.getServerName(), FirstLine.of(e)), e);
    }
  }

  private StatusResponse ask(ServerName manager) throws IOException {
    try (RpcCaller caller = new RpcCaller(site.conf())) {
      return RpcCaller.call(
          () -> caller.manager(manager, TIMEOUT).status(null, StatusRequest.getDefaultInstance()));
    }
  }

  /** The leading manager according to ZooKeeper, if there is one. */
  Optional<ServerName> leader() throws IOException {
    String path = site.znodes().manager();
    try {
      // The latch is never started: it only reads, and needs no close.
      String id = new LeaderLatch(zooKeeper, path).getLeader().getId();
      return ServerNames.parse(id);
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (Exception e) { // Curator's signature
      throw failure(path, e);
    }
  }

  private ClusterStatus unmanaged(String problem) throws IOException {
    OffloadSwitchStore store = new OffloadSwitchStore(zooKeeper, site.znodes().offloadSwitch());
    try {
      return new ClusterStatus.Unmanaged(problem, servers(), Optional.of(store.read()));
    } catch (UnreadableSwitchException e) {
      return new ClusterStatus.Unmanaged(
          problem + "; " + e.getMessage(), servers(), Optional.empty());
    }
  }

  /** The registered compaction servers. */
  List<ServerRegistration> servers() throws IOException {
    String path = site.znodes().servers();
    List<ServerRegistration> servers = new ArrayList<>();
    try {
      for (String name : new TreeSet<>(zooKeeper.getChildren().forPath(path))) {
        registration(path + '/' + name).ifPresent(servers::add);
      }
      return servers;
    } catch (KeeperException.NoNodeException e) {
      return servers;
    } catch (Exception e) { // Curator's signature
      throw failure(path, e);
    }
  }

  private Optional<ServerRegistration> registration(String path) throws Exception {
    try {
      return Optional.of(ServerRegistration.parseFrom(zooKeeper.getData().forPath(path)));
    } catch (KeeperException.NoNodeException e) { // the leader left between the two reads
      return Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      throw new IOException(path + " does not hold a registration", e);
    }
  }

  private static IOException failure(String path, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return (IOException) new InterruptedIOException("interrupted at " + path).initCause(e);
    }
    return e instanceof IOException io
        ? io
        : new IOException("ZooKeeper failed at " + path + ": " + e.getMessage(), e);
  }
}
