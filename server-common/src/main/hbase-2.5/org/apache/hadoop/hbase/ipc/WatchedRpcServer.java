package org.apache.hadoop.hbase.ipc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelHandlerContext;

/**
 * HBase's RPC server, which tells of connections that ended before their caller was known: plain
 * text where TLS is asked for, a certificate or a ticket that is not accepted, no ticket at all, a
 * user whom {@code hbase-policy.xml} keeps out. HBase counts some of them, and others not.
 */
public final class WatchedRpcServer extends NettyRpcServer {
  /** Null while HBase's constructor runs: nothing is accepted by then that could have ended. */
  private volatile Consumer<String> strangers;

  /**
   * Binds, as HBase's.
   *
   * @param strangers gets the address of such a peer, on an event loop
   */
  public WatchedRpcServer(
      String name,
      List<BlockingServiceAndInterface> services,
      InetSocketAddress bindAddress,
      Configuration conf,
      RpcScheduler scheduler,
      Consumer<String> strangers)
      throws IOException {
    super(null, name, services, bindAddress, conf, scheduler, true);
    this.strangers = strangers;
  }

  @Override
  protected NettyRpcServerPreambleHandler createNettyRpcServerPreambleHandler() {
    return new WatchedPreamble();
  }

  /** The first to know of a connection, on its event loop; HBase knows it when its bytes came. */
  private final class WatchedPreamble extends NettyRpcServerPreambleHandler {
    /** Null before the client has said that it speaks HBase's protocol. */
    private NettyServerRpcConnection connection;

    WatchedPreamble() {
      super(WatchedRpcServer.this);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
      StrangerWatch.watch(
          () -> connection == null || connection.user == null,
          context.channel(),
          WatchedRpcServer.this::isStarted,
          () -> strangers);
      super.channelActive(context);
    }

    @Override
    protected NettyServerRpcConnection createNettyServerRpcConnection(Channel channel) {
      connection = super.createNettyServerRpcConnection(channel);
      return connection;
    }
  }
}
