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
  private final ResidentRows rows;
  private final ChunkStream data;
  private final ChunkStream indexAndBloom;

  /** First row of the chunk in {@link #data}. */
  private ByteString firstRow = ByteString.EMPTY;

  /** Offset behind the last data block. */
  private long endOfData;

  /**
   * The last data block, whose rows are known when the next block arrives; null if there is none,
   * and if all rows are retained.
   */
  private HFileBlock undecided;

  /** First row of {@link #undecided}. */
  private byte[] undecidedRow;

  private long writtenBytes;

  FileCapture(
      ResidentRows rows,
      ChunkMemory memory,
      CacheEvents events,
      ChunkBuilders builders,
      Executor press) {
    this.rows = rows;
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
    writtenBytes += block.getOnDiskSizeWithHeader();
    if (ChunkKind.DATA.holds(block.getBlockType())) {
      if (rows.isAll()) {
        addData(block);
      } else {
        byte[] row = RowBounds.firstRow(block);
        decide(row);
        undecided = block.retain(); // the writer releases its own reference
        undecidedRow = row;
      }
    } else if (ChunkKind.INDEX_AND_BLOOM.holds(block.getBlockType())) {
      addIndexOrBloom(block);
    }
  }

  /** Drops the blocks of incomplete chunks; the region server reads these blocks from the file. */
  void abandonChunks() {
    close();
    data.abandon();
    indexAndBloom.abandon();
  }

  /** Bytes on disk of all blocks so far, retained or not. */
  long writtenBytes() {
    return writtenBytes;
  }

  /**
   * Completes the last chunks at the end of the file.
   *
   * @throws IOException if the last block is not a block
   */
  void finish() throws IOException {
    decide(null);
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

  /** Releases the block that was not added to a chunk. */
  void close() {
    if (undecided != null) {
      undecided.release();
      undecided = null;
    }
  }

  /**
   * Adds the undecided block to a chunk if the block has rows to retain. A chunk ends at a block
   * that is not retained.
   *
   * @param nextRow first row of the next block; null at the end of the file
   */
  private void decide(byte[] nextRow) throws IOException {
    if (undecided == null) {
      return;
    }
    try {
      if (rows.touch(undecidedRow, nextRow)) {
        addData(undecided);
      } else if (!data.isEmpty()) {
        completeData(HFileBlocks.offset(undecided), Optional.of(ByteString.copyFrom(undecidedRow)));
      }
    } finally {
      close();
    }
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
