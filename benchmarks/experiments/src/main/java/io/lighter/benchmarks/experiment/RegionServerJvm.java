// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.util.List;
import java.util.stream.Stream;

/**
 * The JVM options of region servers in experiments: those of clusters that are tuned for short
 * pauses, for all strategies alike. Stateless.
 *
 * <p>A block that enters an on-heap cache survives its first collection, which copies it. A
 * collection therefore takes as long as much was cached since the one before: with G1's default of
 * at least 5 % of the heap for new objects, 25 ms and more on one CPU while a cache is refilled.
 */
final class RegionServerJvm {
  private static final List<String> SHORT_PAUSES =
      List.of(
          "-XX:+UseG1GC",
          // As in a heap of 16 GB. HBase's memstore chunks of 2 MB are larger than the region of a
          // small heap.
          "-XX:G1HeapRegionSize=8m",
          "-XX:MaxGCPauseMillis=20",
          "-XX:+UnlockExperimentalVMOptions",
          "-XX:G1NewSizePercent=2",
          // What survives one collection is a cached block in most cases: copy it once more, only.
          "-XX:MaxTenuringThreshold=1");

  private RegionServerJvm() {}

  /**
   * The options.
   *
   * @param heapMib the whole heap in MiB, in use from the start
   * @param more further options
   */
  static List<String> options(long heapMib, String... more) {
    return Stream.of(Stream.of("-Xms" + heapMib + "m"), SHORT_PAUSES.stream(), Stream.of(more))
        .flatMap(options -> options)
        .toList();
  }
}
