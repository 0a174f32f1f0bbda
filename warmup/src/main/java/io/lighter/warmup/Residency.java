// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the output blocks that replace cached blocks of the inputs: blocks whose rows are cached,
 * up to the cached bytes of the inputs.
 *
 * <p>A choice by rows alone would be too large. If several inputs have the same rows and half of
 * their blocks are cached, nearly every output block shares a row with a cached block. Caching all
 * of them would evict cached blocks.
 *
 * <p>Used by one thread.
 */
final class Residency {
  private final List<WarmupInput> inputFiles;

  /** Bytes on disk of the blocks chosen so far. */
  private long chosenBytes;

  Residency(List<WarmupInput> inputFiles) {
    this.inputFiles = inputFiles;
  }

  /** A block with the cached share, 0 to 1, of the input blocks that overlap its rows. */
  private record Candidate(BlockSpan block, double cachedPart) {}

  /**
   * Chooses the blocks of a step to cache, those with the largest cached share first.
   *
   * @param blocks blocks in key order, behind those of earlier calls for the same file
   */
  Set<BlockSpan> choose(List<BlockSpan> blocks) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    for (BlockSpan block : blocks) {
      double cachedPart = cachedPart(block);
      if (cachedPart > 0) {
        candidates.add(new Candidate(block, cachedPart));
      }
    }
    candidates.sort(Comparator.comparingDouble(Candidate::cachedPart).reversed());
    long cachedBytes = inputFiles.stream().mapToLong(WarmupInput::cachedBytesSeen).sum();
    Set<BlockSpan> chosen = new HashSet<>();
    for (Candidate candidate : candidates) {
      int bytes = candidate.block.onDiskSize();
      // A fully cached input stays fully cached, even if the output is slightly larger.
      if (candidate.cachedPart == 1 || chosenBytes + bytes <= cachedBytes) {
        chosen.add(candidate.block);
        chosenBytes += bytes;
      }
    }
    return chosen;
  }

  private double cachedPart(BlockSpan block) throws IOException {
    long cached = 0;
    long all = 0;
    for (WarmupInput file : inputFiles) {
      WarmupInput.Overlap overlap = file.overlap(block);
      cached += overlap.cachedBytes();
      all += overlap.bytes();
    }
    return all == 0 ? 0 : (double) cached / all;
  }
}
