// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Store;

/** A region of HBase's. Thread-safe. */
final class OpenedRegion implements EntryRepair.Region {
  private final HRegion region;

  OpenedRegion(HRegion region) {
    this.region = region;
  }

  /**
   * The id with which the region was opened, or the highest one of a file of the family. The first
   * is below the stamp of each write since, and no earlier write is left.
   */
  @Override
  public long settled(byte[] family) {
    Store store = region.getStore(family);
    long flushed = store == null ? -1 : store.getMaxSequenceId().orElse(-1);
    return Math.max(region.getOpenSeqNum(), flushed);
  }
}
