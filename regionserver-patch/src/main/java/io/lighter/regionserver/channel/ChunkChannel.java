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
 * An open chunk channel: the chunks of one output, from the compaction server that keeps it.
 *
 * <p>Thread-safe. A request that is not answered in time, or wrongly, ends the channel and all that
 * was asked for over it; {@link #close} does, too.
 */
public final class ChunkChannel implements Closeable {
  private final Channel channel;
  private final ChunkExchange exchange;

  private ChunkChannel(Channel channel, ChunkExchange exchange) {
    this.channel = channel;
    this.exchange = exchange;
  }

  /**
   * Connects, shows the ticket, and waits until it was accepted.
   *
   * @param timeout of this, and of each request
   * @throws IOException if there is no such server, it refuses, or does not answer in time
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
   * Asks for a chunk, without waiting.
   *
   * @param file position in what the server listed
   * @param chunk position in that file's chunks
   * @param frameBytes length that the server announced, and that the caller is ready to hold
   * @return the frame, on the heap; failed with {@link ChunkNotKeptException} if the server does
   *     not have it any more, with any other exception if the channel is over. Whatever depends on
   *     it must not wait on the thread that completes it.
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

  /** Does not wait. */
  @Override
  public void close() {
    ChannelFuture unused = channel.close();
  }
}
