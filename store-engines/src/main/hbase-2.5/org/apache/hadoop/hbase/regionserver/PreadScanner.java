// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import org.apache.yetus.audience.InterfaceAudience;

/** The scanner that {@code StoreFileReader.getStoreFileScanner} makes of a pread, to extend. */
@InterfaceAudience.Private
abstract class PreadScanner extends StoreFileScanner {
  @SuppressWarnings("deprecation") // the half of a file overrides getScanner
  PreadScanner(
      StoreFileReader reader,
      boolean cacheBlocks,
      long readPoint,
      long order,
      boolean canOptimizeForNonNullColumn) {
    super(
        reader,
        reader.getScanner(cacheBlocks, true, false),
        true,
        reader.getHFileReader().hasMVCCInfo(),
        readPoint,
        order,
        canOptimizeForNonNullColumn);
  }
}
