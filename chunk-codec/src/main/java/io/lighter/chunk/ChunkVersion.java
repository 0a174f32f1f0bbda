// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The versions of the chunk format. This build writes and reads all of them. A region server names
 * the versions that it reads when it submits a job, and the job's chunks have the newest version
 * that both sides have.
 */
public enum ChunkVersion {
  /** All blocks of a chunk are one Snappy run. */
  ONE_RUN(1),
  /** Each block is a Snappy run of its own, or stored as it is. */
  BLOCK_BY_BLOCK(2);

  private final int number;

  ChunkVersion(int number) {
    this.number = number;
  }

  /** Number of this version in frames and messages. */
  public int number() {
    return number;
  }

  /** Numbers of the versions that this build reads. */
  public static List<Integer> readable() {
    return Arrays.stream(values()).map(ChunkVersion::number).toList();
  }

  /**
   * The newest version that this build writes and a peer reads; empty if there is none.
   *
   * @param readByPeer numbers that the peer has named, in any order; empty for an older peer, which
   *     reads version 1. Unknown numbers are ignored.
   */
  public static Optional<ChunkVersion> newestOf(Collection<Integer> readByPeer) {
    return readByPeer.isEmpty()
        ? Optional.of(ONE_RUN)
        : Arrays.stream(values())
            .filter(version -> readByPeer.contains(version.number))
            .max(Comparator.comparingInt(ChunkVersion::number));
  }

  /** The version with this number; empty if this build does not read that version. */
  public static Optional<ChunkVersion> ofNumber(int number) {
    return Arrays.stream(values()).filter(version -> version.number == number).findFirst();
  }

  /** Creates the packing of this version's frames. */
  Packing newPacking() {
    return switch (this) { // no default: a new version must name its packing
      case ONE_RUN -> new RunPacking();
      case BLOCK_BY_BLOCK -> new BlockPacking();
    };
  }
}
