package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Warm-ups where blocks are read into HBase's reservoir and cached off the heap, as with {@code
 * hbase.bucketcache.ioengine=offheap}: whoever gets a block has to release it, or the reservoir
 * runs dry.
 */
class OffHeapWarmupTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
  private static final int ROWS = 3000;
  private static final int BLOCK_BYTES = 2 << 10;
  private static final long STEP_BYTES = 16 << 10;
  private static final int CACHE_BYTES = 64 << 20;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Blocks that may wait for the cache's writer: all. */
  private static final int QUEUE = 10_000;

  private final Configuration conf = HBaseConfiguration.create();
  private final WarmupThreshold threshold = new WarmupThreshold();
  private final WarmupMeter meter = new WarmupMeter();
  private final WarmupControl control = new WarmupControl(() -> false);
  private final List<HFile.Reader> open = new ArrayList<>();
  private ByteBuffAllocator reservoir;
  private BucketCache offHeap;
  private BlockCache cache;

  /** What a reader has in memory for as long as its file is open. */
  private int keptByReaders;

  @TempDir java.nio.file.Path folder;

  @BeforeEach
  void createReservoirAndCache() throws IOException {
    conf.set("fs.defaultFS", "file:///");
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 256);
    conf.setInt(BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE, 512);
    conf.setInt(ByteBuffAllocator.BUFFER_SIZE_KEY, 2 * BLOCK_BYTES);
    conf.setInt(ByteBuffAllocator.MIN_ALLOCATE_SIZE_KEY, 1);
    reservoir = ByteBuffAllocator.create(conf, true);
    offHeap = new BucketCache("offheap", CACHE_BYTES, BLOCK_BYTES, null, 1, QUEUE, null);
    cache = new CombinedBlockCache(new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false), offHeap);
  }

  @AfterEach
  void close() throws IOException {
    for (HFile.Reader reader : open) {
      reader.close(false);
    }
    offHeap.shutdown();
  }

  @Test
  void buffersOfTheReservoirComeBack() throws Exception {
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

  /** It looks for blocks of the old files in the cache. */
  @Test
  void buffersOfTheReservoirComeBackWhereOnlyResidentRangesAreWarmed() throws Exception {
    HFile.Reader newer = write();
    HFile.Reader older = write();
    scan(older);
    assertAllAreBack();

    assertThat(warmUp(newer, List.of(older), true)).isTrue();

    assertThat(meter.fileBlocks()).isPositive();
    assertAllAreBack();
    assertNoBlockIsHeld();
  }

  /** Those that wait for the cache's writer are in use until it has copied them. */
  private void assertAllAreBack() throws InterruptedException {
    long end = System.nanoTime() + WAIT_NANOS;
    while (buffersInUse() > keptByReaders && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(buffersInUse()).as("buffers in use").isEqualTo(keptByReaders);
  }

  /** HBase counts as used what was ever allocated. */
  private int buffersInUse() {
    return reservoir.getUsedBufferCount() - reservoir.getFreeBufferCount();
  }

  /** The memory of an evicted block is free when the last one who got it has released it. */
  private void assertNoBlockIsHeld() {
    assertThat(offHeap.getCurrentSize()).isPositive();
    open.forEach(file -> cache.evictBlocksByHfileName(file.getName()));
    assertThat(offHeap.getCurrentSize()).isZero();
  }

  private boolean warmUp(HFile.Reader newer, List<HFile.Reader> older, boolean onlyResident)
      throws Exception {
    Warmup.Plan plan =
        new Warmup.Plan(
            List.of(new NewFile(newer, ChunkSupply.NONE)),
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
