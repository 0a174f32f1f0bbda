// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.read.Memories;
import io.lighter.engine.read.ResidentFilters;
import io.lighter.engine.read.StoreFilters;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FilterViewTest {
  private static final int BYTES = 1_000;

  private final LruBlockCache onHeap = new LruBlockCache(1 << 20, 1 << 10, false);
  private final ResidentFilters memory = Memories.of(1 << 20);
  private final BlockCache view = view(memory);

  private BlockCache view(ResidentFilters of) {
    return new FilterView(onHeap, new StoreFilters<HFileBlock>(of).newFile());
  }

  @Test
  void bloomBlockIsResidentAndNotInTheCache() {
    HFileBlock block = block(BlockType.BLOOM_CHUNK, ByteBuffer.allocate(BYTES));
    view.cacheBlock(key(8, BlockType.BLOOM_CHUNK), block, false, false);

    assertThat(get(view, 8, BlockType.BLOOM_CHUNK)).isSameAs(block);
    assertThat(onHeap.getBlockCount()).isZero();
    assertThat(memory.reserved()).isGreaterThanOrEqualTo(block.heapSize());
  }

  @ParameterizedTest
  @EnumSource(
      value = BlockType.class,
      names = {"DATA", "LEAF_INDEX", "META"})
  void otherBlocksAreInTheCache(BlockType type) {
    HFileBlock block = block(type, ByteBuffer.allocate(BYTES));
    view.cacheBlock(key(8, type), block);

    assertThat(get(onHeap, 8, type)).isSameAs(block);
    assertThat(get(view, 8, type)).isSameAs(block);
    assertThat(memory.reserved()).isZero();
  }

  /** HBase's scanners ask for the next block of a file without its type. */
  @Test
  void residentBlockIsFoundByAScanThatKnowsNoTypes() {
    HFileBlock block = block(BlockType.BLOOM_CHUNK, ByteBuffer.allocate(BYTES));
    view.cacheBlock(key(8, null), block, false);

    assertThat(get(view, 8, null)).isSameAs(block);
    assertThat(onHeap.getBlockCount()).isZero();
  }

  @Test
  void bloomBlockThatWasCachedBecomesResident() {
    onHeap.cacheBlock(
        key(8, BlockType.BLOOM_CHUNK), block(BlockType.BLOOM_CHUNK, ByteBuffer.allocate(BYTES)));

    assertThat(get(view, 8, BlockType.BLOOM_CHUNK)).isNotNull();
    onHeap.evictBlocksByHfileName("file");
    assertThat(get(view, 8, BlockType.BLOOM_CHUNK)).isNotNull();
  }

  @Test
  void bloomBlockWithoutRoomIsInTheCache() {
    BlockCache full = view(Memories.of(BYTES));
    HFileBlock block = block(BlockType.BLOOM_CHUNK, ByteBuffer.allocate(BYTES));
    full.cacheBlock(key(8, BlockType.BLOOM_CHUNK), block, false, false);

    assertThat(get(onHeap, 8, BlockType.BLOOM_CHUNK)).isSameAs(block);
    assertThat(get(full, 8, BlockType.BLOOM_CHUNK)).isSameAs(block);
  }

  /** Memory off the heap goes back to its allocator when its last reader has released it. */
  @Test
  void blockOffTheHeapIsCopiedAndNotRetained() {
    HFileBlock block = block(BlockType.BLOOM_CHUNK, ByteBuffer.allocateDirect(BYTES));
    view.cacheBlock(key(8, BlockType.BLOOM_CHUNK), block);
    assertThat(block.refCnt()).isOne();
    assertThat(block.release()).isTrue();

    HFileBlock resident = (HFileBlock) get(view, 8, BlockType.BLOOM_CHUNK);
    assertThat(resident.isSharedMem()).isFalse();
    assertThat(resident.getBufferReadOnly().toBytes(0, BYTES)).hasSize(BYTES);
  }

  @Test
  void endOfTheFileFreesItsMemory() {
    view.cacheBlock(
        key(8, BlockType.BLOOM_CHUNK), block(BlockType.BLOOM_CHUNK, ByteBuffer.allocate(BYTES)));
    view.cacheBlock(key(16, BlockType.DATA), block(BlockType.DATA, ByteBuffer.allocate(BYTES)));

    assertThat(view.evictBlocksByHfileName("file")).isEqualTo(2);
    assertThat(memory.reserved()).isZero();
    assertThat(onHeap.getBlockCount()).isZero();
    assertThat(get(view, 8, BlockType.BLOOM_CHUNK)).isNull();
  }

  /** HBase evicts a block that it cannot use. */
  @Test
  void evictedBlockIsNotResident() {
    view.cacheBlock(
        key(8, BlockType.BLOOM_CHUNK), block(BlockType.BLOOM_CHUNK, ByteBuffer.allocate(BYTES)));

    assertThat(view.evictBlock(key(8, BlockType.BLOOM_CHUNK))).isTrue();
    assertThat(get(view, 8, BlockType.BLOOM_CHUNK)).isNull();
    assertThat(memory.reserved()).isZero();
  }

  private static Cacheable get(BlockCache cache, long offset, BlockType type) {
    return cache.getBlock(key(offset, type), true, false, true);
  }

  private static BlockCacheKey key(long offset, BlockType type) {
    return new BlockCacheKey("file", offset, true, type);
  }

  private static HFileBlock block(BlockType type, ByteBuffer memory) {
    return new HFileBlockBuilder()
        .withBlockType(type)
        .withOnDiskSizeWithoutHeader(BYTES)
        .withOnDiskDataSizeWithHeader(BYTES)
        .withUncompressedSizeWithoutHeader(BYTES)
        .withPrevBlockOffset(-1)
        .withNextBlockOnDiskSize(-1)
        .withOffset(8)
        .withByteBuff(ByteBuff.wrap(memory))
        .withHFileContext(new HFileContextBuilder().build())
        .withShared(memory.isDirect())
        .build();
  }
}
