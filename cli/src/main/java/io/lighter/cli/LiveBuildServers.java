// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Site;
import io.lighter.common.ServerNames;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.GroupFallback;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.index.build.BuildServers;
import io.lighter.service.zk.DrainNodes;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The compaction servers that are registered in ZooKeeper and take jobs of index builds: those of
 * the table's group, or of the group {@code default} if the table's has none and falls back to it.
 * Connects when it is first asked. Thread-safe.
 */
final class LiveBuildServers implements BuildServers, Closeable {
  /** A server answers from memory, but for one call to the file system. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Site site;
  private final Connection connection;

  /** Null until it is first used; guarded by this. */
  private CuratorFramework zooKeeper;

  /** Null until it is first used; guarded by this. */
  private RpcCaller rpc;

  /**
   * Creates the object without I/O.
   *
   * @param connection stays the caller's
   */
  LiveBuildServers(Site site, Connection connection) {
    this.site = site;
    this.connection = connection;
  }

  @Override
  public List<Server> live(TableName table) throws IOException {
    List<ServerRegistration> registered = registered();
    if (registered.isEmpty()) {
      return List.of();
    }
    LighterConfiguration settings = settings(table);
    String fallback = LighterOption.GROUP.defaultValue();
    List<Server> own = of(registered, settings.string(LighterOption.GROUP));
    return own.isEmpty()
            && settings.groupFallback(LighterOption.GROUP_FALLBACK) == GroupFallback.DEFAULT
        ? of(registered, fallback)
        : own;
  }

  private static List<Server> of(List<ServerRegistration> registered, String group) {
    return registered.stream()
        .filter(server -> server.getGroup().equals(group))
        .map(
            server ->
                new Server(ServerName.valueOf(server.getServer()), server.getIndexBuildThreads()))
        .toList();
  }

  /** The settings of the site, with those of the table's descriptor. */
  private LighterConfiguration settings(TableName table) throws IOException {
    Configuration conf = new Configuration(site.conf());
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor descriptor = admin.getDescriptor(table);
      for (LighterOption option : List.of(LighterOption.GROUP, LighterOption.GROUP_FALLBACK)) {
        String value = descriptor.getValue(option.key());
        if (value != null) {
          conf.set(option.key(), value);
        }
      }
      return LighterConfiguration.of(conf);
    } catch (ConfigurationException e) {
      throw new IOException("%s: %s".formatted(table, e.getMessage()), e);
    }
  }

  /** Those that take jobs; one of an older build says nothing of such jobs. */
  private List<ServerRegistration> registered() throws IOException {
    CuratorFramework client = zooKeeper();
    DrainNodes nodes = new DrainNodes(client, site.znodes());
    Set<ServerName> draining = nodes.list();
    List<ServerRegistration> registered = new ArrayList<>();
    for (ServerRegistration server : new StatusReader(site, client).servers()) {
      if (server.getIndexBuildThreads() > 0
          && ServerNames.parse(server.getServer())
              .filter(name -> !draining.contains(name))
              .isPresent()) {
        registered.add(server);
      }
    }
    return registered;
  }

  @Override
  public SubmitBuildJobResponse submit(ServerName server, SubmitBuildJobRequest request)
      throws IOException {
    CompactionServerService.BlockingInterface stub = stub(server);
    return RpcCaller.call(() -> stub.submitBuildJob(null, request));
  }

  @Override
  public AskBuildJobResponse ask(ServerName server, AskBuildJobRequest request) throws IOException {
    CompactionServerService.BlockingInterface stub = stub(server);
    return RpcCaller.call(() -> stub.askBuildJob(null, request));
  }

  @Override
  public void cancel(ServerName server, CancelBuildJobRequest request) throws IOException {
    CompactionServerService.BlockingInterface stub = stub(server);
    var unused = RpcCaller.call(() -> stub.cancelBuildJob(null, request));
  }

  private synchronized CuratorFramework zooKeeper() throws IOException {
    if (zooKeeper == null) {
      zooKeeper = site.connect(); // under the lock, which nobody else waits for meanwhile
    }
    return zooKeeper;
  }

  private CompactionServerService.BlockingInterface stub(ServerName server) throws IOException {
    return rpc().compactionServer(server, TIMEOUT);
  }

  private synchronized RpcCaller rpc() throws IOException {
    if (rpc == null) {
      rpc = new RpcCaller(site.conf());
    }
    return rpc;
  }

  @Override
  public synchronized void close() {
    if (zooKeeper != null) {
      zooKeeper.close();
    }
    if (rpc != null) {
      rpc.close();
    }
  }
}
