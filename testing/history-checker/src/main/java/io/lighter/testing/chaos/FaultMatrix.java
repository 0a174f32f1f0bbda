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

import io.lighter.testing.cluster.Levers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Each fault that is promised to be harmless; docs/internals/fault-tests.md has the same table. */
final class FaultMatrix {
  /** Another server does it: detection of a hung one, and the compaction anew. */
  private static final Duration LIGHTER = Duration.ofSeconds(45);

  /** Nobody is missing: who is slow keeps its jobs, and takes ten times as long. */
  private static final Duration SLOW_LIGHTER = Duration.ofMinutes(2);

  /**
   * HBase's own: the session, the split of the log, the regions elsewhere, compactions anew. Who
   * takes ZooKeeper away for longer than the session takes all region servers away.
   */
  private static final Duration REGION_SERVER = Duration.ofMinutes(3);

  /** HDFS or the master come back, and everyone finds them. */
  private static final Duration SERVICE = Duration.ofMinutes(2);

  private FaultMatrix() {}

  /** All of them. */
  static List<Fault> all() {
    List<Fault> faults = new ArrayList<>();
    for (Harm harm : List.of(Harm.KILL, Harm.STOP, Harm.CUT, Harm.SLOW)) {
      addToLighters(harm, faults);
      addToHBases(harm, faults);
    }
    addToLighters(Harm.CLOCK, faults);
    addToServices(Harm.CLOCK, faults);
    for (Moment moment : List.of(WAITING, WARMUP_MIDDLE)) {
      faults.add(new Fault(Victim.DATA_NODE, moment, Harm.FULL, SERVICE));
    }
    return faults;
  }

  /** Those that can be brought about. */
  static List<Fault> possible(Levers levers) {
    return all().stream().filter(fault -> fault.harm().isPossible(levers)).toList();
  }

  private static void addToLighters(Harm harm, List<Fault> faults) {
    Duration bound = harm == Harm.SLOW ? SLOW_LIGHTER : LIGHTER;
    for (Moment moment : List.of(IDLE, QUEUED, COMPACTING, FINISHING, STREAMING)) {
      faults.add(new Fault(Victim.COMPACTION_SERVER, moment, harm, bound));
    }
    faults.add(new Fault(Victim.LEADER, WAITING, harm, bound));
    faults.add(new Fault(Victim.STANDBY, WAITING, harm, bound));
  }

  private static void addToHBases(Harm harm, List<Fault> faults) {
    for (Moment moment :
        List.of(WAITING, BEFORE_COMMIT, AFTER_COMMIT, WARMUP_BEGIN, WARMUP_MIDDLE, WARMUP_END)) {
      faults.add(new Fault(Victim.REGION_SERVER, moment, harm, REGION_SERVER));
    }
    addToServices(harm, faults);
  }

  private static void addToServices(Harm harm, List<Fault> faults) {
    for (Moment moment : List.of(WAITING, WARMUP_MIDDLE)) {
      faults.add(new Fault(Victim.DATA_NODE, moment, harm, SERVICE));
      faults.add(new Fault(Victim.NAME_NODE, moment, harm, SERVICE));
      faults.add(new Fault(Victim.ZOOKEEPER, moment, harm, REGION_SERVER));
      faults.add(new Fault(Victim.MASTER, moment, harm, SERVICE));
    }
  }
}
