// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializer;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.UncachedBlocks;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Warm-ups with blocks in HBase's reservoir and an off-heap cache, as with {@code
 * hbase.bucketcache.ioengine=offheap}. The receiver of a block has to release the block, or the
 * reservoir runs dry.
 */
class OffHeapWarmupTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
  private static final int ROWS = 3000;
  private static final int BLOCK_BYTES = 2 << 10;
  private static final long STEP_BYTES = 16 << 10;
  private static final int CACHE_BYTES = 64 << 20;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Queue length of the cache's writer, which all blocks fit into. */
  private static final int QUEUE = 10_000;

  private final Configuration conf = HBaseConfiguration.create();
  private final WarmupThreshold threshold = new WarmupThreshold();
  private final WarmupMeter meter = new WarmupMeter();
  private final WarmupControl control = new WarmupControl(() -> false);
  private final List<HFile.Reader> open = new ArrayList<>();
  private final HeldBlock held = new HeldBlock();
  private ByteBuffAllocator reservoir;
  private BucketCache offHeap;
  private BlockCache cache;

  /** Buffers that readers keep while their files are open. */
  private int keptByReaders;

  /** Whether another block is refused at each insertion, as a warm-up sees it. */
  private boolean othersAreRefused;

  /** A block that stops the cache's writer until it is released. */
  private static final class HeldBlock implements Cacheable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @Override
    public int getSerializedLength() {
      reached.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the cache stops
      }
      return 0; // the block is not cached
    }

    @Override
    public void serialize(ByteBuffer destination, boolean includeNextBlockMetadata) {
      throw new UnsupportedOperationException("of no bytes");
    }

    @Override
    public CacheableDeserializer<Cacheable> getDeserializer() {
      throw new UnsupportedOperationException("of no bytes");
    }

    @Override
    public BlockType getBlockType() {
      return BlockType.DATA;
    }

    @Override
    public long heapSize() {
      return 0;
    }
  }

  @TempDir java.nio.file.Path folder;

  @BeforeEach
  void createReservoirAndCache() throws IOException {
    conf.set("fs.defaultFS", "file:///");
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 256);
    conf.setInt(BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE, 512);
    conf.setInt(ByteBuffAllocator.BUFFER_SIZE_KEY, 2 * BLOCK_BYTES);
    conf.setInt(ByteBuffAllocator.MIN_ALLOCATE_SIZE_KEY, 1);
    reservoir = ByteBuffAllocator.create(conf, true);
    createCache(QUEUE);
  }

  private void createCache(int queue) throws IOException {
    offHeap = new BucketCache("offheap", CACHE_BYTES, BLOCK_BYTES, null, 1, queue, null);
    cache =
        new CombinedBlockCache(new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false), offHeap) {
          @Override
          public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {
            super.cacheBlock(cacheKey, buf, inMemory);
            if (othersAreRefused) {
              long unused = offHeap.getStats().failInsert();
            }
          }
        };
  }

  @AfterEach
  void close() throws IOException {
    held.letGo.countDown();
    for (HFile.Reader reader : open) {
      reader.close(false);
    }
    offHeap.shutdown();
  }

  @Test
  void reservoirBuffersAreReleased() throws Exception {
    HFile.Reader newer = write();
    HFile.Reader older = write();
    scan(older);

    assertThat(warmUp(newer, List.of(older), false)).isTrue();

    assertThat(threshold.isComplete()).isTrue();
    assertThat(reservoir.getUsedBufferCount()).as("the reservoir was used").isPositive();
    assertAllAreBack();
    long misses = cache.getStats().getMissCount();
    scan(newer);
    assertThat(cache.getStats().getMissCount()).as("all was cached").isEqualTo(misses);
    assertAllAreBack();
    assertNoBlockIsHeld();
  }

  /** Such a warm-up looks up blocks of the input files in the cache. */
  @Test
  void reservoirBuffersAreReleasedWithOnlyResidentRanges() throws Exception {
    HFile.Reader newer = write();
    HFile.Reader older = write();
    scan(older);
    assertAllAreBack();

    assertThat(warmUp(newer, List.of(older), true)).isTrue();

    assertThat(meter.fileBlocks()).isPositive();
    assertAllAreBack();
    assertNoBlockIsHeld();
  }

  /** HBase's queue is full: some blocks are refused for a while, and one for ever. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void buffersOfRefusedBlocksAreReleased(boolean supplied) throws Exception {
    offHeap.shutdown();
    createCache(1);
    HFile.Reader newer = write();
    List<HFileBlock> blocks = supplied ? inReservoir(newer) : List.of();
    offHeap.cacheBlock(new BlockCacheKey("held", 0), held);
    assertThat(held.reached.await(1, TimeUnit.MINUTES)).isTrue();

    CompletableFuture<Boolean> warmed =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return warmUp(
                    newer, supplied ? supplyOf(blocks) : ChunkSupply.NONE, List.of(), false);
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            });
    await(() -> meter.refusedBlocks() > 0 || warmed.isDone());
    held.letGo.countDown();

    assertThat(warmed.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(meter.refusedBlocks()).isPositive();
    assertThat(supplied ? meter.remoteBlocks() : meter.fileBlocks()).isPositive();
    blocks.forEach(HFileBlock::release); // the references of the test
    assertAllAreBack();
    assertNoBlockIsHeld();
  }

  /** The warm-up looks up its block, since another block may be the refused one. */
  @Test
  void cachedBlockIsReleasedWhenTheCacheRefusesAnother() throws Exception {
    HFile.Reader newer = write();
    List<HFileBlock> blocks = inReservoir(newer);
    othersAreRefused = true;

    assertThat(warmUp(newer, supplyOf(blocks), List.of(), false)).isTrue();

    assertThat(meter.remoteBlocks()).isEqualTo(blocks.size());
    blocks.forEach(HFileBlock::release);
    assertAllAreBack();
    assertNoBlockIsHeld();
  }

  /**
   * The data blocks of a file as a supply has them, but in the reservoir. A supply's blocks are on
   * the heap, where extra or missing releases have no effect.
   */
  private List<HFileBlock> inReservoir(HFile.Reader file) throws IOException {
    List<HFileBlock> blocks = new ArrayList<>();
    long end = file.getTrailer().getLoadOnOpenDataOffset();
    for (long offset = 0; offset < end; ) {
      HFileBlock block = UncachedBlocks.read(file, offset);
      offset += block.getOnDiskSizeWithHeader();
      if (block.getBlockType().isData()) {
        ByteBuffer bytes = ByteBuffer.allocate(block.getSerializedLength());
        block.serialize(bytes, true);
        ByteBuff copy = reservoir.allocate(bytes.capacity());
        copy.put(bytes.array(), 0, bytes.capacity());
        copy.rewind();
        Cacheable counted = HFileBlock.BLOCK_DESERIALIZER.deserialize(copy, reservoir);
        blocks.add((HFileBlock) counted);
      }
    }
    assertThat(blocks).hasSizeGreaterThan(20).allMatch(block -> block.refCnt() == 1);
    return blocks;
  }

  /** Creates a supply with all blocks in one chunk. */
  private static ChunkSupply supplyOf(List<HFileBlock> blocks) {
    return new ChunkSupply() {
      @Override
      public List<Ticket> indexAndBloom() {
        return List.of();
      }

      @Override
      public Optional<Ticket> covering(long offset) {
        return Optional.of(
            new Ticket() {
              @Override
              public long endOffset() {
                return Long.MAX_VALUE;
              }

              @Override
              public void request() {}

              @Override
              public Chunk get() {
                return new Chunk(
                    ChunkKind.DATA,
                    blocks.stream()
                        .map(block -> new ChunkBlock(HFileBlocks.offset(block), block))
                        .toList());
              }
            });
      }
    };
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + WAIT_NANOS;
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Waits until all buffers are released; the cache's writer uses those of waiting blocks. */
  private void assertAllAreBack() throws InterruptedException {
    await(() -> buffersInUse() <= keptByReaders);
    assertThat(buffersInUse()).as("buffers in use").isEqualTo(keptByReaders);
  }

  /** Number of buffers in use; HBase also counts buffers that were only allocated. */
  private int buffersInUse() {
    return reservoir.getUsedBufferCount() - reservoir.getFreeBufferCount();
  }

  /** Checks that all blocks are released: an evicted block is free after its last release. */
  private void assertNoBlockIsHeld() {
    assertThat(offHeap.getCurrentSize()).isPositive();
    open.forEach(file -> cache.evictBlocksByHfileName(file.getName()));
    assertThat(offHeap.getCurrentSize()).isZero();
  }

  private boolean warmUp(HFile.Reader newer, List<HFile.Reader> older, boolean onlyResident)
      throws Exception {
    return warmUp(newer, ChunkSupply.NONE, older, onlyResident);
  }

  private boolean warmUp(
      HFile.Reader newer, ChunkSupply supply, List<HFile.Reader> older, boolean onlyResident)
      throws Exception {
    Warmup.Plan plan =
        new Warmup.Plan(
            List.of(new WarmupOutput(newer, supply)),
            older,
            REGION,
            new WarmCache(cache, false),
            Pace.UNLIMITED,
            onlyResident,
            STEP_BYTES,
            2);
    return new Warmup(plan, threshold, control, meter).run();
  }

  private HFile.Reader write() throws IOException {
    FileSystem fs = FileSystem.get(conf);
    Path path = new Path(folder.toUri().getPath(), "file" + open.size());
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, fs)
            .withFilePath(path)
            .withFileContext(new HFileContextBuilder().withBlockSize(BLOCK_BYTES).build())
            .withBloomType(BloomType.ROW)
            .withMaxKeyCount(ROWS)
            .build();
    Random random = new Random(open.size());
    for (int row = 0; row < ROWS; row++) {
      byte[] value = new byte[60];
      random.nextBytes(value);
      writer.append(
          new KeyValue(TestFiles.row(row), Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, value));
    }
    writer.appendMetadata(1, true);
    writer.close();
    HFile.Reader reader =
        HFile.createReader(fs, path, new CacheConfig(conf, null, cache, reservoir), true, conf);
    open.add(reader);
    keptByReaders = buffersInUse();
    return reader;
  }

  private void scan(HFile.Reader file) throws IOException {
    try (HFileScanner scanner = file.getScanner(conf, true, true)) {
      assertThat(scanner.seekTo()).isTrue();
      int rows = 1;
      while (scanner.next()) {
        rows++;
        if (rows % 100 == 0) {
          scanner.shipped();
        }
      }
      assertThat(rows).isEqualTo(ROWS);
    }
  }
}
