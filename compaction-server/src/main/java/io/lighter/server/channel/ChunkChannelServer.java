// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.channel.ChannelProtection;
import io.lighter.common.channel.ChannelThreads;
import io.lighter.common.channel.ChannelTls;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.server.cache.OutputCache;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.hbase.thirdparty.io.netty.bootstrap.ServerBootstrap;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelFuture;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelInitializer;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelOption;
import org.apache.hbase.thirdparty.io.netty.channel.group.ChannelGroup;
import org.apache.hbase.thirdparty.io.netty.channel.group.ChannelGroupFuture;
import org.apache.hbase.thirdparty.io.netty.channel.group.DefaultChannelGroup;
import org.apache.hbase.thirdparty.io.netty.handler.timeout.IdleStateHandler;
import org.apache.hbase.thirdparty.io.netty.util.concurrent.GlobalEventExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts chunk channels. Thread-safe.
 *
 * <p>{@link #close} closes all connections and returns when the last frame is sent, so it is called
 * before the output cache is closed.
 */
public final class ChunkChannelServer implements ChannelOffers {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkChannelServer.class);
  private static final String NAME = "lighter-chunks";

  private final Settings settings;
  private final ChannelThreads threads;
  private final OutputCache cache;
  private final ChannelEvents events;
  private final Refusals refusals;
  private final ChunkTickets tickets;

  /** TLS of the channels; empty: without TLS. */
  private final Optional<ChannelTls> tls;

  private final ChannelGroup connections =
      new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final Channel listener;

  /**
   * Address and bounds of the channels.
   *
   * @param port 0: any free one
   * @param threads event loops
   * @param maxConnections maximum; further connections are closed at once
   * @param maxOutstanding maximum of a connection's requests without a complete response
   * @param helloDeadline time from accepting a connection to its ticket, including TLS
   * @param idle idle time after which a connection is checked
   * @param ticketLife time from the offer to the connection
   */
  public record Settings(
      String bindAddress,
      int port,
      int threads,
      int maxConnections,
      int maxOutstanding,
      Duration helloDeadline,
      Duration idle,
      Duration ticketLife) {
    private static final int MOST_THREADS = 4;

    /** Settings with the usual bounds. */
    public static Settings of(String bindAddress, int port) {
      return new Settings(
          bindAddress,
          port,
          Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()),
          1_000,
          64,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30));
    }
  }

  /** Starts to listen; a failure closes threads and TLS. */
  private ChunkChannelServer(
      Settings settings,
      ChannelThreads threads,
      Optional<ChannelTls> tls,
      OutputCache cache,
      MonotonicClock clock,
      ChannelEvents events)
      throws IOException {
    this.settings = settings;
    this.threads = threads;
    this.tls = tls;
    this.cache = cache;
    this.events = events;
    this.refusals = new Refusals(events, clock);
    this.tickets = new ChunkTickets(settings.ticketLife(), clock);
    try {
      this.listener = bind();
    } catch (IOException e) {
      threads.close();
      tls.ifPresent(ChannelTls::close);
      throw e;
    }
  }

  /**
   * Opens the chunk channels of a compaction server. There are none if they are switched off, if
   * they would protect less than HBase's RPC does, or if opening fails. A failure is logged and
   * does not stop compactions.
   *
   * @param settings settings; a negative port switches channels off
   * @param allocator allocator of all buffers but the frames themselves
   */
  public static ChannelOffers open(
      Configuration conf,
      Settings settings,
      OutputCache cache,
      MonotonicClock clock,
      ChannelEvents events,
      ByteBufAllocator allocator) {
    if (settings.port() < 0) {
      return NONE;
    }
    if (ChannelProtection.ofServer(conf) == ChannelProtection.RPC_ONLY) {
      LOG.info("No chunk channel: hbase.rpc.protection needs RPC or TLS");
      return NONE;
    }
    try {
      Optional<ChannelTls> tls = tls(conf);
      return new ChunkChannelServer(
          settings,
          new ChannelThreads(conf, NAME, settings.threads(), allocator),
          tls,
          cache,
          clock,
          events);
    } catch (IOException e) {
      LOG.error("No chunk channel: chunks travel over RPC, which costs more", e);
      return NONE;
    }
  }

  private static Optional<ChannelTls> tls(Configuration conf) throws IOException {
    return ChannelProtection.ofServer(conf) == ChannelProtection.TLS
        ? Optional.of(ChannelTls.ofServer(conf))
        : Optional.empty();
  }

  private Channel bind() throws IOException {
    InetSocketAddress address = new InetSocketAddress(settings.bindAddress(), settings.port());
    ChannelFuture bound =
        new ServerBootstrap()
            .group(threads.group())
            .channel(threads.serverChannelClass())
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.ALLOCATOR, threads.allocator())
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) throws IOException {
                    accept(channel);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("cannot listen on " + address, bound.cause());
    }
    LOG.info(
        "Chunk channels at {}{}", bound.channel().localAddress(), tls.isEmpty() ? "" : ", TLS");
    return bound.channel();
  }

  /** Accepts a connection, on its event loop. */
  private void accept(Channel channel) throws IOException {
    if (connections.size() >= settings.maxConnections()) {
      refusals.add(channel, "there are " + settings.maxConnections() + " connections already");
      ChannelFuture unused = channel.close();
      return;
    }
    connections.add(channel);
    if (tls.isPresent()) {
      channel
          .pipeline()
          .addLast(
              tls.get().newHandler(channel.alloc(), (InetSocketAddress) channel.remoteAddress()));
    }
    channel
        .pipeline()
        .addLast(
            new IdleStateHandler(true, 0, 0, settings.idle().toMillis(), TimeUnit.MILLISECONDS),
            new ChunkConnection(settings, tickets, cache, events, refusals));
  }

  @Override
  public Optional<ChunkChannelOffer> offer(CompactionJobId job, String caller) {
    ChunkTickets.Ticket ticket = tickets.issue(job, caller);
    return Optional.of(
        ChunkChannelOffer.newBuilder()
            .setPort(((InetSocketAddress) listener.localAddress()).getPort())
            .setTicket(ticket.number())
            .setSecret(UnsafeByteOperations.unsafeWrap(ticket.secret()))
            .setTls(tls.isPresent())
            .build());
  }

  /** Number of connections, with and without a ticket. */
  public int connections() {
    return connections.size();
  }

  @Override
  public void close() {
    ChannelFuture unused = listener.close().awaitUninterruptibly();
    ChannelGroupFuture unusedToo = connections.close().awaitUninterruptibly();
    threads.closeAndWait();
    tls.ifPresent(ChannelTls::close);
  }
}
