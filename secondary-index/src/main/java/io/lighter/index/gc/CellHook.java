// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** Takes part in one compaction. Confined to the thread of the job. */
public interface CellHook {
  /**
   * Takes the next cells of the output, in order. HBase passes a row in several pieces.
   *
   * @param cells cells that are valid during the call; the hook may remove some
   */
  void cells(List<Cell> cells);
}
