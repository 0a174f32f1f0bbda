// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.rpc;

import io.lighter.common.MonotonicClock;
import io.lighter.common.rpc.Protocol;
import io.lighter.service.audit.UnauthenticatedPeerLog;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.ipc.RpcServer.BlockingServiceAndInterface;
import org.apache.hadoop.hbase.ipc.RpcServerInterface;
import org.apache.hadoop.hbase.ipc.WatchedRpcServer;
import org.apache.hadoop.hbase.util.DNS;
import org.apache.hadoop.hbase.util.DNS.ServerType;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingService;

/**
 * The listening end of one of Lighter's services, over HBase's Netty RPC server.
 *
 * <p>Thread-safe. {@link #close} stops listening and drops queued calls, without waiting for
 * running calls.
 */
public final class RpcEndpoint implements Closeable {
  /**
   * Largest request in bytes. A request is parsed before its caller is authorised, and parsing may
   * multiply its size. A compaction of 50,000 files needs about half of this limit.
   */
  static final int MOST_REQUEST_BYTES = 8 << 20;

  private final RpcServerInterface server;
  private final ServerName serverName;

  private RpcEndpoint(RpcServerInterface server, ServerName serverName) {
    this.server = server;
    this.serverName = serverName;
  }

  /**
   * Address and threads of an endpoint.
   *
   * @param optionPrefix prefix of the options, without a dot at the end; thread and metrics names
   *     contain the prefix with dashes in place of dots
   * @param bindAddress address to bind
   * @param hostname name by which other hosts reach this process; empty: this host's name
   * @param port 0: any free one
   * @param handlers threads that serve calls
   * @param slowMethods names of the service's methods whose calls may wait for another system. Such
   *     calls have {@code handlers} threads of their own, so that other calls are not delayed.
   */
  public record Settings(
      String optionPrefix,
      String bindAddress,
      String hostname,
      int port,
      int handlers,
      Set<String> slowMethods) {

    /** Settings of a service without slow methods. */
    public Settings(
        String optionPrefix, String bindAddress, String hostname, int port, int handlers) {
      this(optionPrefix, bindAddress, hostname, port, handlers, Set.of());
    }

    private String processName() {
      return optionPrefix.replace('.', '-');
    }

    private String addressInWords() {
      return "%s.bind.address = '%s'".formatted(optionPrefix, bindAddress);
    }

    private String portInWords() {
      return "%s.port = '%d'".formatted(optionPrefix, port);
    }
  }

  /** Binds and starts serving, without a count of unauthenticated connections. */
  public static RpcEndpoint start(
      Configuration conf, Settings settings, BlockingService service, Class<?> serviceInterface)
      throws IOException {
    return start(conf, settings, service, serviceInterface, () -> {});
  }

  /**
   * Binds and starts serving.
   *
   * @param service may retain its requests
   * @param serviceInterface the service's {@code BlockingInterface}
   * @param unauthenticated runs for each connection that ends before its caller is known
   * @throws IllegalArgumentException when the service lacks one of the slow methods
   * @throws IOException naming the address options when the address cannot be bound
   */
  public static RpcEndpoint start(
      Configuration conf,
      Settings settings,
      BlockingService service,
      Class<?> serviceInterface,
      Runnable unauthenticated)
      throws IOException {
    for (String method : settings.slowMethods()) {
      if (service.getDescriptorForType().findMethodByName(method) == null) {
        throw new IllegalArgumentException(
            service.getDescriptorForType().getName() + " has no method " + method);
      }
    }
    Protocol.registerSecurity();
    InetSocketAddress bind = new InetSocketAddress(settings.bindAddress(), settings.port());
    if (bind.isUnresolved()) {
      throw new IOException(
          settings.addressInWords()
              + ": expected an address or a name of this host, and this name does not resolve");
    }
    String hostname =
        settings.hostname().isEmpty()
            ? DNS.getHostname(conf, ServerType.REGIONSERVER)
            : settings.hostname();
    UnauthenticatedPeerLog log = new UnauthenticatedPeerLog(MonotonicClock.system());
    RpcServerInterface server;
    try {
      server =
          new WatchedRpcServer(
              settings.processName(),
              List.of(
                  new BlockingServiceAndInterface(new OwnedRequests(service), serviceInterface)),
              bind,
              withSmallRequests(conf),
              new DroppingScheduler(conf, settings.handlers(), settings.slowMethods()),
              address -> {
                unauthenticated.run();
                boolean unused =
                    log.denied(
                        address, "connect", "the connection ended before its caller was known");
              });
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "cannot listen on %s, %s: %s"
              .formatted(settings.addressInWords(), settings.portInWords(), rootMessage(e)),
          e);
    }
    server.start();
    if (conf.getBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION, false)) {
      server.refreshAuthManager(conf, new LighterPolicyProvider());
    }
    return new RpcEndpoint(
        server,
        ServerName.valueOf(
            hostname, server.getListenerAddress().getPort(), System.currentTimeMillis()));
  }

  private static Configuration withSmallRequests(Configuration conf) {
    Configuration ours = new Configuration(conf);
    int site = conf.getInt(RpcServer.MAX_REQUEST_SIZE, RpcServer.DEFAULT_MAX_REQUEST_SIZE);
    ours.setInt(RpcServer.MAX_REQUEST_SIZE, Math.min(site, MOST_REQUEST_BYTES));
    return ours;
  }

  /** Host, port and start time: the name of the process in ZooKeeper, logs and reports. */
  public ServerName serverName() {
    return serverName;
  }

  @Override
  public void close() {
    server.stop();
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }
}
