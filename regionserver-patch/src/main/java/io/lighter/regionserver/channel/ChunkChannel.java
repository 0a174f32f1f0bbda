// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import io.lighter.common.channel.ChannelThreads;
import io.lighter.common.channel.ChannelTls;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hbase.thirdparty.io.netty.bootstrap.Bootstrap;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelFuture;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelInitializer;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelOption;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelPipeline;

/**
 * An open chunk channel for the chunks of one output, from the server that retains the output.
 *
 * <p>Thread-safe. A late or wrong answer ends the channel and all its requests, as {@link #close}
 * does.
 */
public final class ChunkChannel implements Closeable {
  private final Channel channel;
  private final ChunkExchange exchange;

  private ChunkChannel(Channel channel, ChunkExchange exchange) {
    this.channel = channel;
    this.exchange = exchange;
  }

  /**
   * Connects, presents the ticket, and waits for the server's acceptance.
   *
   * @param timeout time limit of this call, and of each request
   * @throws IOException if the server is absent, refuses, or does not answer in time
   */
  static ChunkChannel open(
      ChannelThreads threads,
      Optional<ChannelTls> tls,
      InetSocketAddress server,
      ChunkChannelOffer offer,
      Duration timeout)
      throws IOException {
    if (server.isUnresolved()) {
      throw new UnknownHostException(server.getHostString());
    }
    ChunkExchange exchange = new ChunkExchange(offer, timeout);
    ChannelFuture connecting =
        new Bootstrap()
            .group(threads.group())
            .channel(threads.clientChannelClass())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
            .option(ChannelOption.ALLOCATOR, threads.allocator())
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connected) throws IOException {
                    ChannelPipeline pipeline = connected.pipeline();
                    if (tls.isPresent()) {
                      pipeline.addLast(tls.get().newHandler(connected.alloc(), server));
                    }
                    pipeline.addLast(exchange);
                  }
                })
            .connect(server);
    ChannelFuture unused =
        connecting.addListener(
            connected -> {
              if (!connected.isSuccess()) {
                exchange.opened().completeExceptionally(connected.cause());
              }
            });
    ChunkChannel channel = new ChunkChannel(connecting.channel(), exchange);
    try {
      channel.awaitOpened(timeout);
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private void awaitOpened(Duration timeout) throws IOException {
    try {
      exchange.opened().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("cannot open a chunk channel: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new SocketTimeoutException("no chunk channel within " + timeout.toMillis() + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while opening a chunk channel");
    }
  }

  /**
   * Requests a chunk without waiting.
   *
   * @param file position of the file in the server's list
   * @param chunk position in that file's chunks
   * @param frameBytes length that the server announced, and that the caller is ready to hold
   * @return the frame, on the heap; failed with {@link ChunkNotRetainedException} if the server no
   *     longer has the chunk, with another exception if the channel has ended. Dependent stages
   *     must not wait on the completing thread
   */
  public CompletableFuture<ByteBuffer> request(int file, int chunk, int frameBytes) {
    if (frameBytes <= 0) {
      throw new IllegalArgumentException("a frame of " + frameBytes + " bytes");
    }
    ChunkExchange.Request request = new ChunkExchange.Request(file, chunk, frameBytes);
    try {
      channel.eventLoop().execute(() -> exchange.ask(request));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(new IOException("the region server stops", e));
    }
    return request.frame();
  }

  /** Closes the channel without waiting. */
  @Override
  public void close() {
    ChannelFuture unused = channel.close();
  }
}
