package io.lighter.regionserver.warmup.remote;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkKind;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import java.io.IOException;

/**
 * A chunk, by its place in what the compaction server has listed.
 *
 * @param fileNumber position of its file
 * @param index position in its file
 */
public record ChunkRef(int fileNumber, String file, int index, ChunkInfo info) {
  /**
   * Requires that a chunk has blocks of the kind and from the range of the file that the server has
   * listed it with.
   */
  void requireAsListed(Chunk chunk) throws IOException {
    boolean ofListedKind =
        switch (info.getKind()) {
          case DATA -> chunk.kind() == ChunkKind.DATA;
          case INDEX_AND_BLOOM -> chunk.kind() == ChunkKind.INDEX_AND_BLOOM;
          case KIND_UNSPECIFIED -> false;
        };
    long first = chunk.blocks().get(0).offset();
    long last = chunk.blocks().get(chunk.blocks().size() - 1).offset();
    // The end of a chunk of data is behind its last block, that of another one is the last block.
    boolean endsInTime =
        chunk.kind() == ChunkKind.DATA ? last < info.getEndOffset() : last <= info.getEndOffset();
    if (!ofListedKind || first < info.getFirstOffset() || !endsInTime) {
      throw new IOException(
          "%s has blocks of kind %s from %d to %d, listed is kind %s from %d to %d"
              .formatted(
                  this,
                  chunk.kind(),
                  first,
                  last,
                  info.getKind(),
                  info.getFirstOffset(),
                  info.getEndOffset()));
    }
  }

  @Override
  public String toString() {
    return "chunk " + index + " of " + file;
  }
}
