// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.SupportedFaults;

/** The effect of a fault on a process. */
enum FaultType {
  /** The process is killed (SIGKILL). */
  KILL("killed"),
  /**
   * The process is stopped (SIGSTOP) for longer than its ZooKeeper session, then continued
   * (SIGCONT).
   */
  STOP("stopped"),
  /** The process runs, but all of its packets are dropped for longer than its session. */
  PARTITION("partitioned"),
  /**
   * The process is throttled to a tenth of the time, in slices, for CPU, disk and network alike.
   */
  THROTTLE("throttled"),
  /** The disk of the process is full. */
  DISK_FULL("out of disk space"),
  /**
   * The clock of the process jumps ahead beyond the cells' time to live, and is reset at the end.
   */
  CLOCK_JUMP("with a clock that jumps");

  private final String participle;

  FaultType(String participle) {
    this.participle = participle;
  }

  String participle() {
    return participle;
  }

  /** Whether the target still answers, slowly or with a wrong time. */
  boolean leavesAnswering() {
    return switch (this) {
      case KILL, STOP, PARTITION -> false;
      case THROTTLE, DISK_FULL, CLOCK_JUMP -> true;
    };
  }

  /** Whether this machine supports the fault. */
  boolean isPossible(SupportedFaults supportedFaults) {
    return switch (this) {
      case KILL, STOP, THROTTLE -> true;
      case PARTITION -> supportedFaults.hosts();
      case DISK_FULL -> supportedFaults.disks();
      case CLOCK_JUMP -> supportedFaults.clocks();
    };
  }
}
