// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.util.List;

/**
 * A file as HDFS has it. Immutable.
 *
 * @param name name in its folder
 * @param replication replicas that each block shall have, 1 or more
 * @param policy name of the storage policy that applies: the file's own, or an inherited one
 * @param blocks all blocks
 */
public record StoredFile(String name, int replication, String policy, List<Block> blocks) {
  public StoredFile {
    blocks = List.copyOf(blocks);
  }

  /**
   * A block.
   *
   * @param length bytes of one replica
   * @param types name of the storage type of each replica, such as DISK
   */
  public record Block(long length, List<String> types) {
    public Block {
      types = List.copyOf(types);
    }
  }
}
