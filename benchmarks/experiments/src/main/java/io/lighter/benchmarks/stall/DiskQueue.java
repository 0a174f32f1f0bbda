// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import io.lighter.testing.isolation.DiskLimits;

/**
 * Decides when a group's disk is at its limit. Confined to one thread.
 *
 * <p>Some kernels count a request when it is submitted, before it is delayed. Then more than the
 * limit is counted in a moment, and nothing for a while. The excess therefore stays in a queue that
 * the limit empties.
 */
final class DiskQueue {
  /** Part of the limit from which a disk is at it; the kernel's slices are not exact. */
  private static final double AT_LIMIT = 0.9;

  private final DiskLimits limits;
  private double readBytes;
  private double writtenBytes;
  private double reads;

  DiskQueue(DiskLimits limits) {
    this.limits = limits;
  }

  /**
   * Adds the use of the next step; returns whether the disk was at a limit in this step.
   *
   * @param seconds length of the step, above 0
   */
  boolean isAtLimit(DiskUse used, double seconds) {
    double mostRead = limits.readBytesPerSecond() * seconds;
    double mostWritten = limits.writtenBytesPerSecond() * seconds;
    double requests = limits.readsPerSecond() * seconds;
    readBytes += used.readBytes();
    writtenBytes += used.writtenBytes();
    reads += used.reads();
    boolean atLimit =
        readBytes >= AT_LIMIT * mostRead
            || writtenBytes >= AT_LIMIT * mostWritten
            || reads >= AT_LIMIT * requests;
    readBytes = Math.max(0, readBytes - mostRead);
    writtenBytes = Math.max(0, writtenBytes - mostWritten);
    reads = Math.max(0, reads - requests);
    return atLimit;
  }
}
