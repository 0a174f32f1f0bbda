// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.RowBounds;
import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.ResidentMap;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.RpcCaller;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
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
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches retained outputs over real RPC, as a region server does. */
class RetainedOutputIT {
  private static final int CHUNK_BYTES = 8 << 10;

  private static TestCluster cluster;
  private static Configuration conf;
  private static CompactionServer server;
  private static RpcCaller rpc;
  private static JobCalls jobs;
  private static int tables;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = TestCluster.start();
    conf = cluster.conf();
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), CHUNK_BYTES + "B");
    server = CompactionServer.start(conf);
    rpc = new RpcCaller(conf);
    jobs = new JobCalls(rpc);
  }

  @AfterAll
  static void stopCluster() {
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
    SubmitRequest request = JobCalls.retaining(target).build();
    HeartbeatResponse completed = jobs.compacted(server, request);

    ListChunksResponse list = jobs.list(server, request);

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
    jobs.release(server, request);
  }

  /** The form is of another HBase, or without a name: the blocks cannot be cached. */
  @ParameterizedTest
  @ValueSource(strings = {"another", ""})
  void noBlocksAreRetainedForAnotherForm(String form) throws Exception {
    HRegion target = table(family -> family);
    SubmitRequest.Builder request = JobCalls.retaining(target).clearBlockForm();
    if (!form.isEmpty()) {
      request.setBlockForm(form);
    }
    jobs.compacted(server, request.build());

    ListChunksResponse list = jobs.list(server, request.build());

    assertThat(list.getKept()).isFalse();
    assertThat(list.getBlockForm()).isEqualTo(BlockFormName.sent().orElseThrow());
  }

  /** An older region server names no version. Version 9 is one that only a newer build has. */
  @ParameterizedTest
  @CsvSource({"'',1", "'1',1", "'1,2',2", "'2,9',2", "'9,1',1"})
  void chunksHaveTheNewestVersionThatTheRegionServerReads(String read, int version)
      throws Exception {
    SubmitRequest request = readingVersions(read);
    jobs.compacted(server, request);

    FileChunks file = jobs.list(server, request).getFile(0);

    assertThat(file.getChunkList()).extracting(ChunkInfo::getVersion).containsOnly(version);
    for (ChunkKind kind : ChunkKind.values()) {
      assertThat(fetchAll(server, request, file, kind)).isNotEmpty();
    }
    assertThat(fetch(server, request, file.getName(), 0).getFrame().byteAt(Integer.BYTES))
        .as("version in the frame")
        .isEqualTo((byte) version);
    jobs.release(server, request);
  }

  @Test
  void noBlocksAreRetainedWithoutACommonVersion() throws Exception {
    SubmitRequest request = readingVersions("9");
    jobs.compacted(server, request);

    assertThat(jobs.list(server, request).getKept()).isFalse();
  }

  /** A request of a region server that reads these versions, separated by commas. */
  private static SubmitRequest readingVersions(String versions) throws Exception {
    SubmitRequest.Builder request = JobCalls.retaining(table(family -> family)).clearChunkVersion();
    Splitter.on(',')
        .omitEmptyStrings()
        .split(versions)
        .forEach(version -> request.addChunkVersion(Integer.parseInt(version)));
    return request.build();
  }

  @Test
  void eachStripeHasItsChunks() throws Exception {
    HRegion target = table(family -> family);
    SubmitRequest request =
        JobCalls.retaining(target)
            .setEngine(StripeStoreEngine.class.getName())
            .setPlan(CompactionServerIT.twoStripes())
            .build();
    HeartbeatResponse completed = jobs.compacted(server, request);

    List<FileChunks> files = jobs.list(server, request).getFileList();

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
    jobs.release(server, request);
  }

  @Test
  void outputIsRetainedFromTakeOverUntilRelease() throws Exception {
    long before = gauge("cachedBytes");
    SubmitRequest request = JobCalls.retaining(table(family -> family)).build();
    jobs.compacted(server, request);
    FinishRequest finish = FinishRequest.newBuilder().setJobId(request.getJobId()).build();
    assertThat(RpcCaller.call(() -> jobs.stub(server).finish(null, finish)).getState())
        .isEqualTo(JobState.DONE);

    ListChunksResponse list = jobs.list(server, request);
    assertThat(list.getKept()).isTrue();
    assertThat(gauge("cachedBytes") - before)
        .isEqualTo(
            list.getFile(0).getChunkList().stream().mapToLong(ChunkInfo::getFrameBytes).sum());
    assertThat(gauge("reservedBytes")).isGreaterThanOrEqualTo(gauge("cachedBytes"));

    jobs.release(server, request);

    assertThat(gauge("cachedBytes")).isEqualTo(before);
    assertThat(jobs.list(server, request).getKept()).isFalse();
    assertThat(fetch(server, request, list.getFile(0).getName(), 0).hasFrame()).isFalse();
    jobs.release(server, request);
  }

  /** A region server with a tenth of the table in its cache. */
  @ParameterizedTest
  @CsvSource({"NONE,NONE", "FAST_DIFF,GZ"})
  void onlyBlocksWithRowsOfTheResidentMapAreRetained(DataBlockEncoding encoding, String compression)
      throws Exception {
    HRegion target =
        table(
            family ->
                family
                    .setDataBlockEncoding(encoding)
                    .setCompressionType(Compression.Algorithm.valueOf(compression)));
    byte[] from = TestCluster.row(TestCluster.ROWS / 2);
    byte[] to = TestCluster.row(TestCluster.ROWS / 2 + TestCluster.ROWS / 10);
    SubmitRequest request =
        JobCalls.retaining(target)
            .setResident(
                ResidentMap.newBuilder()
                    .setCachedBytes(1)
                    .setCoveredBytes(1)
                    .addRange(
                        ResidentMap.Range.newBuilder()
                            .setFrom(ByteString.copyFrom(from))
                            .setTo(ByteString.copyFrom(to))))
            .build();
    HeartbeatResponse completed = jobs.compacted(server, request);

    FileChunks file = jobs.list(server, request).getFile(0);

    assertThat(file.getOnlyResident()).isTrue();
    List<HFileBlock> data = new ArrayList<>();
    List<HFileBlock> expected = new ArrayList<>();
    for (HFileBlock block : blocksInFile(target, request, file.getName())) {
      if (block.getBlockType().isData()) {
        data.add(block);
      }
    }
    for (int i = 0; i < data.size(); i++) {
      boolean startsBefore = Bytes.compareTo(RowBounds.firstRow(data.get(i)), to) < 0;
      boolean endsBehind =
          i + 1 == data.size() || Bytes.compareTo(RowBounds.firstRow(data.get(i + 1)), from) >= 0;
      if (startsBefore && endsBehind) {
        expected.add(data.get(i));
      }
    }
    assertThat(serialized(fetchAll(server, request, file, ChunkKind.DATA)))
        .containsExactlyElementsOf(serialized(expected))
        .isNotEmpty();
    assertThat(dataFrameBytes(file)).isLessThanOrEqualTo(completed.getOutput(0).getLength() / 5);
    jobs.release(server, request);
  }

  /** Bytes in memory of the data blocks; the index blocks of these tests are untypically many. */
  private static long dataFrameBytes(FileChunks file) {
    return file.getChunkList().stream()
        .filter(chunk -> chunk.getKind() == ChunkInfo.Kind.DATA)
        .mapToLong(ChunkInfo::getFrameBytes)
        .sum();
  }

  @Test
  void unknownJobFileOrIndexHasNoChunk() throws Exception {
    SubmitRequest request = JobCalls.retaining(table(family -> family)).build();
    jobs.compacted(server, request);
    FileChunks file = jobs.list(server, request).getFile(0);

    assertThat(fetch(server, request, "nosuchfile", 0).hasFrame()).isFalse();
    assertThat(fetch(server, request, file.getName(), -1).hasFrame()).isFalse();
    assertThat(fetch(server, request, file.getName(), file.getChunkCount()).hasFrame()).isFalse();
    SubmitRequest unknown = request.toBuilder().setJobId(CompactionJobId.random().value()).build();
    assertThat(jobs.list(server, unknown).getKept()).isFalse();
    assertThat(jobs.list(server, request.toBuilder().setJobId("../x").build()).getKept()).isFalse();
    jobs.release(server, unknown);
    assertThat(jobs.list(server, request).getKept()).isTrue();
    jobs.release(server, request);
  }

  @Test
  void ticketOfTheListOpensAChannelWithTheSameFrames() throws Exception {
    SubmitRequest request = JobCalls.retaining(table(family -> family)).build();
    jobs.compacted(server, request);
    assertThat(jobs.list(server, request).hasChannel()).as("not asked for").isFalse();
    ListChunksRequest wanted =
        ListChunksRequest.newBuilder().setJobId(request.getJobId()).setWantChannel(true).build();
    ListChunksResponse list = RpcCaller.call(() -> jobs.stub(server).listChunks(null, wanted));
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
    jobs.release(server, request);
    SubmitRequest unknown = request.toBuilder().setJobId(CompactionJobId.random().value()).build();
    assertThat(jobs.list(server, unknown).hasChannel()).isFalse();
  }

  @Test
  void noOutputIsRetainedWithoutRequest() throws Exception {
    SubmitRequest request = CompactionServerIT.request(table(family -> family)).build();
    jobs.compacted(server, request);
    assertThat(jobs.list(server, request).getKept()).isFalse();
  }

  @Test
  void cancelFreesTheOutput() throws Exception {
    SubmitRequest request = JobCalls.retaining(table(family -> family)).build();
    jobs.compacted(server, request);
    assertThat(jobs.list(server, request).getKept()).isTrue();

    CancelRequest cancel =
        CancelRequest.newBuilder().setJobId(request.getJobId()).setReason("test").build();
    assertThat(RpcCaller.call(() -> jobs.stub(server).cancel(null, cancel)).getCancelled())
        .isTrue();

    JobCalls.await(() -> !jobs.list(server, request).getKept());
  }

  @Test
  void leaseFreesAnUnrequestedOutput() throws Exception {
    Configuration shortLease = new Configuration(conf);
    shortLease.set(LighterOption.SERVER_CACHE_LEASE.key(), "500ms");
    try (CompactionServer other = CompactionServer.start(shortLease)) {
      long ended = registry().counter("leasesEnded").getCount();
      SubmitRequest request = JobCalls.retaining(table(family -> family)).build();
      jobs.compacted(other, request);

      JobCalls.await(() -> registry().counter("leasesEnded").getCount() > ended);

      assertThat(jobs.list(other, request).getKept()).isFalse();
    }
  }

  @Test
  void compactionSucceedsWithGapsIfMemoryIsShort() throws Exception {
    Configuration small = new Configuration(conf);
    small.set(LighterOption.SERVER_CACHE_SIZE.key(), "20KB");
    HRegion target = table(family -> family);
    SubmitRequest request = JobCalls.retaining(target).build();
    List<String> offloaded;
    try (CompactionServer other = CompactionServer.start(small)) {
      HeartbeatResponse completed = jobs.compacted(other, request);
      FileChunks file = jobs.list(other, request).getFile(0);
      assertThat(file.getChunkList().stream().mapToLong(ChunkInfo::getFrameBytes).sum())
          .isPositive()
          .isLessThanOrEqualTo(20 << 10);
      long retained = fetchAll(other, request, file, ChunkKind.DATA).size();
      List<HFileBlock> written = blocksInFile(target, request, file.getName());
      assertThat(retained)
          .isLessThan(written.stream().filter(block -> block.getBlockType().isData()).count());
      offloaded = cluster.cells(output(target, request, completed.getOutput(0).getName()));
    }
    target.compact(true);
    assertThat(offloaded)
        .isEqualTo(
            cluster.cells(
                target.getStore(TestCluster.FAMILY).getStorefiles().iterator().next().getPath()));
  }

  /** A table with small data, index and Bloom blocks, so that there are many of each. */
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

  /** All blocks before the part that a reader loads on opening the file. */
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

  /** The blocks without the size of the next one, which only a reader may know. */
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
    return new JobFolder(
            target.getRegionFileSystem().getTempDir(), new CompactionJobId(request.getJobId()))
        .output(request.getFamily().toStringUtf8(), name);
  }

  private static FetchChunkResponse fetch(
      CompactionServer from, SubmitRequest request, String file, int chunk) throws IOException {
    FetchChunkRequest fetch =
        FetchChunkRequest.newBuilder()
            .setJobId(request.getJobId())
            .setFile(file)
            .setChunk(chunk)
            .build();
    return RpcCaller.call(() -> jobs.stub(from).fetchChunk(null, fetch));
  }

  private static MetricRegistry registry() {
    return MetricRegistries.global().get(MetricProcess.COMPACTION_SERVER.registry()).orElseThrow();
  }

  private static long gauge(String name) {
    return (Long) ((Gauge<?>) registry().get(name).orElseThrow()).getValue();
  }
}
