// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/** The regions of a table with the sequence ids with which they were opened. Stateless. */
final class RegionStamps {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** HBase notes this for a region that a split or merge has made, until it is opened. */
  private static final long NOT_OPENED = 1;

  private RegionStamps() {}

  /**
   * Reads the regions, as soon as each has been opened.
   *
   * @return regions that have all rows, in their order
   * @throws IOException if a region is not opened within five minutes
   */
  static List<FileRun.Range> of(Connection connection, TableName table) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      HRegionLocation missing = null;
      List<FileRun.Range> ranges = new ArrayList<>();
      try (RegionLocator locator = connection.getRegionLocator(table)) {
        locator.clearRegionLocationCache();
        for (HRegionLocation region : locator.getAllRegionLocations()) {
          if (region.getServerName() == null || region.getSeqNum() <= NOT_OPENED) {
            missing = region;
          }
          ranges.add(
              new FileRun.Range(
                  region.getRegion().getEncodedName(),
                  region.getRegion().getStartKey(),
                  region.getRegion().getEndKey(),
                  region.getSeqNum()));
        }
      }
      if (missing == null && !ranges.isEmpty()) {
        return ranges;
      }
      if (System.nanoTime() >= end) {
        throw new IOException(
            "%s: region %s is not open for %d s"
                .formatted(
                    table,
                    missing == null ? "?" : missing.getRegion().getEncodedName(),
                    PATIENCE.toSeconds()));
      }
      pause();
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
