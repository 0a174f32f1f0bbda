// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A compaction on a compaction server, from its request on.
 *
 * @param server name such as {@code compaction-server-1}
 * @param started empty if the job waited until the end of the run, or was given up before
 * @param ended empty if the job was running at the end of the run
 * @param completed whether the job has an output
 */
public record OffloadedJob(
    String id,
    String server,
    Instant accepted,
    Optional<Instant> started,
    Optional<Instant> ended,
    boolean completed) {

  /** Time in the queue; empty if the job never left the queue. */
  public Optional<Duration> waited() {
    return started.map(start -> Duration.between(accepted, start));
  }

  /** Time of leaving the queue for any reason. */
  Instant leftQueue() {
    return started.or(() -> ended).orElse(Instant.MAX);
  }

  /** Whether the job is queued at a moment. */
  public boolean isWaiting(Instant at) {
    return !accepted.isAfter(at) && leftQueue().isAfter(at);
  }
}
