package io.lighter.common.channel;

import java.io.Closeable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.NettyEventLoopGroupConfig;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.ServerChannel;
import org.apache.hbase.thirdparty.io.netty.util.concurrent.Future;

/**
 * The event loops of chunk channels, apart from those of HBase's RPC, and with its transport
 * (epoll, or what {@code hbase.netty.nativetransport} says). Daemon threads, started when they are
 * needed. Thread-safe.
 */
public final class ChannelThreads implements Closeable {
  private static final long CLOSE_SECONDS = 5;

  private final NettyEventLoopGroupConfig loops;
  private final ByteBufAllocator allocator;

  /**
   * No thread runs yet.
   *
   * @param conf of the site
   * @param allocator of all buffers of the channels
   */
  public ChannelThreads(Configuration conf, String name, int threads, ByteBufAllocator allocator) {
    Configuration own = new Configuration(false);
    own.setInt(NettyEventLoopGroupConfig.NETTY_WORKER_COUNT_KEY, threads);
    own.setBoolean(
        NettyEventLoopGroupConfig.NETTY_NATIVETRANSPORT_KEY,
        conf.getBoolean(
            NettyEventLoopGroupConfig.NETTY_NATIVETRANSPORT_KEY,
            NettyEventLoopGroupConfig.DEFAULT_NETTY_NATIVETRANSPORT));
    this.loops = new NettyEventLoopGroupConfig(own, name);
    this.allocator = allocator;
  }

  public EventLoopGroup group() {
    return loops.group();
  }

  public Class<? extends ServerChannel> serverChannelClass() {
    return loops.serverChannelClass();
  }

  public Class<? extends Channel> clientChannelClass() {
    return loops.clientChannelClass();
  }

  public ByteBufAllocator allocator() {
    return allocator;
  }

  /** Closes what channels there are, and ends the threads; does not wait for that. */
  @Override
  public void close() {
    Future<?> unused = shutdown();
  }

  /** As {@link #close}, and waits some seconds at most: then no buffer is in use any more. */
  public void closeAndWait() {
    boolean unused = shutdown().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  private Future<?> shutdown() {
    return loops.group().shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
