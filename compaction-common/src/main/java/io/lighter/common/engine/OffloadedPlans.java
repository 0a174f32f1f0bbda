// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * What a region server asks of a store's engine to offload a compaction with a plan. The defaults
 * are right for HBase's own engines. Thread-safe.
 */
@FunctionalInterface
public interface OffloadedPlans {
  /**
   * Returns the class name of the engine that carries out the plans. A compaction server creates
   * that engine for a store without files, a WAL, or region-server services. A compaction server
   * without the class refuses the request, and the compaction is local.
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
   * Returns whether the block cache gets the whole outputs of a compaction, however much of the
   * inputs is cached, by the settings of the store at present. That is so where flushes are only
   * divided, and HBase caches flushes as it writes them. Outputs of a merge are cached as those of
   * any compaction, also of the forest engine's merges of flushes.
   *
   * @param inputBytes sum of the input files' lengths, bytes
   */
  default boolean isCachedLikeAFlush(CompactionPlan plan, long inputBytes) {
    return false;
  }

  /**
   * Returns the plan with which a compaction is attempted again after a compaction server has found
   * no room in HDFS for the output, or has lost all DataNodes that it wrote to.
   *
   * @param plan plan of the first attempt
   * @param failures why each attempt so far failed, as the compaction server reports it; in their
   *     order, at least one
   * @return the same plan or another one; empty if the last failure has another reason, or if the
   *     engine knows no further place
   */
  default Optional<CompactionPlan> planAfter(CompactionPlan plan, List<String> failures) {
    return Optional.empty();
  }

  /**
   * Called after the output of another plan of {@link #planAfter} was taken over, and before its
   * commit. The engine may count and log that; does no I/O.
   *
   * @param plan plan of the successful attempt
   * @param failure why the first attempt failed
   */
  default void spilled(CompactionPlan plan, String failure) {}
}
