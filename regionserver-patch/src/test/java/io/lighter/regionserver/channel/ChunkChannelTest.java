// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.channel.TlsKeys;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.regionserver.AuditLines;
import io.lighter.regionserver.channel.ScriptedChannel.Then;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.OutputCapture;
import io.lighter.server.cache.OutputOrigin;
import io.lighter.server.cache.StoredFrame;
import io.lighter.server.channel.ChannelEvents;
import io.lighter.server.channel.ChannelOffers;
import io.lighter.server.channel.ChunkChannelServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ends over a real network, and the region server's end with a faulty server. */
class ChunkChannelTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration IMPATIENCE = Duration.ofMillis(300);

  /** Timeout for a server that stalls, which also covers what precedes the stall. */
  private static final Duration STALL_TIMEOUT = Duration.ofSeconds(10);

  private static final int MAX_OUTSTANDING = 3;
  private static final int BLOCKS = 20;
  private static final int BLOCK_BYTES = 150_000;

  @TempDir private Path folder;
  private final Configuration conf = HBaseConfiguration.create();
  private final CompactionJobId job = CompactionJobId.random();
  private final Counts counts = new Counts();
  private final OutputCache cache =
      new OutputCache(
          new OutputCache.Settings(64 << 20, 1, Duration.ofMinutes(5)),
          MonotonicClock.system(),
          counts);
  private final UnpooledByteBufAllocator serverBuffers = new UnpooledByteBufAllocator(true);
  private final UnpooledByteBufAllocator clientBuffers = new UnpooledByteBufAllocator(true);
  private ResourceLeakDetector.Level leakLevel;

  private static final class Counts implements ChannelEvents, CacheEvents {
    final AtomicInteger refused = new AtomicInteger();

    @Override
    public void channelOpened() {}

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

  @BeforeAll
  static void addProviderOfTestCertificates() {
    Security.addProvider(new BouncyCastleProvider());
  }

  @AfterAll
  static void removeProviderOfTestCertificates() {
    Security.removeProvider(BouncyCastleProvider.PROVIDER_NAME);
  }

  @BeforeEach
  void keepAnOutput() throws IOException {
    leakLevel = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    String file = "output";
    OutputOrigin origin = new OutputOrigin("t", "r", "f", "rs");
    try (OutputCapture capture = cache.capture(job, origin, ChunkVersion.BLOCK_BY_BLOCK)) {
      conf.set("fs.defaultFS", "file:///");
      CacheConfig cacheConf = new CacheConfig(conf, capture.blockCache(conf));
      cacheConf.enableCacheOnWrite();
      try (HFile.Writer writer =
          HFile.getWriterFactory(conf, cacheConf)
              .withPath(
                  FileSystem.get(conf),
                  new org.apache.hadoop.fs.Path(folder.toUri().getPath(), file))
              .withFileContext(new HFileContextBuilder().withBlockSize(BLOCK_BYTES).build())
              .create()) {
        Random random = new Random(5);
        byte[] value = new byte[BLOCK_BYTES];
        for (int row = 0; row < BLOCKS; row++) {
          random.nextBytes(value);
          writer.append(
              new KeyValue(
                  Bytes.toBytes("row-%08d".formatted(row)), null, Bytes.toBytes("q"), value));
        }
      }
      capture.keep(List.of(file));
    }
  }

  @AfterEach
  void everythingIsFreedInTheEnd() {
    cache.close();
    assertThat(cache.usedBytes()).isZero();
    ResourceLeakDetector.setLevel(leakLevel);
  }

  @Test
  void allFramesArriveWithAnyWindow() throws Exception {
    try (ChannelOffers server = server(conf);
        ChunkChannels channels = channels(conf);
        ChunkChannel channel = channels.open("localhost", offer(server), TIMEOUT)) {
      assertAllFramesArrive(channel);
      assertAllFramesArrive(channel);
    }
    assertThat(counts.refused).hasValue(0);
    assertThat(serverBuffers.metric().usedDirectMemory()).as("of the server").isZero();
  }

  @Test
  void buffersAreFreedWhenEverythingIsClosed() throws Exception {
    try (ChannelOffers server = server(conf);
        ChunkChannels channels = channels(conf);
        ChunkChannel channel = channels.open("localhost", offer(server), TIMEOUT)) {
      List<CompletableFuture<ByteBuffer>> all = new ArrayList<>();
      for (int i = 0; i < BLOCKS; i++) {
        all.add(request(channel, i));
      }
      get(all.get(0));
    }
    Waiter.waitFor(
        conf,
        TIMEOUT.toMillis(),
        () ->
            clientBuffers.metric().usedDirectMemory() == 0
                && clientBuffers.metric().usedHeapMemory() == 0
                && serverBuffers.metric().usedDirectMemory() == 0
                && serverBuffers.metric().usedHeapMemory() == 0);
  }

  @Test
  void missingChunkFailsNoOtherRequest() throws Exception {
    try (ChannelOffers server = server(conf);
        ChunkChannels channels = channels(conf);
        ChunkChannel channel = channels.open("localhost", offer(server), TIMEOUT)) {
      CompletableFuture<ByteBuffer> unknown = channel.request(0, 999, 10);
      CompletableFuture<ByteBuffer> known = request(channel, 1);

      assertFailsWith(unknown, ChunkNotRetainedException.class);
      assertThat(get(known)).isEqualTo(retained(1));

      cache.release(job);
      assertFailsWith(request(channel, 1, 10), ChunkNotRetainedException.class);
    }
  }

  @Test
  void wrongOrUsedTicketOpensNothing() throws Exception {
    try (ChannelOffers server = server(conf);
        ChunkChannels channels = channels(conf)) {
      ChunkChannelOffer offer = offer(server);
      ChunkChannelOffer wrong =
          offer.toBuilder().setSecret(ByteString.copyFrom(new byte[32])).build();
      assertThatThrownBy(() -> channels.open("localhost", wrong, TIMEOUT))
          .isInstanceOf(IOException.class);
      channels.open("localhost", offer, TIMEOUT).close();
      assertThatThrownBy(() -> channels.open("localhost", offer, TIMEOUT))
          .isInstanceOf(IOException.class);
      assertThat(counts.refused).hasValue(2);
    }
  }

  @Test
  void wrongAnnouncedLengthEndsTheChannel() throws Exception {
    try (ChannelOffers server = server(conf);
        ChunkChannels channels = channels(conf);
        ChunkChannel channel = channels.open("localhost", offer(server), TIMEOUT)) {
      assertFailsWith(request(channel, 1, 10), ChannelProtocolException.class);
      assertFailsWith(request(channel, 1), ChannelProtocolException.class);
    }
  }

  @Test
  void stalledServerFailsAllRequestsAtTheDeadline() throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(chunk -> new byte[10], 1, Then.STALL);
        ChunkChannels channels = channels(conf);
        ChunkChannel channel = channels.open("localhost", server.offer(), STALL_TIMEOUT)) {
      List<CompletableFuture<ByteBuffer>> all = new ArrayList<>();
      for (int i = 0; i < 12; i++) { // more than the server accepts at a time
        all.add(request(channel, i, 10));
      }
      assertThat(get(all.get(0)).remaining()).isEqualTo(10);
      for (CompletableFuture<ByteBuffer> late : all.subList(1, 12)) {
        assertFailsWith(late, SocketTimeoutException.class);
      }
      assertFailsWith(request(channel, 0, 10), SocketTimeoutException.class);
    }
  }

  @Test
  void connectionThatBreaksInAFrameFailsAllRequests() throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(chunk -> new byte[5_000], 2, Then.BREAK);
        ChunkChannels channels = channels(conf);
        ChunkChannel channel = channels.open("localhost", server.offer(), TIMEOUT)) {
      List<CompletableFuture<ByteBuffer>> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        all.add(request(channel, i, 5_000));
      }
      get(all.get(0));
      get(all.get(1));
      for (CompletableFuture<ByteBuffer> lost : all.subList(2, 6)) {
        assertFailsWith(lost, IOException.class);
      }
      assertFailsWith(request(channel, 0, 5_000), IOException.class);
    }
  }

  @Test
  void hugeLengthEndsTheChannel() throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(chunk -> new byte[10], 0, Then.LIE);
        ChunkChannels channels = channels(conf);
        ChunkChannel channel = channels.open("localhost", server.offer(), TIMEOUT)) {
      assertFailsWith(request(channel, 0, 10), ChannelProtocolException.class);
    }
  }

  @Test
  void serverWithoutAWelcomeIsGivenUpAtTheDeadline() throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(chunk -> new byte[10], 0, Then.SILENCE);
        ChunkChannels channels = channels(conf)) {
      assertThatThrownBy(() -> channels.open("localhost", server.offer(), IMPATIENCE))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void closedPortAndUnknownHostFailTheOpening() throws Exception {
    ChunkChannelOffer offer;
    try (ScriptedChannel server = new ScriptedChannel(chunk -> new byte[10], 0, Then.SILENCE)) {
      offer = server.offer();
    }
    try (ChunkChannels channels = channels(conf)) {
      assertThatThrownBy(() -> channels.open("localhost", offer, TIMEOUT))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> channels.open("no.such.host.invalid", offer, TIMEOUT))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void tlsChannelDeliversFramesAndRejectsUnauthenticatedPeers() throws Exception {
    Configuration mine = withKeys("mine");
    Configuration foreign = withKeys("foreign");
    try (ChannelOffers server = server(mine)) {
      assertThat(offer(server).getTls()).isTrue();
      try (ChunkChannels channels = channels(mine);
          ChunkChannel channel = channels.open("localhost", offer(server), TIMEOUT)) {
        assertAllFramesArrive(channel);
      }
      try (ChunkChannels untrusted = channels(foreign)) {
        assertThatThrownBy(() -> untrusted.open("localhost", offer(server), TIMEOUT))
            .as("another authority's certificate")
            .isInstanceOf(IOException.class);
      }
      try (ChunkChannels plain = channels(conf)) {
        assertThatThrownBy(() -> plain.open("localhost", offer(server), TIMEOUT))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("with TLS");
        ChunkChannelOffer disguised = offer(server).toBuilder().setTls(false).build();
        assertThatThrownBy(() -> plain.open("localhost", disguised, TIMEOUT))
            .isInstanceOf(IOException.class);
      }
    }
    Waiter.waitFor(conf, TIMEOUT.toMillis(), () -> counts.refused.get() == 2);
  }

  @Test
  void unauthenticatedPeerIsCountedAndAuditedOverTls() throws Exception {
    Configuration mine = withKeys("mine");
    try (ChunkChannels untrusted = channels(withKeys("foreign"))) {
      assertThat(
              lineAbout(
                  mine,
                  offer ->
                      assertThatThrownBy(() -> untrusted.open("localhost", offer, TIMEOUT))
                          .isInstanceOf(IOException.class)))
          .contains("request: use a chunk channel");
    }
    assertThat(lineAbout(mine, offer -> assertPlainTextGetsNoAnswer(offer.getPort())))
        .contains("request: use a chunk channel");
  }

  @Test
  void guessedTicketIsCountedAndAudited() throws Exception {
    try (ChunkChannels guesser = channels(conf)) {
      assertThat(
              lineAbout(
                  conf,
                  offer -> {
                    ChunkChannelOffer guess =
                        offer.toBuilder().setSecret(ByteString.copyFrom(new byte[32])).build();
                    assertThatThrownBy(() -> guesser.open("localhost", guess, TIMEOUT))
                        .isInstanceOf(IOException.class);
                  }))
          .contains("reason: its ticket is wrong, used or expired;")
          .contains("request: use a chunk channel");
    }
  }

  @Test
  void offerIsNotTakenIfSaslProtectsRpc() throws Exception {
    Configuration secure = new Configuration(conf);
    secure.set("hbase.security.authentication", "kerberos");
    secure.set("hbase.rpc.protection", "integrity");
    try (ChannelOffers server = server(conf);
        ChunkChannels channels = channels(secure)) {
      assertThat(channels.areAllowed()).isFalse();
      assertThatThrownBy(() -> channels.open("localhost", offer(server), TIMEOUT))
          .isInstanceOf(IOException.class);
    }
  }

  @FunctionalInterface
  private interface Attempt {
    void with(ChunkChannelOffer offer) throws Exception;
  }

  /** Returns the audit line about an attempt on a new server, which logs nothing else for 10 s. */
  private String lineAbout(Configuration site, Attempt attempt) throws Exception {
    int before = counts.refused.get();
    try (AuditLines audit = new AuditLines();
        ChannelOffers server = server(site)) {
      attempt.with(offer(server));
      Waiter.waitFor(conf, TIMEOUT.toMillis(), () -> !audit.all().isEmpty());
      assertThat(counts.refused).hasValue(before + 1);
      assertThat(audit.all()).hasSize(1);
      assertThat(audit.all().get(0))
          .startsWith("Access denied for user unknown; reason: ")
          .contains("remote address: /127.0.0.1:")
          .doesNotContain(job.value());
      return audit.all().get(0);
    }
  }

  private static void assertPlainTextGetsNoAnswer(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      assertThat(socket.getInputStream().readAllBytes().length)
          .as("a TLS alert at most")
          .isLessThanOrEqualTo(7);
    }
  }

  private void assertAllFramesArrive(ChunkChannel channel) throws Exception {
    int chunks = infos().size();
    assertThat(chunks).isGreaterThanOrEqualTo(BLOCKS);
    List<CompletableFuture<ByteBuffer>> all = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      all.add(request(channel, i));
    }
    for (int i = 0; i < chunks; i++) {
      ByteBuffer frame = get(all.get(i));
      assertThat(frame.hasArray()).as("no other copy is needed").isTrue();
      assertThat(frame).isEqualTo(retained(i));
    }
  }

  private List<ChunkInfo> infos() {
    return cache.list(job).orElseThrow().get(0).getChunkList();
  }

  private ByteBuffer retained(int chunk) {
    StoredFrame frame = cache.fetch(job, 0, chunk).orElseThrow();
    ByteBuffer copy = ByteBuffer.allocate(frame.size()).put(frame.buffer()).flip();
    frame.release();
    return copy;
  }

  private CompletableFuture<ByteBuffer> request(ChunkChannel channel, int chunk) {
    return request(channel, chunk, (int) infos().get(chunk).getFrameBytes());
  }

  private static CompletableFuture<ByteBuffer> request(
      ChunkChannel channel, int chunk, int frameBytes) {
    return channel.request(0, chunk, frameBytes);
  }

  private static ByteBuffer get(CompletableFuture<ByteBuffer> frame) throws Exception {
    return frame.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  private static void assertFailsWith(
      CompletableFuture<ByteBuffer> frame, Class<? extends Exception> cause) {
    assertThatThrownBy(() -> get(frame)).hasCauseInstanceOf(cause);
  }

  private ChunkChannelOffer offer(ChannelOffers server) {
    return server.offer(job, "test").orElseThrow();
  }

  private ChunkChannels channels(Configuration site) {
    return new ChunkChannels(site, 1, clientBuffers);
  }

  private ChannelOffers server(Configuration site) {
    return ChunkChannelServer.open(
        site,
        new ChunkChannelServer.Settings(
            "127.0.0.1", 0, 1, 10, MAX_OUTSTANDING, TIMEOUT, TIMEOUT, TIMEOUT),
        cache,
        MonotonicClock.system(),
        counts,
        serverBuffers);
  }

  private Configuration withKeys(String name) throws Exception {
    Configuration site = new Configuration(conf);
    File keys = Files.createDirectory(folder.resolve(name)).toFile();
    KeyStores.make(site, keys);
    site.setBoolean(TlsKeys.SERVER_ENABLED, true);
    site.setBoolean(TlsKeys.CLIENT_ENABLED, true);
    return site;
  }
}
