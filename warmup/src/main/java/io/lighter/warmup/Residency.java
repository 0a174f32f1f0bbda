// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import io.lighter.warmup.WarmupInput.Overlap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Chooses the output blocks that replace cached blocks of the inputs: blocks whose rows are cached,
 * up to the cached bytes of the inputs. Of these, the blocks that replace multi-access blocks are
 * chosen by the same rule.
 *
 * <p>A choice by rows alone would be too large. If several inputs have the same rows and half of
 * their blocks are cached, nearly every output block shares a row with a cached block. Caching all
 * of them would evict cached blocks.
 *
 * <p>Used by one thread.
 */
final class Residency {
  /**
   * Part of the inputs' blocks that has to be cached for a read of a block that is not supplied.
   */
  private static final double MOST = 0.5;

  private final List<WarmupInput> inputFiles;
  private final boolean onlyResident;
  private final boolean withPriorities;
  private final Allowance cached = new Allowance(Overlap::cachedBytes);
  private final Allowance multiAccess = new Allowance(Overlap::multiAccessBytes);

  /**
   * Creates a choice without chosen blocks.
   *
   * @param inputFiles input files, which may be added until the first choice
   * @param onlyResident whether to choose among the blocks; otherwise all blocks are cached
   * @param withPriorities whether the cache has multi-access blocks
   */
  Residency(List<WarmupInput> inputFiles, boolean onlyResident, boolean withPriorities) {
    this.inputFiles = inputFiles;
    this.onlyResident = onlyResident;
    this.withPriorities = withPriorities;
  }

  /**
   * The choice for one step.
   *
   * @param cached blocks to cache
   * @param promoted those of {@code cached} that become multi-access blocks
   */
  record Choice(Set<BlockSpan> cached, Set<BlockSpan> promoted) {}

  /** A block with the overlap of its rows and all input files. */
  private record Candidate(BlockSpan block, Overlap overlap) {}

  /** The bytes of the inputs of one kind, which as many bytes of the output replace. */
  private static final class Allowance {
    private final ToLongFunction<Overlap> kind;

    /** Bytes on disk of the blocks chosen so far. */
    private long chosenBytes;

    Allowance(ToLongFunction<Overlap> kind) {
      this.kind = kind;
    }

    /** The share, 0 to 1, of the kind in the input blocks that overlap a block's rows. */
    private double part(Candidate candidate) {
      long all = candidate.overlap.bytes();
      return all == 0 ? 0 : (double) kind.applyAsLong(candidate.overlap) / all;
    }

    /**
     * Chooses blocks with a part of the kind, those with the largest part first.
     *
     * @param bytes bytes on disk of the kind that have been examined in all inputs
     */
    Set<BlockSpan> choose(List<Candidate> candidates, long bytes) {
      List<Candidate> sorted = new ArrayList<>(candidates);
      sorted.removeIf(candidate -> part(candidate) == 0);
      sorted.sort(Comparator.comparingDouble(this::part).reversed());
      Set<BlockSpan> chosen = new HashSet<>();
      for (Candidate candidate : sorted) {
        int size = candidate.block.onDiskSize();
        // A fully cached input stays fully cached, even if the output is slightly larger.
        if (part(candidate) == 1 || chosenBytes + size <= bytes) {
          chosen.add(candidate.block);
          chosenBytes += size;
        }
      }
      return chosen;
    }
  }

  /**
   * Chooses the blocks of a step.
   *
   * @param blocks blocks in key order, behind those of earlier calls for the same file
   * @param wereCold whether the blocks were not worth retaining when the compaction was requested.
   *     With onlyResident, such a block is left to reads, unless most of its inputs' blocks have
   *     been cached since
   */
  Choice choose(List<BlockSpan> blocks, boolean wereCold) throws IOException {
    if (!onlyResident && !withPriorities) {
      return new Choice(Set.copyOf(blocks), Set.of()); // does not examine the inputs
    }
    List<Candidate> candidates = new ArrayList<>();
    for (BlockSpan block : blocks) {
      candidates.add(new Candidate(block, overlap(block)));
    }
    if (onlyResident && wereCold) {
      candidates.removeIf(candidate -> cached.part(candidate) <= MOST);
    }
    Set<BlockSpan> chosen =
        onlyResident
            ? cached.choose(candidates, seen(WarmupInput::cachedBytesSeen))
            : Set.copyOf(blocks);
    candidates.removeIf(candidate -> !chosen.contains(candidate.block));
    return new Choice(
        chosen, multiAccess.choose(candidates, seen(WarmupInput::multiAccessBytesSeen)));
  }

  private long seen(ToLongFunction<WarmupInput> kind) {
    return inputFiles.stream().mapToLong(kind).sum();
  }

  private Overlap overlap(BlockSpan block) throws IOException {
    Overlap sum = new Overlap(0, 0, 0);
    for (WarmupInput file : inputFiles) {
      sum = sum.plus(file.overlap(block));
    }
    return sum;
  }
}
