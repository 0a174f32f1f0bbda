package io.lighter.testing.chaos;

import io.lighter.testing.cluster.Levers;

/** What is done to a process. */
enum Harm {
  /** It is gone at once (SIGKILL). */
  KILL("killed"),
  /** It hangs for longer than its ZooKeeper session (SIGSTOP), then goes on (SIGCONT). */
  STOP("stopped"),
  /** It goes on for longer than its session, and nothing that it sends or is sent arrives. */
  CUT("partitioned"),
  /** It gets a tenth of the time, in slices: of CPU, disk and network alike. */
  SLOW("throttled"),
  /** Its disk has no byte left. */
  FULL("out of disk space"),
  /** Its time of day jumps ahead by more than the table's cells may live, and back in the end. */
  CLOCK("with a clock that jumps");

  private final String participle;

  Harm(String participle) {
    this.participle = participle;
  }

  String participle() {
    return participle;
  }

  /** Whether its victim goes on to answer, if only slowly or with a wrong time. */
  boolean leavesAnswering() {
    return switch (this) {
      case KILL, STOP, CUT -> false;
      case SLOW, FULL, CLOCK -> true;
    };
  }

  /** Whether it can be done. */
  boolean isPossible(Levers levers) {
    return switch (this) {
      case KILL, STOP, SLOW -> true;
      case CUT -> levers.hosts();
      case FULL -> levers.disks();
      case CLOCK -> levers.clocks();
    };
  }
}
