// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * The event loops of chunk channels, separate from those of HBase's RPC, with the same transport
 * (epoll, or the value of {@code hbase.netty.nativetransport}). Daemon threads that start on
 * demand. Thread-safe.
 */
public final class ChannelThreads implements Closeable {
  private static final long CLOSE_SECONDS = 5;

  private final NettyEventLoopGroupConfig loops;
  private final ByteBufAllocator allocator;

  /**
   * Creates the event loops without starting a thread.
   *
   * @param conf configuration of the site
   * @param allocator allocator of all buffers of the channels
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

  /** Starts to close all channels and to end the threads; does not wait for that. */
  @Override
  public void close() {
    Future<?> unused = shutdown();
  }

  /** Closes as {@link #close} does, and waits some seconds at most until no buffer is in use. */
  public void closeAndWait() {
    boolean unused = shutdown().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  private Future<?> shutdown() {
    return loops.group().shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
