// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

/**
 * How a build waits for its jobs on compaction servers, in milliseconds.
 *
 * @param pollMs longest time between two calls for a job; the first ones come sooner
 * @param silenceMs time without an answer after which a job is lost; shorter than the lease of 30 s
 *     on the server
 * @param busyMs time for which a server is passed over whose threads other builds occupy
 * @param patienceMs time after which a job runs in the command's process, because all servers are
 *     busy with other builds
 * @param listMs age at which the list of servers is read again
 */
record JobTiming(long pollMs, long silenceMs, long busyMs, long patienceMs, long listMs) {
  static final JobTiming DEFAULT = new JobTiming(1_000, 15_000, 3_000, 60_000, 5_000);

  private static final long FIRST_POLL_MS = 20;

  /** The wait before the first call for a job. */
  long firstPollMs() {
    return Math.min(FIRST_POLL_MS, pollMs);
  }

  /** The wait after another one. */
  long nextPollMs(long before) {
    return Math.min(2 * before, pollMs);
  }
}
