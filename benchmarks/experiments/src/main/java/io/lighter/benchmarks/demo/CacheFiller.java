// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Reads a table once, so that all its blocks are in the block cache. */
public final class CacheFiller {
  private final Connection connection;
  private final TableName table;
  private final Progress progress;

  /** Creates a filler without reading. */
  public CacheFiller(Connection connection, TableName table, Progress progress) {
    this.connection = connection;
    this.table = table;
    this.progress = progress;
  }

  /** Reads every cell, including deleted ones, so that all blocks are read. */
  public void fill() throws IOException {
    List<Callable<Void>> tasks = new ArrayList<>();
    AtomicInteger done = new AtomicInteger();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      List<HRegionLocation> regions = locator.getAllRegionLocations();
      for (HRegionLocation region : regions) {
        tasks.add(
            () -> {
              read(region.getRegion().getStartKey(), region.getRegion().getEndKey());
              progress.update((double) done.incrementAndGet() / regions.size());
              return null;
            });
      }
    }
    Parallel.run(tasks);
  }

  private void read(byte[] from, byte[] to) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(from)
            .withStopRow(to)
            .setRaw(true)
            .readAllVersions()
            .setFilter(new KeyOnlyFilter());
    try (Table reader = connection.getTable(table);
        ResultScanner scanner = reader.getScanner(scan)) {
      Result result;
      do {
        result = scanner.next();
      } while (result != null);
    }
  }
}
