// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.EncodedChunk;
import io.lighter.chunk.RowBounds;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The chunks of one file during its write, whose blocks arrive in file order. Confined to the
 * writing thread; {@link ChunkStream} says which threads compress.
 */
final class FileCapture {
  private final CacheEvents events;
  private final ChunkStream data;
  private final ChunkStream indexAndBloom;

  /** First row of the chunk in {@link #data}. */
  private ByteString firstRow = ByteString.EMPTY;

  /** Offset behind the last data block. */
  private long endOfData;

  FileCapture(ChunkMemory memory, CacheEvents events, ChunkBuilders builders, Executor press) {
    this.events = events;
    this.data = new ChunkStream(ChunkKind.DATA, builders, memory, events, press);
    this.indexAndBloom =
        new ChunkStream(ChunkKind.INDEX_AND_BLOOM, builders, memory, events, press);
  }

  /**
   * Copies a block; ignores kinds of blocks that are not transferred.
   *
   * @throws IOException if this is not a block; {@link #abandonChunks} then leaves a gap
   */
  void add(HFileBlock block) throws IOException {
    if (ChunkKind.DATA.holds(block.getBlockType())) {
      addData(block);
    } else if (ChunkKind.INDEX_AND_BLOOM.holds(block.getBlockType())) {
      addIndexOrBloom(block);
    }
  }

  /** Drops the blocks of incomplete chunks; the region server reads these blocks from the file. */
  void abandonChunks() {
    data.abandon();
    indexAndBloom.abandon();
  }

  /** Completes the last chunks at the end of the file. */
  void finish() {
    if (!data.isEmpty()) {
      completeData(endOfData, Optional.empty());
    }
    if (!indexAndBloom.isEmpty()) {
      completeIndexAndBloom();
    }
  }

  /**
   * The chunks: index and Bloom first, then data by ascending offset. Waits for their compression.
   */
  List<StoredChunk> chunks() {
    List<StoredChunk> chunks = new ArrayList<>(indexAndBloom.chunks());
    chunks.addAll(data.chunks());
    return List.copyOf(chunks);
  }

  private void addData(HFileBlock block) throws IOException {
    boolean travels = ChunkBuilder.canHold(block);
    if (data.isEmpty() || !travels || !data.hasRoomFor(block)) {
      ByteString row = ByteString.copyFrom(RowBounds.firstRow(block));
      if (!data.isEmpty()) {
        completeData(HFileBlocks.offset(block), Optional.of(row));
      }
      firstRow = row;
    }
    if (travels) {
      data.add(block);
      endOfData = HFileBlocks.offset(block) + block.getOnDiskSizeWithHeader();
    } else {
      events.chunkDropped();
    }
  }

  private void addIndexOrBloom(HFileBlock block) {
    if (!ChunkBuilder.canHold(block)) {
      events.chunkDropped();
      return;
    }
    if (!indexAndBloom.hasRoomFor(block)) {
      completeIndexAndBloom();
    }
    indexAndBloom.add(block);
  }

  private void completeData(long endOffset, Optional<ByteString> endRow) {
    ByteString first = firstRow;
    data.complete(
        chunk -> {
          ChunkInfo.Builder info =
              info(chunk).setKind(ChunkInfo.Kind.DATA).setEndOffset(endOffset).setFirstRow(first);
          endRow.ifPresent(info::setEndRow);
          return info.build();
        });
  }

  private void completeIndexAndBloom() {
    indexAndBloom.complete(
        chunk ->
            info(chunk)
                .setKind(ChunkInfo.Kind.INDEX_AND_BLOOM)
                .setEndOffset(chunk.lastOffset())
                .build());
  }

  private static ChunkInfo.Builder info(EncodedChunk chunk) {
    return ChunkInfo.newBuilder()
        .setVersion(chunk.version().number())
        .setFirstOffset(chunk.firstOffset())
        .setBlocks(chunk.blocks())
        .setRawBytes(chunk.rawBytes())
        .setFrameBytes(chunk.frameBytes());
  }
}
