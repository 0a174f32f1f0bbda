// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.read.Searches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What HBase counts of a read that seeks ahead. */
class RunAheadScanMetricsTest {
  private static final int FILES = 6;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final Searches searches = new Searches(16);
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(false);
    ThreadLocalServerSideScanMetrics.reset();
    twins.close();
    searches.close();
    util.cleanupTestDir();
  }

  @Test
  void rowOfAllFilesCountsAsMuchAsWithHBasesEngine() throws IOException {
    conf.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0);
    conf.set("lighter.forest.search", "fixed");
    conf.setInt(SmallForestEngine.FANOUT, 16);
    SearchingForestEngine.share(searches.pool(), Optional.empty(), ByteBuffAllocator.HEAP);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.of(Twins.FAMILY),
            SearchingForestEngine.class);
    for (int file = 0; file < FILES; file++) {
      for (int row = 0; row < 5; row++) {
        twins.put(row, 100);
      }
      twins.flush();
    }
    ThreadLocalServerSideScanMetrics.setScanMetricsEnabled(true);
    long plain = bytesRead(twins.plain);
    assertThat(plain).isPositive();
    assertThat(bytesRead(twins.tested)).isEqualTo(plain);
    assertThat(searches.ahead()).as("the pool had a part of it").isPositive();
  }

  private static long bytesRead(HRegion region) throws IOException {
    ThreadLocalServerSideScanMetrics.reset();
    Scan row = new Scan(new Get(Twins.row(3)).addFamily(Twins.FAMILY).readAllVersions());
    try (RegionScanner scanner = region.getScanner(row)) {
      List<Cell> cells = new ArrayList<>();
      scanner.next(cells);
      assertThat(cells).isNotEmpty();
    }
    return ThreadLocalServerSideScanMetrics.getBytesReadFromFsAndReset();
  }
}
