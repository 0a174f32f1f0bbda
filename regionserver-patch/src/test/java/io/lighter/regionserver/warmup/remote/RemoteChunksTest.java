// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.common.CompactionJobId;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.regionserver.channel.ScriptedChannel;
import io.lighter.regionserver.channel.ScriptedChannel.Then;
import io.lighter.service.rpc.RpcEndpoint;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.hbase.thirdparty.io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames come over a channel while it works, then over RPC, and finally not at all. */
class RemoteChunksTest {
  private static final String FILE = "output";
  private static final int CHUNKS = 8;
  private static final int FRAME_BYTES = 20_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Timeout for a channel that stalls, which also covers what precedes the stall. */
  private static final Duration IMPATIENCE = Duration.ofSeconds(10);

  private static final MetricRegistryInfo INFO =
      new MetricRegistryInfo("RemoteChunksTest", "test", "RemoteChunksTest", "test", false);

  private final Configuration conf = HBaseConfiguration.create();
  private final ExecutorService fetchers = Executors.newFixedThreadPool(4);
  private final AtomicInteger overRpc = new AtomicInteger();
  private final MetricRegistry registry = MetricRegistries.global().create(INFO);
  private final WarmupMetrics metrics =
      new WarmupMetrics(new MetricSet(MetricProcess.REGION_SERVER, registry));
  private RpcEndpoint endpoint;
  private RpcCaller caller;
  private ChunkChannels channels;
  private volatile boolean rpcFails;
  private volatile boolean heartbeatFails;

  /** Offer of the server; null if it offers no channel. */
  private volatile ChunkChannelOffer offer;

  /** Block form that the server names; empty for an older server, which names none. */
  private volatile String form = BlockFormName.sent().orElseThrow();

  @BeforeEach
  void start() throws IOException {
    Object service =
        Proxy.newProxyInstance(
            RemoteChunksTest.class.getClassLoader(),
            new Class<?>[] {CompactionServerService.BlockingInterface.class},
            (proxy, method, args) -> answer(method, args[1]));
    endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("chunks", "127.0.0.1", "localhost", 0, 4),
            CompactionServerService.newReflectiveBlockingService(
                (CompactionServerService.BlockingInterface) service),
            CompactionServerService.BlockingInterface.class);
    caller = new RpcCaller(conf);
    channels = new ChunkChannels(conf, 1, PooledByteBufAllocator.DEFAULT);
  }

  @AfterEach
  void stop() {
    channels.close();
    caller.close();
    endpoint.close();
    fetchers.shutdownNow();
    MetricRegistries.global().remove(INFO);
  }

  /** Reads that find such a block in the cache would fail. */
  @ParameterizedTest
  @ValueSource(strings = {"another", ""})
  void blocksOfAnotherOrAnUnnamedFormAreRejected(String named) {
    form = named;

    assertThatThrownBy(() -> remote().supplies())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sends blocks of form " + (named.isEmpty() ? "(not named)" : named))
        .hasMessageContaining("caches " + BlockFormName.cached().orElseThrow());

    assertThat(overRpc).hasValue(0);
  }

  @Test
  void framesWithoutAnOfferComeOverRpc() throws Exception {
    assertAllFramesArrive(remote());
    assertThat(overRpc).hasValue(CHUNKS);
    assertThat(givenUp()).isZero();
  }

  @Test
  void framesWithAChannelDoNotComeOverRpc() throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(RemoteChunksTest::frame, 99, Then.STALL)) {
      offer = server.offer();
      RemoteChunks remote = remote();
      assertAllFramesArrive(remote);
      assertThat(remote.fetch(chunk(0)).remaining()).isEqualTo(FRAME_BYTES);
      assertThat(overRpc).hasValue(0);
      assertThat(registry.counter("warmupChannelsOpened").getCount()).isEqualTo(1);
      assertThat(givenUp()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Then.class,
      names = {"BREAK", "STALL", "LIE"})
  void framesAfterAChannelsFailureComeOverRpc(Then then) throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(RemoteChunksTest::frame, 3, then)) {
      offer = server.offer();
      RemoteChunks remote = remote(then == Then.STALL ? IMPATIENCE : TIMEOUT);
      assertAllFramesArrive(remote);
      assertThat(server.given()).isEqualTo(3);
      assertThat(overRpc).hasValue(CHUNKS - 3);

      assertThat(remote.fetch(chunk(0))).isEqualTo(ByteBuffer.wrap(frame(0)));
      assertThat(overRpc).hasValue(CHUNKS - 2);
      assertThat(givenUp()).isEqualTo(1);
      assertThat(remote.isGivenUp()).isFalse();
    }
  }

  @Test
  void channelThatCannotBeOpenedLosesNoFrame() throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(RemoteChunksTest::frame, 0, Then.BREAK)) {
      offer = server.offer().toBuilder().setTls(true).build();
      assertAllFramesArrive(remote());
      assertThat(overRpc).hasValue(CHUNKS);
      assertThat(givenUp()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_536})
  void channelWithoutAPortLosesNoFrame(int port) throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(RemoteChunksTest::frame, 0, Then.BREAK)) {
      offer = server.offer().toBuilder().setPort(port).build();
      assertAllFramesArrive(remote());
      assertThat(overRpc).hasValue(CHUNKS);
      assertThat(givenUp()).isEqualTo(1);
    }
  }

  @Test
  void channelAndRpcFailAndTheServerIsGivenUp() throws Exception {
    try (ScriptedChannel server = new ScriptedChannel(RemoteChunksTest::frame, 1, Then.BREAK)) {
      offer = server.offer();
      rpcFails = true;
      RemoteChunks remote = remote();
      List<Future<ByteBuffer>> all = requestAll(remote);
      assertThat(all.get(0).get(1, TimeUnit.MINUTES)).isEqualTo(ByteBuffer.wrap(frame(0)));
      for (Future<ByteBuffer> lost : all.subList(1, CHUNKS)) {
        assertThatThrownBy(() -> lost.get(1, TimeUnit.MINUTES))
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(IOException.class);
      }
      assertThat(remote.isGivenUp()).isTrue();
      assertThat(registry.counter("warmupFallbacks").getCount()).isEqualTo(1);
      assertThatThrownBy(() -> remote.fetch(chunk(0))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void givenUpServerReceivesNoCallAndCountsOnce() throws Exception {
    RemoteChunks remote = remote();
    remote.list();

    remote.giveUp();
    remote.giveUp();
    remote.failed();
    remote.failed();

    assertThat(remote.isGivenUp()).isTrue();
    assertThatThrownBy(() -> remote.fetch(chunk(0))).isInstanceOf(IOException.class);
    assertThat(overRpc).hasValue(0);
    assertThat(registry.counter("warmupFallbacks").getCount()).isEqualTo(1);
  }

  @Test
  void twoLostRenewalsInARowGiveUpTheServerAndSingleOnesDoNot() throws Exception {
    RemoteChunks remote = remote();
    for (int i = 0; i < 3; i++) {
      heartbeatFails = true;
      remote.renewNow();
      assertThat(remote.isGivenUp()).isFalse();
      heartbeatFails = false;
      remote.renewNow();
    }
    heartbeatFails = true;
    remote.renewNow();
    remote.renewNow();

    assertThat(remote.isGivenUp()).isTrue();
    assertThat(registry.counter("warmupFallbacks").getCount()).isEqualTo(1);
  }

  @Test
  void serverThatRenewsWithoutDeliveringIsGivenUp() throws Exception {
    rpcFails = true;
    RemoteChunks remote = remote();

    assertThatThrownBy(() -> remote.fetch(chunk(0))).isInstanceOf(IOException.class);
    remote.renewNow();
    assertThatThrownBy(() -> remote.fetch(chunk(1))).isInstanceOf(IOException.class);

    assertThat(remote.isGivenUp()).isTrue();
  }

  @Test
  void chunksWithInvalidSizesAreNotRequested() throws Exception {
    RemoteChunks remote = remote();
    for (long size : new long[] {0, -1, Integer.MAX_VALUE, Long.MAX_VALUE}) {
      ChunkInfo info = chunk(0).info().toBuilder().setFrameBytes(size).build();
      ChunkRef chunk = new ChunkRef(0, FILE, 0, info);
      assertThatThrownBy(() -> remote.fetch(chunk)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> remote.request(chunk).get()).hasCauseInstanceOf(IOException.class);
    }
    assertThat(overRpc).hasValue(0);
  }

  @Test
  void chunksOfAnUnknownVersionAreNotRequested() throws Exception {
    RemoteChunks remote = remote();
    for (int version : new int[] {0, -1, 3}) {
      ChunkInfo info = chunk(0).info().toBuilder().setVersion(version).build();
      ChunkRef chunk = new ChunkRef(0, FILE, 0, info);
      assertThatThrownBy(() -> remote.fetch(chunk)).hasMessageContaining("version " + version);
      assertThatThrownBy(() -> remote.request(chunk).get()).hasCauseInstanceOf(IOException.class);
    }
    assertThat(overRpc).hasValue(0);
    ChunkInfo older = chunk(0).info();
    assertThat(older.hasVersion()).as("a server without the field").isFalse();
    for (int version : new int[] {older.getVersion(), 1, 2}) {
      ChunkInfo info = older.toBuilder().setVersion(version).build();
      remote.fetch(new ChunkRef(0, FILE, 0, info));
    }
    assertThat(overRpc).hasValue(3);
  }

  /** Missing blocks were cold in the primary's cache, of which a secondary's cache differs. */
  @ParameterizedTest
  @CsvSource({"true,0,true", "true,1,false", "false,0,false"})
  void onlyThePrimaryLacksOnlyColdBlocks(boolean listed, int replica, boolean expected)
      throws Exception {
    FileChunks file = FileChunks.newBuilder().setName(FILE).setOnlyResident(listed).build();

    assertThat(remote(TIMEOUT, replica).supplies(List.of(file)).get(FILE).lacksOnlyCold())
        .isEqualTo(expected);
  }

  private void assertAllFramesArrive(RemoteChunks remote) throws Exception {
    List<Future<ByteBuffer>> all = requestAll(remote);
    for (int i = 0; i < CHUNKS; i++) {
      assertThat(all.get(i).get(1, TimeUnit.MINUTES)).isEqualTo(ByteBuffer.wrap(frame(i)));
    }
  }

  private static List<Future<ByteBuffer>> requestAll(RemoteChunks remote) {
    List<Future<ByteBuffer>> all = new ArrayList<>();
    for (int i = 0; i < CHUNKS; i++) {
      all.add(remote.request(chunk(i)));
    }
    return all;
  }

  private RemoteChunks remote() throws IOException {
    return remote(TIMEOUT);
  }

  private RemoteChunks remote(Duration timeout) throws IOException {
    return remote(timeout, RegionInfo.DEFAULT_REPLICA_ID);
  }

  private RemoteChunks remote(Duration timeout, int replica) throws IOException {
    RemoteChunks remote =
        new RemoteChunks(
            new RetainedOutput(CompactionJobId.random(), endpoint.serverName(), replica),
            caller,
            channels,
            timeout,
            new RemoteChunks.Threads(fetchers, fetchers),
            ChunkDecoder.Limits.ofRawBytes(1 << 20),
            metrics);
    assertThat(remote.list()).hasSize(1);
    return remote;
  }

  private long givenUp() {
    return registry.counter("warmupChannelsGivenUp").getCount();
  }

  private static ChunkRef chunk(int index) {
    return new ChunkRef(0, FILE, index, info(index));
  }

  private static ChunkInfo info(int index) {
    return ChunkInfo.newBuilder()
        .setKind(ChunkInfo.Kind.DATA)
        .setFirstOffset(index)
        .setEndOffset(index + 1)
        .setBlocks(1)
        .setRawBytes(FRAME_BYTES)
        .setFrameBytes(FRAME_BYTES)
        .build();
  }

  private static byte[] frame(int index) {
    byte[] frame = new byte[FRAME_BYTES];
    new Random(index).nextBytes(frame);
    return frame;
  }

  private Object answer(Method method, Object request) throws ServiceException {
    return switch (method.getName()) {
      case "listChunks" -> listed((ListChunksRequest) request);
      case "fetchChunk" -> fetched((FetchChunkRequest) request);
      case "heartbeat" -> renewed();
      default -> throw new ServiceException("not scripted: " + method.getName());
    };
  }

  private ListChunksResponse listed(ListChunksRequest request) {
    FileChunks.Builder file = FileChunks.newBuilder().setName(FILE);
    for (int i = 0; i < CHUNKS; i++) {
      file.addChunk(info(i));
    }
    ListChunksResponse.Builder response =
        ListChunksResponse.newBuilder().setKept(true).addFile(file);
    if (!form.isEmpty()) {
      response.setBlockForm(form);
    }
    if (offer != null && request.getWantChannel()) {
      response.setChannel(offer);
    }
    return response.build();
  }

  private HeartbeatResponse renewed() throws ServiceException {
    if (heartbeatFails) {
      throw new ServiceException(new IOException("scripted"));
    }
    return HeartbeatResponse.newBuilder().setState(JobState.DONE).build();
  }

  private FetchChunkResponse fetched(FetchChunkRequest request) throws ServiceException {
    if (rpcFails) {
      throw new ServiceException(new IOException("scripted"));
    }
    overRpc.incrementAndGet();
    return FetchChunkResponse.newBuilder()
        .setFrame(UnsafeByteOperations.unsafeWrap(frame(request.getChunk())))
        .build();
  }
}
