package io.lighter.server.cache;

import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.warmup.chunk.ChunkBuilder;
import io.lighter.warmup.chunk.ChunkKind;
import io.lighter.warmup.chunk.EncodedChunk;
import io.lighter.warmup.chunk.RowBounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The chunks of one file that is being written, whose blocks come in the order of the file.
 * Confined to the thread that writes the file.
 */
final class FileCapture {
  private final ChunkMemory memory;
  private final CacheEvents events;
  private final ChunkBuilder data;
  private final ChunkBuilder indexAndBloom;
  private final List<StoredChunk> dataChunks = new ArrayList<>();
  private final List<StoredChunk> indexAndBloomChunks = new ArrayList<>();

  /** Of the chunk in {@link #data}. */
  private ByteString firstRow = ByteString.EMPTY;

  /** Behind the last data block. */
  private long endOfData;

  FileCapture(ChunkMemory memory, CacheEvents events, int chunkBytes) {
    this.memory = memory;
    this.events = events;
    this.data = new ChunkBuilder(ChunkKind.DATA, chunkBytes);
    this.indexAndBloom = new ChunkBuilder(ChunkKind.INDEX_AND_BLOOM, chunkBytes);
  }

  /**
   * Takes a copy of a block; one of no kind that travels is passed over.
   *
   * @throws IOException if this is no block; {@link #abandonChunks} then makes a gap of it
   */
  void add(HFileBlock block) throws IOException {
    if (ChunkKind.DATA.holds(block.getBlockType())) {
      addData(block);
    } else if (ChunkKind.INDEX_AND_BLOOM.holds(block.getBlockType())) {
      addIndexOrBloom(block);
    }
  }

  /** Forgets the blocks that are in no complete chunk yet; the region server reads them itself. */
  void abandonChunks() {
    for (ChunkBuilder builder : List.of(data, indexAndBloom)) {
      if (!builder.isEmpty()) {
        builder.clear();
        events.chunkDropped();
      }
    }
  }

  /** Completes the last chunks: the file has no more blocks. */
  void finish() throws IOException {
    if (!data.isEmpty()) {
      storeData(endOfData, Optional.empty());
    }
    if (!indexAndBloom.isEmpty()) {
      storeIndexAndBloom();
    }
  }

  /** Index and Bloom first, then data by ascending offset. */
  List<StoredChunk> chunks() {
    List<StoredChunk> chunks = new ArrayList<>(indexAndBloomChunks);
    chunks.addAll(dataChunks);
    return List.copyOf(chunks);
  }

  private void addData(HFileBlock block) throws IOException {
    boolean travels = ChunkBuilder.canHold(block);
    if (data.isEmpty() || !travels || !data.hasRoomFor(block)) {
      ByteString row = ByteString.copyFrom(RowBounds.firstRow(block));
      if (!data.isEmpty()) {
        storeData(block.getOffset(), Optional.of(row));
      }
      firstRow = row;
    }
    if (travels) {
      data.add(block);
      endOfData = block.getOffset() + block.getOnDiskSizeWithHeader();
    } else {
      events.chunkDropped();
    }
  }

  private void addIndexOrBloom(HFileBlock block) throws IOException {
    if (!ChunkBuilder.canHold(block)) {
      events.chunkDropped();
      return;
    }
    if (!indexAndBloom.hasRoomFor(block)) {
      storeIndexAndBloom();
    }
    indexAndBloom.add(block);
  }

  private void storeData(long endOffset, Optional<ByteString> endRow) throws IOException {
    EncodedChunk chunk = data.build();
    ChunkInfo.Builder info =
        info(chunk).setKind(ChunkInfo.Kind.DATA).setEndOffset(endOffset).setFirstRow(firstRow);
    endRow.ifPresent(info::setEndRow);
    store(chunk, info.build(), dataChunks);
  }

  private void storeIndexAndBloom() throws IOException {
    EncodedChunk chunk = indexAndBloom.build();
    ChunkInfo info =
        info(chunk)
            .setKind(ChunkInfo.Kind.INDEX_AND_BLOOM)
            .setEndOffset(chunk.lastOffset())
            .build();
    store(chunk, info, indexAndBloomChunks);
  }

  private void store(EncodedChunk chunk, ChunkInfo info, List<StoredChunk> chunks) {
    memory
        .store(chunk.frame())
        .ifPresentOrElse(frame -> chunks.add(new StoredChunk(info, frame)), events::chunkDropped);
  }

  private static ChunkInfo.Builder info(EncodedChunk chunk) {
    return ChunkInfo.newBuilder()
        .setFirstOffset(chunk.firstOffset())
        .setBlocks(chunk.blocks())
        .setRawBytes(chunk.rawBytes())
        .setFrameBytes(chunk.frameBytes());
  }
}
