// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import io.lighter.common.channel.ChannelFormat;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelFuture;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.hbase.thirdparty.io.netty.util.ReferenceCountUtil;
import org.apache.hbase.thirdparty.io.netty.util.concurrent.Future;

/**
 * The messages of one channel: the ticket, then requests and their responses, in order.
 *
 * <p>Confined to the channel's event loop. Any failure closes the channel, and fails all present
 * and later requests. Every request is answered once.
 */
final class ChunkExchange extends ChannelInboundHandlerAdapter implements ResponseReader.Receiver {
  /** A window is a few requests; readers that miss are at most the region server's handlers. */
  private static final int MAX_WAITING = 1_000;

  private final ChunkChannelOffer offer;
  private final long timeoutNanos;
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private final ResponseReader reader = new ResponseReader(this);

  /** Requests beyond the server's limit of outstanding requests. */
  private final Deque<Request> waiting = new ArrayDeque<>();

  /** Sent requests, in the order of their responses. */
  private final Deque<Request> sent = new ArrayDeque<>();

  /** The server's limit of outstanding requests; 0 until the welcome. */
  private int maxOutstanding;

  private int lastId;

  /** Context of the channel; null until the channel is active. */
  private ChannelHandlerContext context;

  /** Timer of the oldest request; null while none is sent. */
  private Future<?> watch;

  /** Failure that ended the channel; null before that. */
  private IOException failure;

  /** A requested chunk. Confined to the event loop, except for the future. */
  static final class Request {
    private final int file;
    private final int chunk;
    private final int frameBytes;
    private final CompletableFuture<ByteBuffer> frame = new CompletableFuture<>();
    private int id;
    private long deadline;

    Request(int file, int chunk, int frameBytes) {
      this.file = file;
      this.chunk = chunk;
      this.frameBytes = frameBytes;
    }

    CompletableFuture<ByteBuffer> frame() {
      return frame;
    }
  }

  /**
   * Creates an exchange that has sent nothing.
   *
   * @param timeout time limit of each request
   */
  ChunkExchange(ChunkChannelOffer offer, Duration timeout) {
    this.offer = offer;
    this.timeoutNanos = timeout.toNanos();
  }

  /** Completes when the server has accepted the ticket. */
  CompletableFuture<Void> opened() {
    return opened;
  }

  /** Sends or queues a request. On the event loop. */
  void ask(Request request) {
    if (failure != null) {
      request.frame.completeExceptionally(failure);
    } else if (waiting.size() >= MAX_WAITING) {
      request.frame.completeExceptionally(
          new IOException("too many requests wait for the channel"));
    } else {
      waiting.add(request);
      sendWaiting();
    }
  }

  private void sendWaiting() {
    boolean any = false;
    while (sent.size() < maxOutstanding && !waiting.isEmpty()) {
      Request request = waiting.remove();
      request.id = ++lastId;
      request.deadline = System.nanoTime() + timeoutNanos;
      sent.add(request);
      ChannelFuture unused =
          context.write(
              ChannelFormat.request(context.alloc(), request.id, request.file, request.chunk),
              context.voidPromise());
      any = true;
    }
    if (any) {
      context.flush();
      if (watch == null) {
        watchOldest();
      }
    }
  }

  /** Starts one timer for all requests: responses are in order, so the oldest expires first. */
  private void watchOldest() {
    watch =
        context
            .executor()
            .schedule(
                this::lookAtOldest,
                sent.element().deadline - System.nanoTime(),
                TimeUnit.NANOSECONDS);
  }

  private void lookAtOldest() {
    watch = null;
    if (sent.isEmpty()) {
      return;
    }
    if (sent.element().deadline - System.nanoTime() <= 0) {
      fail(
          new SocketTimeoutException(
              "no chunk within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms"));
    } else {
      watchOldest();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    context = active;
    ChannelFuture unused =
        context.writeAndFlush(
            ChannelFormat.hello(
                context.alloc(), offer.getTicket(), offer.getSecret().toByteArray()),
            context.voidPromise());
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext unused, Object message) {
    try {
      if (failure == null) {
        reader.read((ByteBuf) message);
      }
    } catch (ChannelProtocolException e) {
      fail(e);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void welcome(int mayBeOutstanding) {
    maxOutstanding = mayBeOutstanding;
    opened.complete(null);
    sendWaiting();
  }

  @Override
  public int announcedLength(int id) throws ChannelProtocolException {
    Request next = sent.peek();
    if (next == null || next.id != id) {
      throw new ChannelProtocolException("a response to what was not asked for");
    }
    return next.frameBytes;
  }

  @Override
  public void frame(byte[] bytes) {
    sent.remove().frame.complete(ByteBuffer.wrap(bytes));
    sendWaiting();
  }

  @Override
  public void notRetained() {
    Request request = sent.remove();
    request.frame.completeExceptionally(new ChunkNotRetainedException(request.file, request.chunk));
    sendWaiting();
  }

  @Override
  public void channelInactive(ChannelHandlerContext unused) {
    fail(new IOException("the channel was closed"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    context = caught; // TLS fails before the channel is active
    fail(cause instanceof IOException io ? io : new IOException(cause));
  }

  private void fail(IOException why) {
    if (failure != null) {
      return;
    }
    failure = why;
    if (watch != null) {
      watch.cancel(false);
    }
    if (context != null) {
      ChannelFuture unused = context.close();
    }
    opened.completeExceptionally(why);
    sent.forEach(request -> request.frame.completeExceptionally(why));
    sent.clear();
    waiting.forEach(request -> request.frame.completeExceptionally(why));
    waiting.clear();
  }
}
