// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.util.List;
import java.util.stream.Stream;

/**
 * The JVM options of region servers in experiments: those of a larger server, for all strategies
 * alike. Stateless.
 *
 * <p>A block that enters an on-heap cache survives its first collections, which copy it. Whatever
 * the target for pauses, that work is the same: a target of 20 ms and 2 % of the heap for new
 * objects gave more pauses, and more of them in each second, than G1's defaults.
 */
final class RegionServerJvm {
  private static final List<String> LARGE_REGIONS =
      List.of(
          "-XX:+UseG1GC",
          // As in a heap of 16 GB. HBase's memstore chunks of 2 MB are larger than the region of a
          // small heap.
          "-XX:G1HeapRegionSize=8m");

  private RegionServerJvm() {}

  /**
   * The options.
   *
   * @param heapMib the whole heap in MiB, in use from the start
   * @param more further options
   */
  static List<String> options(long heapMib, String... more) {
    return Stream.of(Stream.of("-Xms" + heapMib + "m"), LARGE_REGIONS.stream(), Stream.of(more))
        .flatMap(options -> options)
        .toList();
  }
}
