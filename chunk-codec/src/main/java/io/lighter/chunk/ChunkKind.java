// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import org.apache.hadoop.hbase.io.hfile.BlockType;

/** The type of blocks that a chunk holds. */
public enum ChunkKind {
  /** Consecutive data blocks of a file. */
  DATA(1),
  /** Leaf and intermediate index blocks and Bloom blocks, from anywhere in a file. */
  INDEX_AND_BLOOM(2);

  private final byte code;

  ChunkKind(int code) {
    this.code = (byte) code;
  }

  /** Code of this kind in a frame. */
  byte code() {
    return code;
  }

  /** Whether a chunk of this kind may hold a block of {@code type}. */
  public boolean holds(BlockType type) {
    return switch (this) { // no default: a new kind must list its block types
      case DATA -> type.isData();
      case INDEX_AND_BLOOM ->
          type == BlockType.LEAF_INDEX
              || type == BlockType.INTERMEDIATE_INDEX
              || type == BlockType.BLOOM_CHUNK;
    };
  }

  /** The kind with this code. */
  static ChunkKind ofCode(byte code) throws CorruptChunkException {
    for (ChunkKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new CorruptChunkException("unknown kind " + code);
  }
}
