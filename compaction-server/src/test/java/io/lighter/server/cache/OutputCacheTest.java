// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockForm;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutputCacheTest {
  private static final OutputOrigin ORIGIN =
      new OutputOrigin("t", "beef", "f", "rs1.example,16020,5");

  private static final ChunkVersion VERSION = ChunkVersion.BLOCK_BY_BLOCK;
  private static final long LEASE_MS = 1_000;
  private static final int CHUNK_BYTES = 20_000;
  private static final int BLOCK_BYTES = 4 << 10;
  static final int ROWS = 2_000;
  private static final long PLENTY = 64 << 20;
  private static final String FILE = "0123456789abcdef";

  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock();
  private final Events events = new Events();
  private final CompactionJobId job = CompactionJobId.random();
  private OutputCache cache = cache(PLENTY);

  private static final class Events implements CacheEvents {
    final AtomicInteger retained = new AtomicInteger();
    final AtomicInteger served = new AtomicInteger();
    final AtomicLong servedBytes = new AtomicLong();
    final AtomicInteger dropped = new AtomicInteger();
    final AtomicInteger ended = new AtomicInteger();

    @Override
    public void outputRetained() {
      retained.incrementAndGet();
    }

    @Override
    public void chunkServed(long bytes) {
      served.incrementAndGet();
      servedBytes.addAndGet(bytes);
    }

    @Override
    public void chunkDropped() {
      dropped.incrementAndGet();
    }

    @Override
    public void lookedUp(boolean found) {}

    @Override
    public void leaseEnded() {
      ended.incrementAndGet();
    }
  }

  @AfterEach
  void everythingIsFreedInTheEnd() {
    cache.close();
    assertThat(cache.usedBytes()).isZero();
    assertThat(cache.retainedBytes()).isZero();
  }

  @Test
  void chunksOfARetainedOutputCoverItsDataWithoutAGap() throws IOException {
    keep(FILE);

    List<ChunkInfo> chunks = chunks();
    assertThat(chunks.get(0).getKind()).isEqualTo(ChunkInfo.Kind.INDEX_AND_BLOOM);
    List<ChunkInfo> data = data(chunks);
    assertThat(data).hasSizeGreaterThan(5);
    assertThat(data.get(0).getFirstOffset()).isZero();
    assertThat(data.get(0).getFirstRow().toByteArray()).isEqualTo(row(0));
    for (int i = 0; i < data.size() - 1; i++) {
      assertThat(data.get(i).getEndRow()).isEqualTo(data.get(i + 1).getFirstRow());
      assertThat(data.get(i).getFirstOffset()).isLessThan(data.get(i).getEndOffset());
      assertThat(data.get(i).getEndOffset()).isEqualTo(data.get(i + 1).getFirstOffset());
    }
    assertThat(data.get(data.size() - 1).hasEndRow()).isFalse();
    assertThat(events.dropped).hasValue(0);
    assertThat(events.retained).hasValue(1);
    assertThat(cache.retainedBytes())
        .isEqualTo(cache.usedBytes())
        .isEqualTo(chunks.stream().mapToLong(ChunkInfo::getFrameBytes).sum());
  }

  @Test
  void fetchedFramesMatchTheList() throws IOException {
    keep(FILE);
    List<ChunkInfo> chunks = chunks();
    ChunkDecoder decoder = new ChunkDecoder(ChunkDecoder.Limits.ofRawBytes(CHUNK_BYTES));
    for (int i = 0; i < chunks.size(); i++) {
      StoredFrame frame = cache.fetch(job, FILE, i).orElseThrow();
      Chunk chunk = decoder.decode(frame.buffer());
      assertThat(frame.size()).isEqualTo((int) chunks.get(i).getFrameBytes());
      assertThat(chunk.blocks()).hasSize(chunks.get(i).getBlocks());
      assertThat(chunk.blocks().get(0).offset()).isEqualTo(chunks.get(i).getFirstOffset());
      frame.release();
    }
    assertThat(events.served).hasValue(chunks.size());
    assertThat(events.servedBytes).hasValue(cache.retainedBytes());
  }

  @ParameterizedTest
  @EnumSource
  void chunksHaveTheVersionOfTheCapture(ChunkVersion version) throws IOException {
    try (OutputCapture capture = cache.capture(job, ORIGIN, version)) {
      write(capture, FILE);
      capture.keep(List.of(FILE));
    }

    assertThat(chunks()).extracting(ChunkInfo::getVersion).containsOnly(version.number());
    ChunkDecoder decoder = new ChunkDecoder(ChunkDecoder.Limits.ofRawBytes(CHUNK_BYTES));
    for (int i = 0; i < chunks().size(); i++) {
      StoredFrame frame = cache.fetch(job, FILE, i).orElseThrow();
      assertThat(frame.buffer().get(Integer.BYTES)).isEqualTo((byte) version.number());
      assertThat(decoder.decode(frame.buffer()).blocks()).hasSize(chunks().get(i).getBlocks());
      frame.release();
    }
  }

  @Test
  void unknownOutputIsEmpty() throws IOException {
    keep(FILE);

    assertThat(cache.list(CompactionJobId.random())).isEmpty();
    assertThat(cache.fetch(CompactionJobId.random(), FILE, 0)).isEmpty();
    assertThat(cache.fetch(job, "another", 0)).isEmpty();
    assertThat(cache.fetch(job, FILE, -1)).isEmpty();
    assertThat(cache.fetch(job, FILE, chunks().size())).isEmpty();
    assertThat(events.served).hasValue(0);
  }

  @Test
  void onlyOutputsOfSuccessfulJobsAreRetained() throws IOException {
    try (OutputCapture capture = cache.capture(job, ORIGIN, VERSION)) {
      write(capture, FILE);
      write(capture, "left-over");
      assertThat(cache.retainedBytes()).isZero();
      assertThat(cache.usedBytes()).isPositive();
      capture.keep(List.of(FILE));
    }
    assertThat(cache.list(job).orElseThrow())
        .singleElement()
        .satisfies(file -> assertThat(file.getName()).isEqualTo(FILE));
    assertThat(cache.usedBytes()).isEqualTo(cache.retainedBytes());

    try (OutputCapture failed = cache.capture(CompactionJobId.random(), ORIGIN, VERSION)) {
      write(failed, "failed");
    }
    assertThat(cache.usedBytes()).isEqualTo(cache.retainedBytes());
  }

  @Test
  void chunksThatDoNotFitAreNotListed() throws IOException {
    keep(FILE);
    int all = chunks().size();
    long half = cache.retainedBytes() / 2;
    cache.close();
    cache = cache(half);

    keep("smaller");

    List<ChunkInfo> chunks = cache.list(job).orElseThrow().get(0).getChunkList();
    assertThat(chunks).hasSizeBetween(1, all - 1);
    assertThat(events.dropped).hasValue(all - chunks.size());
    assertThat(cache.usedBytes()).isLessThanOrEqualTo(half).isPositive();
    assertThat(cache.fetch(job, "smaller", chunks.size())).isEmpty();
  }

  @Test
  void listWithoutMemoryIsPresentAndEmpty() throws IOException {
    cache = cache(10);
    keep(FILE);
    assertThat(cache.list(job).orElseThrow().get(0).getChunkCount()).isZero();
  }

  @Test
  void releaseFreesTheMemory() throws IOException {
    keep(FILE);
    cache.release(job);
    assertThat(cache.usedBytes()).isZero();
    assertThat(cache.list(job)).isEmpty();
    assertThat(cache.retainedOutputs()).isZero();
    cache.release(job);
  }

  @Test
  void releaseDuringASendFreesMemoryAfterTheSend() throws IOException {
    keep(FILE);
    StoredFrame frame = cache.fetch(job, FILE, 0).orElseThrow();
    ByteBuffer before = ByteBuffer.allocate(frame.size()).put(frame.buffer()).flip();

    cache.release(job);

    assertThat(cache.fetch(job, FILE, 0)).isEmpty();
    assertThat(cache.usedBytes()).isEqualTo(frame.size());
    assertThat(frame.buffer()).isEqualTo(before);
    frame.release();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void unusedLeaseEndsAndIsCountedOnce() throws IOException {
    keep(FILE);
    clock.advance(Duration.ofMillis(LEASE_MS));
    cache.sweep();
    assertThat(cache.retainedOutputs()).isEqualTo(1);

    clock.advance(Duration.ofMillis(1));
    cache.sweep();
    cache.sweep();

    assertThat(cache.retainedOutputs()).isZero();
    assertThat(cache.usedBytes()).isZero();
    assertThat(events.ended).hasValue(1);
  }

  @Test
  void listingFetchingAndHeartbeatsRenewTheLease() throws IOException {
    keep(FILE);
    List<Runnable> interest =
        List.of(
            () -> cache.list(job),
            () -> cache.fetch(job, FILE, 0).orElseThrow().release(),
            () -> cache.renew(job));
    for (Runnable sign : interest) {
      clock.advance(Duration.ofMillis(LEASE_MS - 1));
      sign.run();
      cache.sweep();
    }
    assertThat(cache.retainedOutputs()).isEqualTo(1);
    assertThat(events.ended).hasValue(0);
  }

  @Test
  void failedCaptureDropsOnlyItsChunk() throws IOException {
    try (OutputCapture capture = cache.capture(job, ORIGIN, VERSION)) {
      List<HFileBlock> blocks = write(capture, FILE);
      capture.add(
          FILE,
          blocks.get(0),
          new BlockForm(new Configuration(false))); // behind the last block: out of order
      capture.keep(List.of(FILE));
    }
    List<ChunkInfo> data = data(chunks());
    assertThat(events.dropped).hasPositiveValue();
    assertThat(data).isNotEmpty();
    assertThat(data.get(data.size() - 1).hasEndRow()).as("the last one is missing").isTrue();
  }

  @Test
  void missingLibraryDropsOnlyTheChunk() throws IOException {
    ChunkMemory memory = new ChunkMemory(PLENTY, () -> false);
    ChunkStream stream =
        new ChunkStream(
            ChunkKind.DATA, new ChunkBuilders(VERSION, CHUNK_BYTES), memory, events, Runnable::run);
    try (OutputCapture capture = cache.capture(job, ORIGIN, VERSION)) {
      HFileBlock data =
          write(capture, FILE).stream()
              .filter(block -> ChunkKind.DATA.holds(block.getBlockType()))
              .findFirst()
              .orElseThrow();
      stream.add(new BlockForm(new Configuration(false)).asRead(data));
    }

    stream.complete(
        chunk -> {
          throw new UnsatisfiedLinkError("no Snappy here");
        });

    assertThat(stream.chunks()).isEmpty();
    assertThat(stream.isEmpty()).isTrue();
    assertThat(memory.used()).isZero();
    assertThat(events.dropped).hasValue(1);
  }

  @Test
  void closedCacheRetainsNoOutput() throws IOException {
    cache.close();
    keep(FILE);
    assertThat(cache.list(job)).isEmpty();
    assertThat(cache.usedBytes()).isZero();
    assertThat(events.retained).hasValue(0);
  }

  @Test
  void concurrentUseFreesAllMemory() throws Exception {
    cache = cache(600_000);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> all = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      int seed = thread;
      all.add(threads.submit(() -> churn(seed)));
    }
    for (Future<?> one : all) {
      one.get(1, TimeUnit.MINUTES);
    }
    threads.shutdown();
    assertThat(cache.usedBytes()).isZero();
    assertThat(events.served).hasPositiveValue();
  }

  /** Retains outputs, and fetches and releases those of all threads. */
  private Void churn(int seed) throws IOException {
    Random random = new Random(seed);
    ChunkDecoder decoder = new ChunkDecoder(ChunkDecoder.Limits.ofRawBytes(CHUNK_BYTES));
    List<CompactionJobId> mine = new ArrayList<>();
    for (int round = 0; round < 15; round++) {
      CompactionJobId id = CompactionJobId.random();
      String file = "file-" + seed + "-" + round;
      try (OutputCapture capture = cache.capture(id, ORIGIN, VERSION)) {
        write(capture, file);
        if (random.nextInt(4) > 0) {
          capture.keep(List.of(file));
        }
      }
      mine.add(id);
      for (int fetch = 0; fetch < 5; fetch++) {
        var frame = cache.fetch(id, file, random.nextInt(10));
        if (fetch == 2) {
          cache.release(mine.get(random.nextInt(mine.size())));
        }
        if (frame.isPresent()) {
          decoder.decode(frame.get().buffer());
          frame.get().release();
        }
      }
    }
    mine.forEach(cache::release);
    return null;
  }

  private OutputCache cache(long capacity) {
    return new OutputCache(
        new OutputCache.Settings(capacity, CHUNK_BYTES, Duration.ofMillis(LEASE_MS)),
        clock,
        events);
  }

  private void keep(String file) throws IOException {
    try (OutputCapture capture = cache.capture(job, ORIGIN, VERSION)) {
      write(capture, file);
      capture.keep(List.of(file));
    }
  }

  /** Makes HBase write a file as a compaction does. */
  private List<HFileBlock> write(OutputCapture capture, String file) throws IOException {
    return write(folder, capture, file);
  }

  static List<HFileBlock> write(Path folder, OutputCapture capture, String file)
      throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 512);
    List<HFileBlock> blocks = new ArrayList<>();
    CapturingBlockCache tee =
        new CapturingBlockCache(capture, new BlockForm(conf)) {
          @Override
          public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {
            super.cacheBlock(cacheKey, buf, inMemory);
            blocks.add((HFileBlock) buf);
          }
        };
    CacheConfig cacheConf = new CacheConfig(conf, tee);
    cacheConf.enableCacheOnWrite();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.toUri().getPath(), file);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, cacheConf)
            .withPath(FileSystem.get(conf), path)
            .withFileContext(new HFileContextBuilder().withBlockSize(BLOCK_BYTES).build())
            .create()) {
      Random random = new Random(file.hashCode());
      byte[] value = new byte[60];
      for (int i = 0; i < ROWS; i++) {
        random.nextBytes(value);
        writer.append(new KeyValue(row(i), Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, value));
      }
    }
    return blocks;
  }

  private List<ChunkInfo> chunks() {
    return cache.list(job).orElseThrow().get(0).getChunkList();
  }

  private static List<ChunkInfo> data(List<ChunkInfo> chunks) {
    return chunks.stream().filter(chunk -> chunk.getKind() == ChunkInfo.Kind.DATA).toList();
  }

  static byte[] row(int i) {
    return Bytes.toBytes("row-%08d".formatted(i));
  }
}
