// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.CompactionJobId;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.cache.OutputCache;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.Unpooled;
import org.apache.hbase.thirdparty.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes that arrive at the chunk port. The first byte of an input says whether a valid ticket
 * precedes the rest, the second one the length of the pieces.
 */
class ConnectionFuzzTest {
  private static final int BLOCKS = 5;
  private static final int BLOCK_BYTES = 3_000;
  private static final int MAX_OUTSTANDING = 3;

  @TempDir private static Path folder;

  private static final ManualClock CLOCK = new ManualClock();
  private static final CompactionJobId JOB = CompactionJobId.random();
  private static final Nobody NOBODY = new Nobody();
  private static final ChunkTickets TICKETS = new ChunkTickets(Duration.ofSeconds(1), CLOCK);
  private static final OutputCache CACHE =
      new OutputCache(
          new OutputCache.Settings(1 << 20, BLOCK_BYTES, Duration.ofDays(1)), CLOCK, NOBODY);

  private static final class Nobody implements ChannelEvents, CacheEvents {
    @Override
    public void channelOpened() {}

    @Override
    public void channelRefused() {}

    @Override
    public void outputRetained() {}

    @Override
    public void chunkServed(long bytes) {}

    @Override
    public void chunkDropped() {}

    @Override
    public void lookedUp(boolean found) {}

    @Override
    public void leaseEnded() {}
  }

  @BeforeAll
  static void keepAnOutput() throws IOException {
    RetainedBlocks.keep(CACHE, JOB, folder, BLOCKS, BLOCK_BYTES);
  }

  static List<byte[]> seeds() {
    ByteBuffer withoutTicket = ByteBuffer.allocate(2 + ChannelFormat.HELLO_BYTES).put((byte) 0);
    withoutTicket.put((byte) 7).putInt(ChannelFormat.MAGIC).putInt(ChannelFormat.VERSION);
    ByteBuffer withTicket = ByteBuffer.allocate(2 + 3 * ChannelFormat.REQUEST_BYTES).put((byte) 1);
    withTicket.put((byte) 12);
    withTicket.putInt(1).putInt(0).putInt(0);
    withTicket.putInt(2).putInt(0).putInt(4);
    withTicket.putInt(3).putInt(1).putInt(0);
    return List.of(withoutTicket.array(), withTicket.array());
  }

  @MethodSource("seeds")
  @FuzzTest
  void unauthenticatedPeersGetNoBytesAndRequestsOneAnswer(byte[] input) {
    if (input.length < 2) {
      return;
    }
    boolean withTicket = (input[0] & 1) != 0;
    EmbeddedChannel channel = channel();
    if (withTicket) {
      ChunkTickets.Ticket ticket = TICKETS.issue(JOB, "test");
      channel.writeInbound(
          ChannelFormat.hello(UnpooledByteBufAllocator.DEFAULT, ticket.number(), ticket.secret()));
      assertThat(drain(channel)).isEqualTo(ChannelFormat.WELCOME_BYTES);
    }
    int piece = Math.max(1, input[1] & 0x7f);
    long frames = 0;
    for (int at = 2; at < input.length && channel.isOpen(); at += piece) {
      channel.writeInbound(
          Unpooled.wrappedBuffer(
              Arrays.copyOfRange(input, at, Math.min(input.length, at + piece))));
      frames += drain(channel);
    }

    long complete = (input.length - 2L) / ChannelFormat.REQUEST_BYTES;
    long longest = ChannelFormat.RESPONSE_HEADER_BYTES + BLOCKS * (long) (BLOCK_BYTES + 1_000);
    assertThat(frames).isLessThanOrEqualTo(withTicket ? complete * longest : 0);
    channel.checkException();
    channel.finishAndReleaseAll();
    CLOCK.advance(Duration.ofSeconds(2)); // unused tickets expire
  }

  /** Number of answered bytes. */
  private static long drain(EmbeddedChannel channel) {
    long bytes = 0;
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      bytes += out.readableBytes();
      out.release();
    }
    return bytes;
  }

  private static EmbeddedChannel channel() {
    ChunkChannelServer.Settings settings =
        new ChunkChannelServer.Settings(
            "127.0.0.1",
            0,
            1,
            10,
            MAX_OUTSTANDING,
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1));
    return new EmbeddedChannel(
        new ChunkConnection(settings, TICKETS, CACHE, NOBODY, new Refusals(NOBODY, CLOCK)));
  }
}
