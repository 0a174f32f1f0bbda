// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;

/** Splits a file as this release of HBase does. Stateless. */
final class HalfFiles {
  private HalfFiles() {}

  /**
   * Returns the reference or link of a half to a file of the parent; empty if the half has no row
   * of the file.
   *
   * @param from files of the parent
   * @param tracker files of the half
   * @param top whether the half is the upper one
   */
  static Optional<StoreFileInfo> of(
      HRegionFileSystem from,
      RegionInfo half,
      HStoreFile file,
      byte[] key,
      boolean top,
      StoreFileTracker tracker)
      throws IOException {
    Path path = from.splitStoreFile(half, "f", file, key, top, null, tracker);
    return path == null ? Optional.empty() : Optional.of(tracker.getStoreFileInfo(path, true));
  }
}
