// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service;

/** The order in which a compaction server starts waiting jobs. */
public final class QueueRank {
  /** Waiting time that equals one point of priority. */
  public static final long AGING_MS = 15_000;

  /** Largest distance of a priority from 0; priorities beyond are clamped. */
  public static final int MAX_PRIORITY = 20;

  private QueueRank() {}

  /**
   * Rank of a job; smaller ranks start sooner. A job with priority p ranks with a job that arrived
   * {@value #AGING_MS} ms later with priority p - 1. A job that arrives more than 2 * {@value
   * #MAX_PRIORITY} * {@value #AGING_MS} ms (10 minutes) later never overtakes. The rank is
   * constant, because waiting jobs age at the same speed.
   *
   * @param arrivedMs time of arrival on any clock; the negated age is valid, too
   * @param priority HBase's priority of the store: smaller is more urgent
   */
  public static long of(long arrivedMs, int priority) {
    return arrivedMs + AGING_MS * Math.max(-MAX_PRIORITY, Math.min(MAX_PRIORITY, priority));
  }
}
