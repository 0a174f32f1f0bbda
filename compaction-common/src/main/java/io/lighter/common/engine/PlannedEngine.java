// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.util.Collection;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * A store engine whose compactions have plans that are data, of the kind that its {@link PlanKind}
 * says. The compactions that its {@code createCompaction()} creates are {@link PlannedContext}s.
 * Thread-safe.
 */
public interface PlannedEngine extends CommitListener {
  /**
   * Returns the class name of the engine that carries out the plans. A compaction server creates
   * that engine for a store without files, a WAL, or region-server services. Its compactor is a
   * {@link PlanCompactor}. A compaction server without the class refuses the request, and the
   * compaction is local.
   */
  String compactingEngine();

  /**
   * Returns the check of the outputs of a compaction server, beyond what Lighter checks for all
   * engines: lengths, numbers of cells, and that only the last output lists the inputs.
   *
   * @param plan plan of the compaction
   * @param inputs the files of the request, with open readers
   */
  default OutputCheck outputCheck(CompactionPlan plan, Collection<HStoreFile> inputs) {
    return OutputCheck.NONE;
  }

  /**
   * Returns whether the outputs of a compaction are cached whole, see {@link WholeOutputs}: flushes
   * are only divided, where HBase caches flushes as it writes them. Outputs of a merge are cached
   * as those of any compaction, also of the forest engine's merges of flushes.
   *
   * @param inputBytes sum of the input files' lengths, bytes
   */
  default boolean isCachedLikeAFlush(CompactionPlan plan, long inputBytes) {
    return false;
  }
}
