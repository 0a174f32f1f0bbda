// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lighter.common.CompactionJobId;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.common.channel.TlsKeys;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.StoredFrame;
import io.lighter.testing.fixtures.ManualClock;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hbase.thirdparty.io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with a real network, and well-behaved and faulty peers. */
class ChunkChannelServerTest {
  private static final long WAIT_MS = 30_000;
  private static final int MAX_OUTSTANDING = 4;
  private static final int MAX_CONNECTIONS = 3;

  /** Bytes beyond the network's buffers without a reader. */
  private static final int BIG = 12 << 20;

  @TempDir private Path folder;
  private final Configuration conf = HBaseConfiguration.create();
  private final ManualClock clock = new ManualClock();
  private final CompactionJobId job = CompactionJobId.random();
  private final Counts counts = new Counts();
  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
  private final OutputCache cache =
      new OutputCache(new OutputCache.Settings(64 << 20, 1, Duration.ofSeconds(9)), clock, counts);
  private ChannelOffers server;

  private static final class Counts implements ChannelEvents, CacheEvents {
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger served = new AtomicInteger();

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
    public void chunkServed(long bytes) {
      served.incrementAndGet();
    }

    @Override
    public void chunkDropped() {}

    @Override
    public void lookedUp(boolean found) {}

    @Override
    public void leaseEnded() {}
  }

  @BeforeEach
  void start() {
    server = server(conf, 0, Duration.ofMinutes(1), Duration.ofMinutes(1));
  }

  @AfterEach
  void everythingIsFreedInTheEnd() {
    server.close();
    cache.close();
    assertThat(cache.usedBytes()).isZero();
    assertThat(allocator.metric().usedDirectMemory()).isZero();
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void framesArriveInTheOrderOfTheirRequests() throws Exception {
    RetainedBlocks.keep(cache, job, folder, 4, 100_000);
    try (Peer peer = opened()) {
      for (int chunk = 0; chunk < 4; chunk++) {
        peer.ask(100 + chunk, chunk);
      }
      for (int chunk = 0; chunk < 4; chunk++) {
        peer.assertGets(100 + chunk, chunk);
      }
    }
    assertThat(counts.opened).hasValue(1);
    assertThat(counts.refused).hasValue(0);
  }

  @Test
  void connectionWithoutATicketIsClosedAtTheDeadline() throws Exception {
    server.close();
    server = server(conf, 0, Duration.ofMillis(100), Duration.ofMinutes(1));
    RetainedBlocks.keep(cache, job, folder, 1, 1_000);
    try (Peer peer = connected(offer())) {
      peer.out.writeInt(ChannelFormat.MAGIC);
      peer.assertIsClosed();
    }
    await(() -> counts.refused.get() == 1);
  }

  @Test
  void peerAboveTheRequestLimitIsClosedAndItsMemoryFreed() throws Exception {
    RetainedBlocks.keep(cache, job, folder, 1, BIG);
    try (Peer peer = opened()) {
      for (int i = 0; i <= MAX_OUTSTANDING; i++) {
        peer.ask(i, 0);
      }
      await(() -> counts.refused.get() == 1);
    }
    cache.release(job);
    await(() -> cache.usedBytes() == 0);
  }

  @Test
  void peerThatDoesNotReadIsClosedAndItsMemoryFreed() throws Exception {
    server.close();
    server = server(conf, 0, Duration.ofMinutes(1), Duration.ofMillis(200));
    RetainedBlocks.keep(cache, job, folder, 1, BIG);
    try (Peer peer = opened()) {
      peer.ask(1, 0);
      await(() -> counts.refused.get() == 1);
      cache.release(job);
      await(() -> cache.usedBytes() == 0);
    }
  }

  @Test
  void outputReleasedDuringASendArrivesAndIsThenFreed() throws Exception {
    RetainedBlocks.keep(cache, job, folder, 1, BIG);
    StoredFrame retained = cache.fetch(job, 0, 0).orElseThrow();
    byte[] expected = new byte[retained.size()];
    retained.buffer().get(expected);
    retained.release();
    try (Peer peer = opened()) {
      peer.ask(1, 0);
      await(() -> counts.served.get() == 2);
      cache.release(job);
      assertThat(cache.retainedBytes()).isZero();
      assertThat(cache.usedBytes()).as("the network does not have it yet").isPositive();

      assertThat(peer.in.readInt()).isEqualTo(1);
      assertThat(peer.in.readInt()).isEqualTo(expected.length);
      assertThat(peer.in.readNBytes(expected.length)).isEqualTo(expected);
      await(() -> cache.usedBytes() == 0);

      peer.ask(2, 0);
      assertThat(peer.in.readInt()).isEqualTo(2);
      assertThat(peer.in.readInt()).isEqualTo(ChannelFormat.NOT_RETAINED);
    }
  }

  @Test
  void disconnectDuringASendFreesMemory() throws Exception {
    RetainedBlocks.keep(cache, job, folder, 1, BIG);
    try (Peer peer = opened()) {
      peer.ask(1, 0);
      peer.in.readNBytes(100_000);
      cache.release(job);
    }
    await(() -> cache.usedBytes() == 0);
    assertThat(counts.refused).hasValue(0);
  }

  @Test
  void closeDuringASendFreesMemory() throws Exception {
    RetainedBlocks.keep(cache, job, folder, 1, BIG);
    try (Peer peer = opened()) {
      peer.ask(1, 0);
      peer.in.readNBytes(100_000);
      cache.release(job);
      server.close();
      assertThat(cache.usedBytes()).isZero();
    }
  }

  @Test
  void idleConnectionStaysOpenWhileOutputIsRetained() throws Exception {
    server.close();
    server = server(conf, 0, Duration.ofMinutes(1), Duration.ofMillis(50));
    RetainedBlocks.keep(cache, job, folder, 1, 1_000);
    try (Peer peer = opened()) {
      for (int i = 0; i < 3; i++) {
        assertThat(peer.isQuietFor(150)).isTrue();
        peer.ask(i, 0);
        peer.assertGets(i, 0);
      }
      cache.release(job);
      peer.assertIsClosed();
    }
    assertThat(counts.refused).hasValue(0);
  }

  @Test
  void connectionsAreBounded() throws Exception {
    RetainedBlocks.keep(cache, job, folder, 1, 1_000);
    ChunkChannelOffer offer = offer();
    try (Peer first = connected(offer);
        Peer second = connected(offer);
        Peer third = connected(offer)) {
      await(() -> ((ChunkChannelServer) server).connections() == MAX_CONNECTIONS);
      try (Peer tooMany = connected(offer)) {
        tooMany.assertIsClosed();
      }
      assertThat(counts.refused).hasValue(1);
      first.socket.close();
      second.socket.close();
      third.socket.close();
      await(() -> ((ChunkChannelServer) server).connections() == 0);
    }
    opened().close();
  }

  @Test
  void noChannelOpensWithoutPortOrProtection() throws Exception {
    assertThat(server(conf, -1, Duration.ofMinutes(1), Duration.ofMinutes(1)))
        .isSameAs(ChannelOffers.NONE);
    assertThat(ChannelOffers.NONE.offer(job, "caller")).isEmpty();
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(server(conf, busy.getLocalPort(), Duration.ofMinutes(1), Duration.ofMinutes(1)))
          .isSameAs(ChannelOffers.NONE);
    }
    Configuration secure = new Configuration(conf);
    secure.set("hbase.security.authentication", "kerberos");
    secure.set("hbase.rpc.protection", "privacy");
    assertThat(server(secure, 0, Duration.ofMinutes(1), Duration.ofMinutes(1)))
        .isSameAs(ChannelOffers.NONE);
    Configuration withoutKeys = new Configuration(conf);
    withoutKeys.setBoolean(TlsKeys.SERVER_ENABLED, true);
    assertThat(server(withoutKeys, 0, Duration.ofMinutes(1), Duration.ofMinutes(1)))
        .isSameAs(ChannelOffers.NONE);
  }

  private ChannelOffers server(Configuration site, int port, Duration hello, Duration idle) {
    return ChunkChannelServer.open(
        site,
        new ChunkChannelServer.Settings(
            "127.0.0.1",
            port,
            1,
            MAX_CONNECTIONS,
            MAX_OUTSTANDING,
            hello,
            idle,
            Duration.ofSeconds(30)),
        cache,
        clock,
        counts,
        allocator);
  }

  private ChunkChannelOffer offer() {
    return server.offer(job, "test").orElseThrow();
  }

  private Peer opened() throws IOException {
    ChunkChannelOffer offer = offer();
    Peer peer = connected(offer);
    peer.out.writeInt(ChannelFormat.MAGIC);
    peer.out.writeInt(ChannelFormat.VERSION);
    peer.out.writeLong(offer.getTicket());
    peer.out.write(offer.getSecret().toByteArray());
    assertThat(peer.in.readInt()).isEqualTo(ChannelFormat.MAGIC);
    assertThat(peer.in.readInt()).isEqualTo(ChannelFormat.VERSION);
    assertThat(peer.in.readInt()).isEqualTo(MAX_OUTSTANDING);
    return peer;
  }

  private Peer connected(ChunkChannelOffer offer) throws IOException {
    return new Peer(new Socket(InetAddress.getLoopbackAddress(), offer.getPort()));
  }

  private void await(Waiter.Predicate<Exception> condition) {
    Waiter.waitFor(conf, WAIT_MS, condition);
  }

  /** A manual region server. */
  private final class Peer implements AutoCloseable {
    final Socket socket;
    final DataInputStream in;
    final DataOutputStream out;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(socket.getInputStream());
      this.out = new DataOutputStream(socket.getOutputStream());
      socket.setSoTimeout((int) WAIT_MS);
    }

    void ask(int id, int chunk) throws IOException {
      out.write(
          ByteBuffer.allocate(ChannelFormat.REQUEST_BYTES)
              .putInt(id)
              .putInt(0)
              .putInt(chunk)
              .array());
    }

    void assertGets(int id, int chunk) throws IOException {
      StoredFrame retained = cache.fetch(job, 0, chunk).orElseThrow();
      assertThat(in.readInt()).isEqualTo(id);
      assertThat(in.readInt()).isEqualTo(retained.size());
      assertThat(ByteBuffer.wrap(in.readNBytes(retained.size()))).isEqualTo(retained.buffer());
      retained.release();
    }

    /** Whether the connection stays open without data for this time. */
    boolean isQuietFor(int millis) throws IOException {
      socket.setSoTimeout(millis);
      Throwable outcome = catchThrowable(in::readByte);
      socket.setSoTimeout((int) WAIT_MS);
      return outcome instanceof java.net.SocketTimeoutException;
    }

    void assertIsClosed() {
      assertThat(catchThrowable(in::readByte))
          .isInstanceOfAny(EOFException.class, SocketException.class);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
