// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.output;

import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.util.Optional;
import java.util.Set;

/**
 * The output files of one compaction, until reads switch to them. Immutable.
 *
 * @param files names of the files
 * @param fence fence that was made before the first file
 * @param retained job and compaction server that retain the output; empty if none does
 * @param whole whether the warm-up caches all blocks, however much of the inputs is cached
 */
public record PendingOutput(
    Set<String> files, RegionFence fence, Optional<RetainedOutput> retained, boolean whole) {
  /** Copies the names. */
  public PendingOutput {
    files = Set.copyOf(files);
  }

  /** An output of which the warm-up caches as much as the strategy says. */
  public PendingOutput(Set<String> files, RegionFence fence, Optional<RetainedOutput> retained) {
    this(files, fence, retained, false);
  }

  /** Whether the warm-up needs the output after its commit. */
  boolean isOfUseToWarmup() {
    return retained.isPresent() || whole;
  }
}
