package org.apache.hadoop.hbase.ipc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;

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
  protected NettyServerRpcConnection createNettyServerRpcConnection(Channel channel) {
    NettyServerRpcConnection connection = super.createNettyServerRpcConnection(channel);
    StrangerWatch.watch(() -> connection.user == null, channel, this::isStarted, () -> strangers);
    return connection;
  }
}
