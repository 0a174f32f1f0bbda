// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import io.lighter.common.CompactionJobId;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.StoredFrame;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.Unpooled;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelFuture;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.hbase.thirdparty.io.netty.handler.codec.ByteToMessageDecoder;
import org.apache.hbase.thirdparty.io.netty.handler.timeout.IdleStateEvent;
import org.apache.hbase.thirdparty.io.netty.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: first redeems a ticket, then answers each request at once and in order.
 *
 * <p>Confined to the connection's event loop, which also completes the promises of its writes. A
 * peer's messages have fixed sizes, so that no peer can make the server allocate memory. A frame
 * that is being sent has a reference of its own, which ends when the frame is written or the
 * connection is closed.
 */
final class ChunkConnection extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkConnection.class);

  private final ChunkChannelServer.Settings settings;
  private final ChunkTickets tickets;
  private final OutputCache cache;
  private final ChannelEvents events;
  private final Refusals refusals;

  private State state = State.WITHOUT_TICKET;

  /** Job of the ticket; null in {@link State#WITHOUT_TICKET}. */
  private CompactionJobId job;

  /** Number of responses that are not written completely. */
  private int outstanding;

  /** Null before the connection is established. */
  private Future<?> deadline;

  private enum State {
    WITHOUT_TICKET,
    OPEN,
    /** Further input is discarded. */
    CLOSING
  }

  ChunkConnection(
      ChunkChannelServer.Settings settings,
      ChunkTickets tickets,
      OutputCache cache,
      ChannelEvents events,
      Refusals refusals) {
    this.settings = settings;
    this.tickets = tickets;
    this.cache = cache;
    this.events = events;
    this.refusals = refusals;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    deadline =
        context
            .executor()
            .schedule(
                () -> refuse(context, "no ticket in time"),
                settings.helloDeadline().toMillis(),
                TimeUnit.MILLISECONDS);
    context.fireChannelActive();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    state = State.CLOSING;
    if (deadline != null) {
      deadline.cancel(false);
    }
    super.channelInactive(context);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> unused) {
    switch (state) {
      case WITHOUT_TICKET -> {
        if (in.readableBytes() >= ChannelFormat.HELLO_BYTES) {
          handshake(context, in);
        }
      }
      case OPEN -> {
        if (in.readableBytes() >= ChannelFormat.REQUEST_BYTES) {
          answer(context, in);
        }
      }
      case CLOSING -> in.skipBytes(in.readableBytes());
    }
  }

  private void handshake(ChannelHandlerContext context, ByteBuf in) {
    int magic = in.readInt();
    int version = in.readInt();
    long number = in.readLong();
    byte[] secret = new byte[ChannelFormat.SECRET_BYTES];
    in.readBytes(secret);
    if (magic != ChannelFormat.MAGIC || version != ChannelFormat.VERSION) {
      refuse(context, "speaks something else");
      return;
    }
    Optional<ChunkTickets.Ticket> ticket = tickets.redeem(number, secret);
    if (ticket.isEmpty()) {
      refuse(context, "its ticket is wrong, used or expired");
    } else if (!cache.isRetained(ticket.get().job())) {
      refuse(context, ticket.get().job() + " is no longer retained");
    } else {
      open(context, ticket.get());
    }
  }

  private void open(ChannelHandlerContext context, ChunkTickets.Ticket ticket) {
    deadline.cancel(false);
    job = ticket.job();
    state = State.OPEN;
    events.channelOpened();
    LOG.debug("chunk channel opened caller={} job={}", ticket.caller(), job);
    ChannelFuture unused =
        context.write(
            ChannelFormat.welcome(context.alloc(), settings.maxOutstanding()),
            context.voidPromise());
  }

  private void answer(ChannelHandlerContext context, ByteBuf in) {
    int id = in.readInt();
    int file = in.readInt();
    int chunk = in.readInt();
    if (outstanding >= settings.maxOutstanding()) {
      refuse(context, "asks for more than " + settings.maxOutstanding() + " chunks at a time");
      return;
    }
    outstanding++;
    cache
        .fetch(job, file, chunk)
        .ifPresentOrElse(frame -> send(context, id, frame), () -> sendNotRetained(context, id));
  }

  private void send(ChannelHandlerContext context, int id, StoredFrame frame) {
    ByteBuf header;
    try {
      header = ChannelFormat.responseHeader(context.alloc(), id, frame.size());
    } catch (RuntimeException | Error e) { // no direct memory
      frame.release();
      throw e;
    }
    ChannelFuture unused = context.write(header, context.voidPromise());
    ChannelFuture unusedFrame =
        context
            .write(Unpooled.wrappedBuffer(frame.buffer()))
            .addListener(
                sent -> {
                  frame.release();
                  outstanding--;
                });
  }

  private void sendNotRetained(ChannelHandlerContext context, int id) {
    ChannelFuture unused =
        context
            .write(ChannelFormat.responseHeader(context.alloc(), id, ChannelFormat.NOT_RETAINED))
            .addListener(sent -> outstanding--);
  }

  /** Flushes the answers to all requests of one read. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    context.flush();
    super.channelReadComplete(context);
  }

  /**
   * Handles an idle connection. An idle connection is allowed while the region server renews its
   * lease on the output, but not if the region server leaves its responses unread.
   */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof IdleStateEvent && state == State.OPEN) {
      if (outstanding > 0) {
        refuse(context, "does not read what it has asked for");
      } else if (!cache.isRetained(job)) {
        close(context);
      }
    }
    super.userEventTriggered(context, event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("chunk connection failed address={}", context.channel().remoteAddress(), cause);
    if (state == State.WITHOUT_TICKET) {
      refuse(context, cause.toString());
    } else {
      close(context);
    }
  }

  private void refuse(ChannelHandlerContext context, String reason) {
    if (state != State.CLOSING) {
      refusals.add(context.channel(), reason);
      close(context);
    }
  }

  private void close(ChannelHandlerContext context) {
    state = State.CLOSING;
    ChannelFuture unused = context.close();
  }
}
