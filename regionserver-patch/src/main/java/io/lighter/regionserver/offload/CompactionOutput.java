// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * The output of a compaction. Immutable.
 *
 * @param files paths of the files, which HBase commits in this order
 * @param retained job and compaction server that retain the files; empty if none does
 * @param whole whether the warm-up caches all blocks; false for a local compaction, which has
 *     cached them as it wrote them
 */
record CompactionOutput(List<Path> files, Optional<RetainedOutput> retained, boolean whole) {
  /** An output that no compaction server retains. */
  static CompactionOutput of(List<Path> files) {
    return new CompactionOutput(files, Optional.empty(), false);
  }
}
