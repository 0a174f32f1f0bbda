// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.Levers;

/** The effect of a fault on a process. */
enum Harm {
  /** The process is killed (SIGKILL). */
  KILL("killed"),
  /**
   * The process is stopped (SIGSTOP) for longer than its ZooKeeper session, then continued
   * (SIGCONT).
   */
  STOP("stopped"),
  /** The process runs, but all of its packets are dropped for longer than its session. */
  CUT("partitioned"),
  /**
   * The process is throttled to a tenth of the time, in slices, for CPU, disk and network alike.
   */
  SLOW("throttled"),
  /** The disk of the process is full. */
  FULL("out of disk space"),
  /**
   * The clock of the process jumps ahead beyond the cells' time to live, and is reset at the end.
   */
  CLOCK("with a clock that jumps");

  private final String participle;

  Harm(String participle) {
    this.participle = participle;
  }

  String participle() {
    return participle;
  }

  /** Whether the target still answers, slowly or with a wrong time. */
  boolean leavesAnswering() {
    return switch (this) {
      case KILL, STOP, CUT -> false;
      case SLOW, FULL, CLOCK -> true;
    };
  }

  /** Whether this machine supports the fault. */
  boolean isPossible(Levers levers) {
    return switch (this) {
      case KILL, STOP, SLOW -> true;
      case CUT -> levers.hosts();
      case FULL -> levers.disks();
      case CLOCK -> levers.clocks();
    };
  }
}
