package io.lighter.service;

/** The order in which a compaction server starts the jobs that wait. */
public final class QueueRank {
  /** What a point of priority is worth in waiting time. */
  public static final long AGING_MS = 15_000;

  /** Priorities beyond count as this far from 0: so much is urgent, or not, enough. */
  public static final int MAX_PRIORITY = 20;

  private QueueRank() {}

  /**
   * The smaller, the sooner: a job with priority p is as urgent as one that came {@value #AGING_MS}
   * ms later and has priority p - 1. No job is overtaken by one that comes more than 2 * {@value
   * #MAX_PRIORITY} * {@value #AGING_MS} ms (10 minutes) later, however urgent that one is. The rank
   * is constant, because waiting jobs age at the same speed.
   *
   * @param arrivedMs when the job came, on any clock; minus its age will do
   * @param priority of the store: the smaller, the more urgent, as HBase has it
   */
  public static long of(long arrivedMs, int priority) {
    return arrivedMs + AGING_MS * Math.max(-MAX_PRIORITY, Math.min(MAX_PRIORITY, priority));
  }
}
