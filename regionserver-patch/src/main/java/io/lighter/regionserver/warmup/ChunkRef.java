package io.lighter.regionserver.warmup;

import io.lighter.common.protocol.LighterProtos.ChunkInfo;

/**
 * A chunk, by its place in what the compaction server has listed.
 *
 * @param fileNumber position of its file
 * @param index position in its file
 */
record ChunkRef(int fileNumber, String file, int index, ChunkInfo info) {
  @Override
  public String toString() {
    return "chunk " + index + " of " + file;
  }
}
