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
 */
public record PendingOutput(
    Set<String> files, RegionFence fence, Optional<RetainedOutput> retained) {
  /** Copies the names. */
  public PendingOutput {
    files = Set.copyOf(files);
  }
}
