package io.lighter.benchmarks.experiment.scaleout;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A compaction on a compaction server, from its request on.
 *
 * @param server such as {@code compaction-server-1}
 * @param started empty: it waited until the end of the run, or was given up before
 * @param ended empty: it went on at the end of the run
 * @param completed whether it ended with an output
 */
public record OffloadedJob(
    String id,
    String server,
    Instant accepted,
    Optional<Instant> started,
    Optional<Instant> ended,
    boolean completed) {

  /** In the queue; empty if it never left it. */
  public Optional<Duration> waited() {
    return started.map(start -> Duration.between(accepted, start));
  }

  /** When it left the queue, one way or the other. */
  Instant leftQueue() {
    return started.or(() -> ended).orElse(Instant.MAX);
  }

  /** Whether it is in the queue at a moment. */
  public boolean isWaiting(Instant at) {
    return !accepted.isAfter(at) && leftQueue().isAfter(at);
  }
}
