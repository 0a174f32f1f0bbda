// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.isolation.IsolationProfile;
import java.util.OptionalInt;

/**
 * How many reads a second a limited disk sustains when the block cache is smaller than the data:
 * the misses that they cause at most use half of the disk's requests. The other half is for the
 * compaction and the warm-up. At a higher rate the baseline would measure a queue.
 *
 * <p>The estimate is on the safe side. Zipfian reads hit more often than the cache's part of the
 * data, and a region server reads from one disk, that of its own machine.
 */
public final class SustainableReads {
  private static final double PART_OF_DISK = 0.5;

  /**
   * Nine gets of one block each, and a scan that reads 1.3 blocks of each of {@link
   * TableLoader#FILES} files, in ten reads: 1.42, rounded up.
   */
  private static final double BLOCKS_PER_READ = 1.5;

  /** Measured: the block, its checksums, and read-ahead (decision 0014). */
  private static final double REQUESTS_PER_BLOCK = 2.5;

  private SustainableReads() {}

  /**
   * The highest sustainable rate, at least 1; empty if the data fit in the cache or the profile
   * does not limit disks.
   *
   * @param cacheFactor size of the block cache relative to the data, above 0
   */
  public static OptionalInt perSecond(IsolationProfile profile, double cacheFactor) {
    if (cacheFactor >= 1 || profile.disk().isEmpty()) {
      return OptionalInt.empty();
    }
    double requests = PART_OF_DISK * profile.disk().get().readsPerSecond();
    double requestsPerRead = (1 - cacheFactor) * BLOCKS_PER_READ * REQUESTS_PER_BLOCK;
    return OptionalInt.of((int) Math.max(1, Math.floor(requests / requestsPerRead)));
  }
}
