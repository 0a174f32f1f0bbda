// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * Compares the outputs of one offloaded compaction with its plan, before the region server commits
 * them. Used by one thread.
 */
@FunctionalInterface
public interface OutputCheck {
  /** Accepts all outputs. */
  OutputCheck NONE = output -> {};

  /** Creates the check of one compaction. */
  @FunctionalInterface
  interface Factory {
    /**
     * Returns a check that has seen no output.
     *
     * @param inputs the files of the request, with open readers
     */
    OutputCheck of(CompactionPlan plan, Collection<HStoreFile> inputs);
  }

  /**
   * Checks the next output.
   *
   * @param output output with an open reader, in the order in which HBase commits the outputs
   * @throws IOException if a local compaction by the same plan would have written another file. No
   *     output is then committed.
   */
  void next(HStoreFile output) throws IOException;
}
