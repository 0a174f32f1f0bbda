package io.lighter.testing.chaos;

import java.time.Duration;

/**
 * A fault, and what is expected of the cluster.
 *
 * @param bound longest time from the fault until every store is compacted and no file is left over;
 *     without the time that a stopped victim which nobody replaces is held
 */
record Fault(Victim victim, Moment moment, Harm harm, Duration bound) {
  /** In words. */
  String words() {
    return "%s %s %s".formatted(victim.label(), harm.participle(), moment.words());
  }

  /**
   * Whether it is a region server that answers again before it knows that others have replaced it.
   */
  boolean victimReturnsUnaware() {
    return victim == Victim.REGION_SERVER && (harm == Harm.STOP || harm == Harm.CUT);
  }
}
