// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.StoredFrame;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.Unpooled;
import org.apache.hbase.thirdparty.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Feeds bytes to a connection, without a network. */
class ChunkConnectionTest {
  private static final int BLOCKS = 5;
  private static final int BLOCK_BYTES = 3_000;
  private static final int MAX_OUTSTANDING = 3;
  private static final int FUZZ_ROUNDS = 3_000;

  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock();
  private final CompactionJobId job = CompactionJobId.random();
  private final Counts counts = new Counts();
  private final ChunkTickets tickets = new ChunkTickets(Duration.ofSeconds(1), clock);
  private final OutputCache cache =
      new OutputCache(
          new OutputCache.Settings(1 << 20, BLOCK_BYTES, Duration.ofSeconds(9)), clock, counts);
  private final Random random = new Random(7);

  private static final class Counts implements ChannelEvents, CacheEvents {
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();

    @Override
    public void channelOpened() {
      opened.incrementAndGet();
    }

    @Override
    public void channelRefused() {
      refused.incrementAndGet();
    }

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

  @BeforeEach
  void keepAnOutput() throws IOException {
    RetainedBlocks.keep(cache, job, folder, BLOCKS, BLOCK_BYTES);
  }

  @AfterEach
  void everythingIsFreedInTheEnd() {
    cache.close();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void helloInPiecesIsWelcome() {
    EmbeddedChannel channel = channel();
    ByteBuf hello = hello();
    while (hello.isReadable()) {
      assertThat(counts.opened).hasValue(0);
      channel.writeInbound(hello.readBytes(1));
    }
    hello.release();

    ByteBuf welcome = channel.readOutbound();
    assertThat(welcome.readInt()).isEqualTo(ChannelFormat.MAGIC);
    assertThat(welcome.readInt()).isEqualTo(ChannelFormat.VERSION);
    assertThat(welcome.readInt()).isEqualTo(MAX_OUTSTANDING);
    assertThat(welcome.isReadable()).isFalse();
    welcome.release();
    assertThat(counts.opened).hasValue(1);
    channel.finishAndReleaseAll();
  }

  @Test
  void frameIsSentWithoutACopy() {
    EmbeddedChannel channel = opened();
    channel.writeInbound(request(9, 0, 2));

    ByteBuf header = channel.readOutbound();
    ByteBuf frame = channel.readOutbound();
    StoredFrame retained = cache.fetch(job, 0, 2).orElseThrow();
    assertThat(header.readInt()).isEqualTo(9);
    assertThat(header.readInt()).isEqualTo(retained.size());
    assertThat(frame.nioBuffer()).isEqualTo(retained.buffer());
    assertThat(frame.isDirect()).isTrue();
    assertThat(frame.memoryAddress())
        .as("no copy")
        .isEqualTo(Unpooled.wrappedBuffer(retained.buffer()).memoryAddress());
    retained.release();
    header.release();
    frame.release();
    channel.finishAndReleaseAll();
  }

  @Test
  void missingChunkIsReportedAndConnectionStaysOpen() {
    EmbeddedChannel channel = opened();
    int[][] unknown = {{-1, 0}, {1, 0}, {0, -1}, {0, 1_000}, {Integer.MIN_VALUE, 1 << 30}};
    for (int i = 0; i < unknown.length; i++) {
      channel.writeInbound(request(i, unknown[i][0], unknown[i][1]));
      ByteBuf answer = channel.readOutbound();
      assertThat(answer.readInt()).isEqualTo(i);
      assertThat(answer.readInt()).isEqualTo(ChannelFormat.NOT_RETAINED);
      answer.release();
    }
    assertThat(channel.isOpen()).isTrue();
    assertThat(counts.refused).hasValue(0);
    channel.finishAndReleaseAll();
  }

  @Test
  void invalidHelloIsRefused() {
    ByteBuf magic = hello().setInt(0, 0x16030100); // TLS
    ByteBuf version = hello().setInt(4, 2);
    ByteBuf secret = hello();
    secret.setByte(40, secret.getByte(40) ^ 1);
    int refused = 0;
    for (ByteBuf wrong : new ByteBuf[] {magic, version, secret}) {
      EmbeddedChannel channel = channel();
      channel.writeInbound(wrong);
      assertThat(channel.isOpen()).isFalse();
      assertThat(channel.<Object>readOutbound()).isNull();
      assertThat(counts.refused).hasValue(++refused);
      channel.finishAndReleaseAll();
    }
    assertThat(counts.opened).hasValue(0);
  }

  @Test
  void usedAndExpiredTicketsAreRefused() {
    ByteBuf hello = hello();
    EmbeddedChannel first = channel();
    first.writeInbound(hello.copy());
    assertThat(first.isOpen()).isTrue();
    EmbeddedChannel second = channel();
    second.writeInbound(hello);
    assertThat(second.isOpen()).isFalse();

    ByteBuf late = hello();
    clock.advance(Duration.ofMillis(1_001));
    EmbeddedChannel third = channel();
    third.writeInbound(late);
    assertThat(third.isOpen()).isFalse();
    assertThat(counts.refused).hasValue(2);
    first.finishAndReleaseAll();
    second.finishAndReleaseAll();
    third.finishAndReleaseAll();
  }

  @Test
  void ticketOfAReleasedOutputIsRefused() {
    ByteBuf hello = hello();
    cache.release(job);
    EmbeddedChannel channel = channel();
    channel.writeInbound(hello);
    assertThat(channel.isOpen()).isFalse();
    assertThat(counts.refused).hasValue(1);
    channel.finishAndReleaseAll();
  }

  @Test
  void unauthenticatedPeersGetNoAnswerAndRequestsAtMostOne() {
    for (int round = 0; round < FUZZ_ROUNDS; round++) {
      EmbeddedChannel withoutTicket = channel();
      feed(withoutTicket, randomBytes(random.nextInt(200)));
      assertThat(withoutTicket.<Object>readOutbound()).isNull();
      withoutTicket.finishAndReleaseAll();

      EmbeddedChannel withTicket = opened();
      ByteBuf requests = randomBytes(random.nextInt(100));
      int complete = requests.readableBytes() / ChannelFormat.REQUEST_BYTES;
      feed(withTicket, requests);
      int answers = 0;
      for (ByteBuf answer = withTicket.readOutbound();
          answer != null;
          answer = withTicket.readOutbound()) {
        answers++;
        answer.release();
      }
      assertThat(answers).isLessThanOrEqualTo(2 * complete);
      withTicket.finishAndReleaseAll();
    }
    assertThat(counts.opened).hasValue(FUZZ_ROUNDS);
  }

  /** Feeds the bytes in pieces, as a network might. */
  private void feed(EmbeddedChannel channel, ByteBuf bytes) {
    while (bytes.isReadable() && channel.isOpen()) {
      channel.writeInbound(bytes.readBytes(1 + random.nextInt(bytes.readableBytes())));
    }
    bytes.release();
  }

  private ByteBuf randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Unpooled.wrappedBuffer(bytes);
  }

  private EmbeddedChannel opened() {
    EmbeddedChannel channel = channel();
    channel.writeInbound(hello());
    ByteBuf welcome = channel.readOutbound();
    welcome.release();
    return channel;
  }

  private ByteBuf hello() {
    ChunkTickets.Ticket ticket = tickets.issue(job, "test");
    return ChannelFormat.hello(UnpooledByteBufAllocator.DEFAULT, ticket.number(), ticket.secret());
  }

  private static ByteBuf request(int id, int file, int chunk) {
    return ChannelFormat.request(UnpooledByteBufAllocator.DEFAULT, id, file, chunk);
  }

  private EmbeddedChannel channel() {
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
        new ChunkConnection(settings, tickets, cache, counts, new Refusals(counts, clock)));
  }
}
