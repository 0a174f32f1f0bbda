package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobPaths;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeBoundaries;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.CuratorClients;
import io.lighter.common.zk.DrainNodes;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.warmup.chunk.ChunkBlock;
import io.lighter.warmup.chunk.ChunkDecoder;
import io.lighter.warmup.chunk.ChunkKind;
import io.lighter.warmup.chunk.RowBounds;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a region server gets of outputs that it wants kept, over real RPC. */
class KeptOutputIT {
  private static final long WAIT_MS = 60_000;
  private static final int CHUNK_BYTES = 8 << 10;

  private static TestCluster cluster;
  private static Configuration conf;
  private static CompactionServer server;
  private static RpcCaller rpc;
  private static CuratorFramework zooKeeper;
  private static LighterZNodes znodes;
  private static int tables;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = TestCluster.start();
    conf = cluster.conf();
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), CHUNK_BYTES + "B");
    server = CompactionServer.start(conf);
    rpc = new RpcCaller(conf);
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    zooKeeper = CuratorClients.connect(conf, lighter);
    znodes = LighterZNodes.of(conf, lighter);
  }

  @AfterAll
  static void stopCluster() {
    zooKeeper.close();
    rpc.close();
    server.close();
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"NONE,NONE", "NONE,GZ", "FAST_DIFF,GZ", "PREFIX,NONE", "DIFF,GZ", "ROW_INDEX_V1,GZ"})
  void chunksAreExactlyTheBlocksOfTheFile(DataBlockEncoding encoding, String compression)
      throws Exception {
    HRegion target =
        table(
            family ->
                family
                    .setDataBlockEncoding(encoding)
                    .setCompressionType(Compression.Algorithm.valueOf(compression)));
    SubmitRequest request = keeping(target).build();
    HeartbeatResponse completed = compacted(server, request);

    ListChunksResponse list = list(server, request);

    assertThat(list.getKept()).isTrue();
    assertThat(list.getFileList()).hasSize(1);
    FileChunks file = list.getFile(0);
    assertThat(file.getName()).isEqualTo(completed.getOutput(0).getName());
    assertThat(file.getChunkCount()).isGreaterThan(5);
    List<HFileBlock> written = blocksInFile(target, request, file.getName());
    assertThat(written.stream().map(HFileBlock::getBlockType))
        .contains(BlockType.LEAF_INDEX, BlockType.INTERMEDIATE_INDEX, BlockType.BLOOM_CHUNK);
    for (ChunkKind kind : ChunkKind.values()) {
      assertThat(serialized(fetchAll(server, request, file, kind)))
          .as("%s", kind)
          .containsExactlyElementsOf(
              serialized(
                  written.stream().filter(block -> kind.holds(block.getBlockType())).toList()));
    }
    assertCoversAllData(file);
    release(server, request);
  }

  @Test
  void eachStripeHasItsChunks() throws Exception {
    HRegion target = table(family -> family);
    SubmitRequest request =
        keeping(target)
            .setEngine(StripeStoreEngine.class.getName())
            .setPlan(
                CompactionPlan.newBuilder()
                    .setStripeBoundaries(
                        StripeBoundaries.newBuilder()
                            .addBoundary(ByteString.EMPTY)
                            .addBoundary(ByteString.copyFrom(TestCluster.row(TestCluster.ROWS / 2)))
                            .addBoundary(ByteString.EMPTY)
                            .setMajorRangeFrom(ByteString.EMPTY)
                            .setMajorRangeTo(ByteString.EMPTY)))
            .build();
    HeartbeatResponse completed = compacted(server, request);

    List<FileChunks> files = list(server, request).getFileList();

    assertThat(files).hasSize(2);
    for (int i = 0; i < files.size(); i++) {
      assertThat(files.get(i).getName()).isEqualTo(completed.getOutput(i).getName());
      assertCoversAllData(files.get(i));
      assertThat(serialized(fetchAll(server, request, files.get(i), ChunkKind.DATA)))
          .containsExactlyElementsOf(
              serialized(
                  blocksInFile(target, request, files.get(i).getName()).stream()
                      .filter(block -> block.getBlockType().isData())
                      .toList()));
    }
    release(server, request);
  }

  @Test
  void outputIsKeptBeyondTheTakeOverAndUntilItIsReleased() throws Exception {
    long before = gauge("cachedBytes");
    SubmitRequest request = keeping(table(family -> family)).build();
    compacted(server, request);
    FinishRequest finish = FinishRequest.newBuilder().setJobId(request.getJobId()).build();
    assertThat(RpcCaller.call(() -> stub(server).finish(null, finish)).getState())
        .isEqualTo(JobState.DONE);

    ListChunksResponse list = list(server, request);
    assertThat(list.getKept()).isTrue();
    assertThat(gauge("cachedBytes") - before)
        .isEqualTo(
            list.getFile(0).getChunkList().stream().mapToLong(ChunkInfo::getFrameBytes).sum());
    assertThat(gauge("reservedBytes")).isGreaterThanOrEqualTo(gauge("cachedBytes"));

    release(server, request);

    assertThat(gauge("cachedBytes")).isEqualTo(before);
    assertThat(list(server, request).getKept()).isFalse();
    assertThat(fetch(server, request, list.getFile(0).getName(), 0).hasFrame()).isFalse();
    release(server, request);
  }

  @Test
  void unknownJobsFilesAndIndexesAreNotKept() throws Exception {
    SubmitRequest request = keeping(table(family -> family)).build();
    compacted(server, request);
    FileChunks file = list(server, request).getFile(0);

    assertThat(fetch(server, request, "nosuchfile", 0).hasFrame()).isFalse();
    assertThat(fetch(server, request, file.getName(), -1).hasFrame()).isFalse();
    assertThat(fetch(server, request, file.getName(), file.getChunkCount()).hasFrame()).isFalse();
    SubmitRequest unknown = request.toBuilder().setJobId(CompactionJobId.random().value()).build();
    assertThat(list(server, unknown).getKept()).isFalse();
    assertThat(list(server, request.toBuilder().setJobId("../x").build()).getKept()).isFalse();
    release(server, unknown);
    assertThat(list(server, request).getKept()).isTrue();
    release(server, request);
  }

  @Test
  void ticketOfTheListOpensAChannelWithTheSameFrames() throws Exception {
    SubmitRequest request = keeping(table(family -> family)).build();
    compacted(server, request);
    assertThat(list(server, request).hasChannel()).as("not asked for").isFalse();
    ListChunksRequest wanted =
        ListChunksRequest.newBuilder().setJobId(request.getJobId()).setWantChannel(true).build();
    ListChunksResponse list = RpcCaller.call(() -> stub(server).listChunks(null, wanted));
    ChunkChannelOffer offer = list.getChannel();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), offer.getPort())) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      socket
          .getOutputStream()
          .write(
              ByteBuffer.allocate(ChannelFormat.HELLO_BYTES + ChannelFormat.REQUEST_BYTES)
                  .putInt(ChannelFormat.MAGIC)
                  .putInt(ChannelFormat.VERSION)
                  .putLong(offer.getTicket())
                  .put(offer.getSecret().toByteArray())
                  .putInt(7) // id
                  .putInt(0) // file
                  .putInt(1) // chunk
                  .array());
      in.readFully(new byte[ChannelFormat.WELCOME_BYTES]);
      assertThat(in.readInt()).isEqualTo(7);
      int length = in.readInt();
      assertThat(length).isEqualTo((int) list.getFile(0).getChunk(1).getFrameBytes());
      assertThat(in.readNBytes(length))
          .isEqualTo(fetch(server, request, list.getFile(0).getName(), 1).getFrame().toByteArray());
    }
    release(server, request);
    SubmitRequest unknown = request.toBuilder().setJobId(CompactionJobId.random().value()).build();
    assertThat(list(server, unknown).hasChannel()).isFalse();
  }

  @Test
  void nothingIsKeptUnlessAskedFor() throws Exception {
    SubmitRequest request = CompactionServerIT.request(table(family -> family)).build();
    compacted(server, request);
    assertThat(list(server, request).getKept()).isFalse();
  }

  @Test
  void cancelFreesTheOutput() throws Exception {
    SubmitRequest request = keeping(table(family -> family)).build();
    compacted(server, request);
    assertThat(list(server, request).getKept()).isTrue();

    CancelRequest cancel =
        CancelRequest.newBuilder().setJobId(request.getJobId()).setReason("test").build();
    assertThat(RpcCaller.call(() -> stub(server).cancel(null, cancel)).getCancelled()).isTrue();

    await(() -> !list(server, request).getKept());
  }

  @Test
  void leaseFreesTheOutputThatNobodyAsksFor() throws Exception {
    Configuration impatient = new Configuration(conf);
    impatient.set(LighterOption.SERVER_CACHE_LEASE.key(), "500ms");
    try (CompactionServer other = CompactionServer.start(impatient)) {
      long ended = registry().counter("leasesEnded").getCount();
      SubmitRequest request = keeping(table(family -> family)).build();
      compacted(other, request);

      await(() -> registry().counter("leasesEnded").getCount() > ended);

      assertThat(list(other, request).getKept()).isFalse();
    }
  }

  @Test
  void withLittleMemoryThereAreGapsAndTheCompactionIsFine() throws Exception {
    Configuration small = new Configuration(conf);
    small.set(LighterOption.SERVER_CACHE_SIZE.key(), "20KB");
    HRegion target = table(family -> family);
    SubmitRequest request = keeping(target).build();
    List<String> offloaded;
    try (CompactionServer other = CompactionServer.start(small)) {
      HeartbeatResponse completed = compacted(other, request);
      FileChunks file = list(other, request).getFile(0);
      assertThat(file.getChunkList().stream().mapToLong(ChunkInfo::getFrameBytes).sum())
          .isPositive()
          .isLessThanOrEqualTo(20 << 10);
      long kept = fetchAll(other, request, file, ChunkKind.DATA).size();
      List<HFileBlock> written = blocksInFile(target, request, file.getName());
      assertThat(kept)
          .isLessThan(written.stream().filter(block -> block.getBlockType().isData()).count());
      offloaded = cluster.cells(output(target, request, completed.getOutput(0).getName()));
    }
    target.compact(true);
    assertThat(offloaded)
        .isEqualTo(
            cluster.cells(
                target.getStore(TestCluster.FAMILY).getStorefiles().iterator().next().getPath()));
  }

  @Test
  void drainWaitsForTheTakeOverAndForTheReleaseOfTheOutput() throws Exception {
    ServerName name;
    try (CompactionServer other = CompactionServer.start(conf)) {
      name = other.serverName();
      SubmitRequest request = keeping(table(family -> family)).build();
      compacted(other, request);
      CompletableFuture<Boolean> drained = drain(other, new CountDownLatch(1));
      await(() -> drainNodes().list().contains(other.serverName()));

      SubmitRequest late = keeping(table(family -> family)).build();
      assertThat(RpcCaller.call(() -> stub(other).submit(null, late)).getRefusal())
          .isEqualTo(Refusal.DRAINING);
      FinishRequest finish = FinishRequest.newBuilder().setJobId(request.getJobId()).build();
      RpcCaller.call(() -> stub(other).finish(null, finish));
      assertThat(list(other, request).getKept()).as("while it drains").isTrue();
      assertThat(drained).isNotDone();

      release(other, request);

      assertThat(drained.get(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
    }
    assertThat(drainNodes().list()).as("after its end").contains(name);
  }

  @Test
  void secondSignalAndTimeoutEndADrainWithWorkLeft() throws Exception {
    Configuration impatient = new Configuration(conf);
    impatient.set(LighterOption.SERVER_DRAIN_TIMEOUT.key(), "300ms");
    try (CompactionServer patient = CompactionServer.start(conf);
        CompactionServer other = CompactionServer.start(impatient)) {
      compacted(patient, keeping(table(family -> family)).build());
      compacted(other, keeping(table(family -> family)).build());
      CountDownLatch hurry = new CountDownLatch(1);
      CompletableFuture<Boolean> drained = drain(patient, hurry);

      assertThat(drain(other, new CountDownLatch(1)).get(WAIT_MS, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(drained).isNotDone();
      hurry.countDown();
      assertThat(drained.get(WAIT_MS, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void idleServerIsDrainedAtOnceAndLeavesItsMark() throws Exception {
    ServerName name;
    try (CompactionServer idle = CompactionServer.start(conf)) {
      name = idle.serverName();
      assertThat(idle.drain(new CountDownLatch(1))).isTrue();
    }
    assertThat(drainNodes().list()).contains(name);
    assertThat(drainNodes().live()).doesNotContain(name);
  }

  @Test
  void serverThatAnOperatorDrainsRefusesUntilItIsUndrained() throws Exception {
    try (CompactionServer other = CompactionServer.start(conf)) {
      HRegion target = table(family -> family);
      DrainNodes nodes = drainNodes();
      assertThat(nodes.live()).contains(other.serverName());
      assertThat(nodes.drain(other.serverName())).isTrue();
      assertThat(nodes.drain(other.serverName())).as("again").isFalse();
      await(() -> refusal(other, target) == Refusal.DRAINING);

      assertThat(nodes.undrain(other.serverName())).isTrue();
      assertThat(nodes.undrain(other.serverName())).as("again").isFalse();
      await(() -> refusal(other, target) == Refusal.REFUSAL_UNSPECIFIED);
    }
  }

  private static Refusal refusal(CompactionServer by, HRegion target) throws IOException {
    SubmitRequest request = CompactionServerIT.request(target).build();
    return RpcCaller.call(() -> stub(by).submit(null, request)).getRefusal();
  }

  private static CompletableFuture<Boolean> drain(CompactionServer which, CountDownLatch hurry) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return which.drain(hurry);
          } catch (InterruptedException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static DrainNodes drainNodes() {
    return new DrainNodes(zooKeeper, znodes);
  }

  private static SubmitRequest.Builder keeping(HRegion target) throws IOException {
    return CompactionServerIT.request(target).setKeepOutput(true);
  }

  /** Blocks, index blocks and Bloom blocks are so small that there are many of each. */
  private static HRegion table(UnaryOperator<ColumnFamilyDescriptorBuilder> with) throws Exception {
    return cluster.table(
        "kept" + tables++,
        "DEFAULT",
        family ->
            with.apply(
                family
                    .setBlocksize(1024)
                    .setConfiguration(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, "256")
                    .setConfiguration(HFileBlockIndex.MIN_INDEX_NUM_ENTRIES_KEY, "2")
                    .setConfiguration(BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE, "512")));
  }

  private static void assertCoversAllData(FileChunks file) {
    List<ChunkInfo> data =
        file.getChunkList().stream()
            .filter(chunk -> chunk.getKind() == ChunkInfo.Kind.DATA)
            .toList();
    assertThat(
            file.getChunkList().subList(file.getChunkCount() - data.size(), file.getChunkCount()))
        .as("index and Bloom first")
        .isEqualTo(data);
    assertThat(data.get(0).getFirstOffset()).isZero();
    for (int i = 0; i < data.size() - 1; i++) {
      assertThat(data.get(i).getEndOffset()).isEqualTo(data.get(i + 1).getFirstOffset());
      assertThat(data.get(i).getEndRow()).isEqualTo(data.get(i + 1).getFirstRow());
    }
    assertThat(data.get(data.size() - 1).hasEndRow()).isFalse();
  }

  private static List<HFileBlock> fetchAll(
      CompactionServer from, SubmitRequest request, FileChunks file, ChunkKind kind)
      throws IOException {
    ChunkDecoder decoder = new ChunkDecoder(ChunkDecoder.Limits.ofRawBytes(CHUNK_BYTES));
    List<HFileBlock> blocks = new ArrayList<>();
    for (int i = 0; i < file.getChunkCount(); i++) {
      ChunkInfo info = file.getChunk(i);
      if (!info.getKind().name().equals(kind.name())) {
        continue;
      }
      ByteString frame = fetch(from, request, file.getName(), i).getFrame();
      assertThat(frame.size()).isEqualTo((int) info.getFrameBytes());
      List<ChunkBlock> decoded = decoder.decode(frame.asReadOnlyByteBuffer()).blocks();
      assertThat(decoded).hasSize(info.getBlocks());
      assertThat(decoded.get(0).offset()).isEqualTo(info.getFirstOffset());
      if (kind == ChunkKind.DATA) {
        assertThat(RowBounds.firstRow(decoded.get(0).block()))
            .isEqualTo(info.getFirstRow().toByteArray());
      }
      decoded.forEach(block -> blocks.add(block.block()));
    }
    return blocks;
  }

  /** All blocks before the part that a reader loads when it opens the file. */
  private static List<HFileBlock> blocksInFile(HRegion target, SubmitRequest request, String name)
      throws IOException {
    List<HFileBlock> blocks = new ArrayList<>();
    try (HFile.Reader reader =
        HFile.createReader(
            cluster.hbase().getTestFileSystem(),
            output(target, request, name),
            CacheConfig.DISABLED,
            true,
            conf)) {
      long end = reader.getTrailer().getLoadOnOpenDataOffset();
      for (long at = 0; at < end; at += blocks.get(blocks.size() - 1).getOnDiskSizeWithHeader()) {
        blocks.add(reader.readBlock(at, -1, false, true, false, false, null, null));
      }
    }
    return blocks;
  }

  /** All of a block but the size of the next one, which only a reader may know. */
  private static List<String> serialized(List<HFileBlock> blocks) {
    return blocks.stream()
        .map(
            block -> {
              ByteBuffer bytes = ByteBuffer.allocate(block.getSerializedLength());
              block.serialize(bytes, false);
              return Bytes.toStringBinary(bytes);
            })
        .toList();
  }

  private static Path output(HRegion target, SubmitRequest request, String name) {
    return JobPaths.output(
        target.getRegionFileSystem().getTempDir(),
        new CompactionJobId(request.getJobId()),
        request.getFamily().toStringUtf8(),
        name);
  }

  private static HeartbeatResponse compacted(CompactionServer by, SubmitRequest request)
      throws Exception {
    assertThat(RpcCaller.call(() -> stub(by).submit(null, request)).hasRefusal()).isFalse();
    HeartbeatRequest heartbeat = HeartbeatRequest.newBuilder().setJobId(request.getJobId()).build();
    await(
        () -> {
          HeartbeatResponse answer = RpcCaller.call(() -> stub(by).heartbeat(null, heartbeat));
          assertThat(answer.getState()).as(answer.getMessage()).isNotEqualTo(JobState.FAILED);
          return answer.getState() == JobState.COMPLETED;
        });
    return RpcCaller.call(() -> stub(by).heartbeat(null, heartbeat));
  }

  private static ListChunksResponse list(CompactionServer from, SubmitRequest request)
      throws IOException {
    ListChunksRequest list = ListChunksRequest.newBuilder().setJobId(request.getJobId()).build();
    return RpcCaller.call(() -> stub(from).listChunks(null, list));
  }

  private static FetchChunkResponse fetch(
      CompactionServer from, SubmitRequest request, String file, int chunk) throws IOException {
    FetchChunkRequest fetch =
        FetchChunkRequest.newBuilder()
            .setJobId(request.getJobId())
            .setFile(file)
            .setChunk(chunk)
            .build();
    return RpcCaller.call(() -> stub(from).fetchChunk(null, fetch));
  }

  private static void release(CompactionServer from, SubmitRequest request) throws IOException {
    ReleaseOutputRequest release =
        ReleaseOutputRequest.newBuilder().setJobId(request.getJobId()).build();
    assertThat(RpcCaller.call(() -> stub(from).releaseOutput(null, release))).isNotNull();
  }

  private static CompactionServerService.BlockingInterface stub(CompactionServer to) {
    return rpc.compactionServer(to.serverName(), Duration.ofMinutes(1));
  }

  private static MetricRegistry registry() {
    return MetricRegistries.global().get(MetricProcess.COMPACTION_SERVER.registry()).orElseThrow();
  }

  private static long gauge(String name) {
    return (Long) ((Gauge<?>) registry().get(name).orElseThrow()).getValue();
  }

  private static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 20, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }
}
