// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static io.lighter.testing.chaos.Moment.AFTER_COMMIT;
import static io.lighter.testing.chaos.Moment.BEFORE_COMMIT;
import static io.lighter.testing.chaos.Moment.COMPACTING;
import static io.lighter.testing.chaos.Moment.FINISHING;
import static io.lighter.testing.chaos.Moment.IDLE;
import static io.lighter.testing.chaos.Moment.QUEUED;
import static io.lighter.testing.chaos.Moment.STREAMING;
import static io.lighter.testing.chaos.Moment.WAITING;
import static io.lighter.testing.chaos.Moment.WARMUP_BEGIN;
import static io.lighter.testing.chaos.Moment.WARMUP_END;
import static io.lighter.testing.chaos.Moment.WARMUP_MIDDLE;

import io.lighter.testing.cluster.SupportedFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All faults that must be harmless; docs/internals/fault-tests.md has the same table. */
final class FaultMatrix {
  /** Bound for detecting a hung process and repeating the compaction on another server. */
  private static final Duration LIGHTER = Duration.ofSeconds(45);

  /** Bound for throttled processes, which keep their jobs and take ten times as long. */
  private static final Duration SLOW_LIGHTER = Duration.ofMinutes(2);

  /**
   * Bound of HBase itself: session, log splitting, region assignment, repeated compactions. A loss
   * of ZooKeeper beyond the session stops all region servers.
   */
  private static final Duration REGION_SERVER = Duration.ofMinutes(3);

  /** Bound for HDFS or the master to return and to be found by all processes. */
  private static final Duration SERVICE = Duration.ofMinutes(2);

  private FaultMatrix() {}

  /** All faults of the matrix. */
  static List<Fault> all() {
    List<Fault> faults = new ArrayList<>();
    for (FaultType type :
        List.of(FaultType.KILL, FaultType.STOP, FaultType.PARTITION, FaultType.THROTTLE)) {
      addToLighters(type, faults);
      addToHBases(type, faults);
    }
    addToLighters(FaultType.CLOCK_JUMP, faults);
    addToServices(FaultType.CLOCK_JUMP, faults);
    for (Moment moment : List.of(WAITING, WARMUP_MIDDLE)) {
      faults.add(new Fault(FaultTarget.DATA_NODE, moment, FaultType.DISK_FULL, SERVICE));
    }
    return faults;
  }

  /** The faults that this machine can inject. */
  static List<Fault> possible(SupportedFaults supportedFaults) {
    return all().stream().filter(fault -> fault.type().isPossible(supportedFaults)).toList();
  }

  private static void addToLighters(FaultType type, List<Fault> faults) {
    Duration bound = type == FaultType.THROTTLE ? SLOW_LIGHTER : LIGHTER;
    for (Moment moment : List.of(IDLE, QUEUED, COMPACTING, FINISHING, STREAMING)) {
      faults.add(new Fault(FaultTarget.COMPACTION_SERVER, moment, type, bound));
    }
    faults.add(new Fault(FaultTarget.LEADER, WAITING, type, bound));
    faults.add(new Fault(FaultTarget.STANDBY, WAITING, type, bound));
  }

  private static void addToHBases(FaultType type, List<Fault> faults) {
    for (Moment moment :
        List.of(WAITING, BEFORE_COMMIT, AFTER_COMMIT, WARMUP_BEGIN, WARMUP_MIDDLE, WARMUP_END)) {
      faults.add(new Fault(FaultTarget.REGION_SERVER, moment, type, REGION_SERVER));
    }
    addToServices(type, faults);
  }

  private static void addToServices(FaultType type, List<Fault> faults) {
    for (Moment moment : List.of(WAITING, WARMUP_MIDDLE)) {
      faults.add(new Fault(FaultTarget.DATA_NODE, moment, type, SERVICE));
      faults.add(new Fault(FaultTarget.NAME_NODE, moment, type, SERVICE));
      faults.add(new Fault(FaultTarget.ZOOKEEPER, moment, type, REGION_SERVER));
      faults.add(new Fault(FaultTarget.MASTER, moment, type, SERVICE));
    }
  }
}
