// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.engine.read.ResidentFilters;
import io.lighter.engine.read.StoreFilters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializer;
import org.apache.hadoop.hbase.io.hfile.FilterView;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.junit.jupiter.api.Test;

class RemoteBlockCacheTest {
  private static final BlockCacheKey KEY = new BlockCacheKey("file", 8);

  private final LruBlockCache onHeap = new LruBlockCache(1 << 20, 1 << 10, false);
  private final List<Long> loaded = new ArrayList<>();
  private final BlockCache cache = new RemoteBlockCache(onHeap, this::load, "file");

  private boolean load(long offset) {
    loaded.add(offset);
    Block block = new Block();
    onHeap.cacheBlock(KEY, block);
    assertThat(block.release()).isFalse();
    return true;
  }

  /** Otherwise each block that a scan reads once would push out blocks that are read often. */
  @Test
  void loadedBlockHasBeenReadOnceAfterItsMiss() {
    assertThat(cache.getBlock(KEY, true, false, true)).isInstanceOf(Block.class);
    assertThat(priority()).isEqualTo(BlockPriority.SINGLE);
    assertThat(onHeap.getStats().getMissCount()).isEqualTo(1);
    assertThat(onHeap.getStats().getHitCount()).isZero();

    assertThat(cache.getBlock(KEY, true, false, true)).isInstanceOf(Block.class);
    assertThat(priority()).isEqualTo(BlockPriority.MULTI);
    assertThat(onHeap.getStats().getHitCount()).isEqualTo(1);
    assertThat(loaded).containsExactly(8L);
  }

  @Test
  void loadedBlockIsRetainedForItsReader() {
    Cacheable block = cache.getBlock(KEY, true, false, true);
    assertThat(block.refCnt()).isEqualTo(2); // of the cache, and of the reader

    assertThat(onHeap.evictBlock(KEY)).isTrue();
    assertThat(block.refCnt()).isEqualTo(1);
  }

  @Test
  void onlyTheFirstLookupOfAReaderOfTheFileLoads() {
    assertThat(cache.getBlock(KEY, true, true, true)).isNull();
    assertThat(cache.getBlock(KEY, false, false, true)).isNull();
    assertThat(cache.getBlock(new BlockCacheKey("other", 8), true, false, true)).isNull();

    assertThat(loaded).isEmpty();
  }

  /** An engine's cache for a file is on top of this one, so both must serve. */
  @Test
  void bloomBlockFromACompactionServerBecomesResident() {
    BlockCacheKey key = new BlockCacheKey("file", 16, true, BlockType.BLOOM_CHUNK);
    List<Long> fetched = new ArrayList<>();
    ResidentFilters memory =
        new ResidentFilters(
            1 << 20,
            new MetricSet(
                MetricProcess.REGION_SERVER,
                new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry())));
    BlockCache both =
        new FilterView(
            new RemoteBlockCache(
                onHeap,
                offset -> {
                  fetched.add(offset);
                  onHeap.cacheBlock(key, bloomBlock());
                  return true;
                },
                "file"),
            new StoreFilters<HFileBlock>(memory).newFile());

    assertThat(both.getBlock(key, true, false, true)).isNotNull();
    onHeap.evictBlocksByHfileName("file");
    assertThat(both.getBlock(key, true, false, true)).isNotNull();
    assertThat(fetched).containsExactly(16L);
    assertThat(both.getBlock(KEY, true, false, true)).as("data").isNull();
    assertThat(fetched).containsExactly(16L, 8L);
  }

  private static HFileBlock bloomBlock() {
    return new HFileBlockBuilder()
        .withBlockType(BlockType.BLOOM_CHUNK)
        .withOnDiskSizeWithoutHeader(100)
        .withOnDiskDataSizeWithHeader(100)
        .withUncompressedSizeWithoutHeader(100)
        .withPrevBlockOffset(-1)
        .withNextBlockOnDiskSize(-1)
        .withOffset(16)
        .withByteBuff(ByteBuff.wrap(ByteBuffer.allocate(100)))
        .withHFileContext(new HFileContextBuilder().build())
        .withShared(false)
        .build();
  }

  private BlockPriority priority() {
    return onHeap.iterator().next().getBlockPriority();
  }

  private static final class Block implements Cacheable {
    private int references = 1;

    @Override
    public Cacheable retain() {
      references++;
      return this;
    }

    @Override
    public boolean release() {
      references--;
      return references == 0;
    }

    @Override
    public int refCnt() {
      return references;
    }

    @Override
    public int getSerializedLength() {
      return 0;
    }

    @Override
    public void serialize(ByteBuffer destination, boolean includeNextBlockMetadata) {
      throw new UnsupportedOperationException("no cache but the on-heap one");
    }

    @Override
    public CacheableDeserializer<Cacheable> getDeserializer() {
      throw new UnsupportedOperationException("no cache but the on-heap one");
    }

    @Override
    public BlockType getBlockType() {
      return BlockType.DATA;
    }

    @Override
    public long heapSize() {
      return 100;
    }
  }
}
