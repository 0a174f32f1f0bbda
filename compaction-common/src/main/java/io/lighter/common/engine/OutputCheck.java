// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import java.io.IOException;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * Compares the outputs of one offloaded compaction with its plan, before the region server commits
 * them. Used by one thread.
 */
@FunctionalInterface
public interface OutputCheck {
  /** Accepts all outputs. */
  OutputCheck NONE = output -> {};

  /**
   * Checks the next output.
   *
   * @param output output with an open reader, in the order in which HBase commits the outputs
   * @throws IOException if a local compaction by the same plan would have written another file. No
   *     output is then committed.
   */
  void next(HStoreFile output) throws IOException;
}
