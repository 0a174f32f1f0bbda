// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import java.util.OptionalInt;

/**
 * The inputs of a capacity plan; the letters are those of section 6.3 of the paper. Bytes and rates
 * are above 0.
 *
 * @param compactionRate c: bytes per second at which a server reads and compacts one compaction
 * @param warmupRate w: bytes per second at which a compaction's output goes to its region server
 * @param memory m: bytes of one server for outputs
 * @param compactionSize b: average bytes of a compaction
 * @param perRegion T and t: frequency of a region's compactions
 * @param regions R: number of regions
 * @param threads concurrent compactions of one server; empty: as many as its memory holds
 */
public record CapacityInputs(
    long compactionRate,
    long warmupRate,
    long memory,
    long compactionSize,
    CompactionFrequency perRegion,
    long regions,
    OptionalInt threads) {
  public CapacityInputs {
    requirePositive("compaction rate", compactionRate);
    requirePositive("warm-up rate", warmupRate);
    requirePositive("memory", memory);
    requirePositive("compaction size", compactionSize);
    requirePositive("regions", regions);
    requirePositive("threads", threads.orElse(1));
  }

  /** The same inputs with other memory. */
  public CapacityInputs withMemory(long bytes) {
    return new CapacityInputs(
        compactionRate, warmupRate, bytes, compactionSize, perRegion, regions, threads);
  }

  private static void requirePositive(String what, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(what + " is not above 0: " + value);
    }
  }
}
