// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkKind;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import java.io.IOException;

/**
 * A chunk, by its position in the compaction server's list.
 *
 * @param fileNumber position of the file
 * @param index position of the chunk in the file
 */
public record ChunkRef(int fileNumber, String file, int index, ChunkInfo info) {
  /** Checks that the kind and range of the chunk's blocks match the server's list. */
  void requireAsListed(Chunk chunk) throws IOException {
    boolean ofListedKind =
        switch (info.getKind()) {
          case DATA -> chunk.kind() == ChunkKind.DATA;
          case INDEX_AND_BLOOM -> chunk.kind() == ChunkKind.INDEX_AND_BLOOM;
          case KIND_UNSPECIFIED -> false;
        };
    long first = chunk.blocks().get(0).offset();
    long last = chunk.blocks().get(chunk.blocks().size() - 1).offset();
    // A data chunk ends behind its last block, and any other chunk ends at its last block.
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
