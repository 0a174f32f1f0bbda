// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.regionserver.warmup.RoutedStoreFileManager;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.warmup.Routing;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmupThreshold;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileManager;

/** A region server's list of files as reads see it, frozen at one moment for measurements. */
public final class RoutedFiles {
  private RoutedFiles() {}

  /** Files of a store with Lighter's engine and no warm-up. */
  public static StoreFileManager withoutWarmup(StoreFileManager stock) {
    return new RoutedStoreFileManager(stock, StoreWarmups.none());
  }

  /**
   * Files during a warm-up with a fixed threshold.
   *
   * @param stock manager of the files after the compaction
   * @param endRow the first row that is not warm
   */
  public static StoreFileManager duringWarmup(
      StoreFileManager stock,
      List<HStoreFile> inputFiles,
      List<HStoreFile> outputFiles,
      byte[] endRow) {
    WarmupThreshold threshold = new WarmupThreshold();
    threshold.advanceBefore(endRow);
    Routing<HStoreFile> routing = new Routing<>(new LongAdder(), new LongAdder());
    routing.add(new Route<>(inputFiles, outputFiles, threshold));
    return new RoutedStoreFileManager(stock, StoreWarmups.routedBy(routing));
  }
}
