// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.RetryCounter;
import org.apache.hadoop.hbase.util.RetryCounterFactory;

/** The regions of a table with the sequence ids with which they were opened. Stateless. */
final class RegionStamps {
  /** HBase has no call that waits for this, so {@code hbase:meta} is read each second. */
  private static final RetryCounterFactory READS = new RetryCounterFactory(300, 1_000);

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
    RetryCounter reads = READS.create();
    while (true) {
      List<HRegionLocation> regions;
      try (RegionLocator locator = connection.getRegionLocator(table)) {
        locator.clearRegionLocationCache();
        regions = locator.getAllRegionLocations();
      }
      Optional<HRegionLocation> missing =
          regions.stream().filter(region -> !isOpen(region)).findFirst();
      if (missing.isEmpty() && !regions.isEmpty()) {
        return regions.stream().map(RegionStamps::range).toList();
      }
      if (!reads.shouldRetry()) {
        throw new IOException(
            "%s: region %s is not open for five minutes"
                .formatted(
                    table, missing.map(region -> region.getRegion().getEncodedName()).orElse("?")));
      }
      pause(reads);
    }
  }

  private static boolean isOpen(HRegionLocation region) {
    return region.getServerName() != null && region.getSeqNum() > NOT_OPENED;
  }

  private static FileRun.Range range(HRegionLocation region) {
    RegionInfo info = region.getRegion();
    return new FileRun.Range(
        info.getEncodedName(), info.getStartKey(), info.getEndKey(), region.getSeqNum());
  }

  private static void pause(RetryCounter reads) throws InterruptedIOException {
    try {
      reads.sleepUntilNextRetry();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
