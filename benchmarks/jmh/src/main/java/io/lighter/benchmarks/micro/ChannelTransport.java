// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.benchmarks.micro.ChunkTransportBenchmark.Transport;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.NettyEventLoopGroupConfig;
import org.apache.hbase.thirdparty.io.netty.bootstrap.Bootstrap;
import org.apache.hbase.thirdparty.io.netty.bootstrap.ServerBootstrap;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.Unpooled;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelFuture;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelInitializer;
import org.apache.hbase.thirdparty.io.netty.channel.SimpleChannelInboundHandler;
import org.apache.hbase.thirdparty.io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import org.apache.hbase.thirdparty.io.netty.util.concurrent.Future;

/**
 * A channel for chunks only: a request is a number, an answer a length and the frame, which the
 * server sends without a copy.
 */
final class ChannelTransport implements Transport {
  private final NettyEventLoopGroupConfig server;
  private final NettyEventLoopGroupConfig client;
  private final Channel listener;
  private final Channel connection;
  private final Receiver receiver = new Receiver();

  private ChannelTransport(List<ByteBuffer> frames) {
    Configuration conf = new Configuration();
    server = new NettyEventLoopGroupConfig(conf, "channel-server");
    client = new NettyEventLoopGroupConfig(conf, "channel-client");
    listener =
        new ServerBootstrap()
            .group(server.group())
            .channel(server.serverChannelClass())
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(decoder(), new Sender(frames));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    connection =
        new Bootstrap()
            .group(client.group())
            .channel(client.clientChannelClass())
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(decoder(), receiver);
                  }
                })
            .connect(listener.localAddress())
            .syncUninterruptibly()
            .channel();
  }

  static ChannelTransport start(List<ByteBuffer> frames) {
    return new ChannelTransport(frames);
  }

  private static LengthFieldBasedFrameDecoder decoder() {
    return new LengthFieldBasedFrameDecoder(1 << 30, 0, 4, 0, 4);
  }

  private static ByteBuf request(int chunk) {
    return Unpooled.buffer(8).writeInt(4).writeInt(chunk);
  }

  /** Runs on the server's event loop. */
  private static final class Sender extends SimpleChannelInboundHandler<ByteBuf> {
    private final List<ByteBuffer> frames;

    Sender(List<ByteBuffer> frames) {
      this.frames = frames;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf request) {
      ByteBuffer frame = frames.get(request.readInt() % frames.size());
      ChannelFuture unused =
          context.writeAndFlush(
              Unpooled.wrappedBuffer(
                  Unpooled.directBuffer(4).writeInt(frame.remaining()),
                  Unpooled.wrappedBuffer(frame.duplicate())),
              context.voidPromise());
    }
  }

  /** Runs on the client's event loop, which starts and ends a round. */
  private static final class Receiver extends SimpleChannelInboundHandler<ByteBuf> {
    private int toAsk;
    private int toGet;
    private int asked;
    private long bytes;
    private CompletableFuture<Long> done = new CompletableFuture<>();

    void start(Channel channel, int count, CompletableFuture<Long> whenDone) {
      toAsk = count;
      toGet = count;
      asked = 0;
      bytes = 0;
      done = whenDone;
      for (int i = 0; i < ChunkTransportBenchmark.WINDOW; i++) {
        ask(channel);
      }
    }

    private void ask(Channel channel) {
      if (asked < toAsk) {
        ChannelFuture unused = channel.writeAndFlush(request(asked++), channel.voidPromise());
      }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
      byte[] copy = new byte[frame.readableBytes()];
      frame.readBytes(copy);
      bytes += copy.length;
      toGet--;
      ask(context.channel());
      if (toGet == 0) {
        done.complete(bytes);
      }
    }
  }

  @Override
  public long fetch(int count) throws Exception {
    CompletableFuture<Long> done = new CompletableFuture<>();
    connection.eventLoop().execute(() -> receiver.start(connection, count, done));
    return done.get(1, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    ChannelFuture left = connection.close();
    ChannelFuture closed = listener.close();
    await(left);
    await(closed);
    Future<?> serverStopped = server.group().shutdownGracefully();
    Future<?> clientStopped = client.group().shutdownGracefully();
    await(serverStopped);
    await(clientStopped);
  }

  private static void await(Future<?> closing) {
    if (!closing.awaitUninterruptibly().isSuccess()) {
      throw new IllegalStateException(closing.cause());
    }
  }
}
