// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.ipc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelHandlerContext;

/**
 * HBase's RPC server with a callback for connections that end before their caller is known. Causes
 * are plain text where TLS is required, a rejected certificate or ticket, a missing ticket, or a
 * user whom {@code hbase-policy.xml} excludes. HBase counts only some of these connections.
 */
public final class WatchedRpcServer extends NettyRpcServer {
  /** Null while HBase's constructor runs; no connection is accepted before it returns. */
  private volatile Consumer<String> unauthenticated;

  /**
   * Binds the address, as HBase's server does.
   *
   * @param unauthenticated gets the address of each such peer, on an event loop
   */
  public WatchedRpcServer(
      String name,
      List<BlockingServiceAndInterface> services,
      InetSocketAddress bindAddress,
      Configuration conf,
      RpcScheduler scheduler,
      Consumer<String> unauthenticated)
      throws IOException {
    super(null, name, services, bindAddress, conf, scheduler, true);
    this.unauthenticated = unauthenticated;
  }

  @Override
  protected NettyRpcServerPreambleHandler createNettyRpcServerPreambleHandler() {
    return new WatchedPreamble();
  }

  /**
   * Handles the preamble of a new connection on its event loop, before HBase creates the
   * connection.
   */
  private final class WatchedPreamble extends NettyRpcServerPreambleHandler {
    /** Null until the client has sent the preamble of HBase's protocol. */
    private NettyServerRpcConnection connection;

    WatchedPreamble() {
      super(WatchedRpcServer.this);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
      UnauthenticatedPeerWatch.watch(
          () -> connection == null || connection.user == null,
          context.channel(),
          WatchedRpcServer.this::isStarted,
          () -> unauthenticated);
      super.channelActive(context);
    }

    @Override
    protected NettyServerRpcConnection createNettyServerRpcConnection(Channel channel) {
      connection = super.createNettyServerRpcConnection(channel);
      return connection;
    }
  }
}
