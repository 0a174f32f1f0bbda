// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The part of a turn after the compaction: reads for a fixed time, which are measured, and then the
 * rest of the warm-ups, which is not. Confined to one thread.
 */
final class AfterCompaction {
  private final PostCompactionPhase phase;
  private final WarmupLog warmups;
  private final WarmupLog.State earlier;
  private final Windows windows;
  private final Progress progress;

  /** The last state that was shown. */
  private WarmupLog.State last;

  /**
   * Reads the warm-ups so far.
   *
   * @param warmups warm-ups of the table
   * @param earlier the warm-ups before the compaction, none of them running
   * @param windows measures the table's readers
   */
  AfterCompaction(
      PostCompactionPhase phase,
      WarmupLog warmups,
      WarmupLog.State earlier,
      Windows windows,
      Progress progress)
      throws IOException {
    this.phase = phase;
    this.warmups = warmups;
    this.earlier = earlier;
    this.windows = windows;
    this.progress = progress;
    this.last = warmups.read().since(earlier);
  }

  /** Measures {@link Phase#AFTER}; ends it even if a warm-up runs. */
  void measure() throws IOException {
    windows.enter(Phase.AFTER);
    Instant lastSample = phase.end().minusNanos(BlockCacheCounters.COPY_NANOS);
    Await.until(
        "the end of a measurement",
        phase.length().multipliedBy(2).plusSeconds(10),
        () -> {
          Instant now = Instant.now();
          if (now.isBefore(lastSample)) {
            windows.sample();
          }
          showWarmups();
          progress.update(phase.elapsed(now));
          return phase.elapsed(now) >= 1;
        });
    windows.enter(Phase.OTHER);
  }

  /**
   * Waits for the end of the table's warm-ups, so that the next turn starts without one.
   *
   * @param turn names the turn, for people
   * @return the warm-ups since the compaction
   * @throws IOException if warm-ups go on for longer than {@code timeout}
   */
  WarmupLog.State awaitWarmups(String turn, Duration timeout) throws IOException {
    if (!phase.isQuiet(Instant.now(), last)) {
      progress.step("Waiting for the warm-up, " + turn);
    }
    Await.until(
        "the end of the warm-up, " + turn,
        timeout,
        () -> {
          showWarmups();
          return phase.isQuiet(Instant.now(), last);
        });
    return last;
  }

  private void showWarmups() throws IOException {
    WarmupLog.State now = warmups.read().since(earlier);
    if (!now.equals(last)) {
      last = now;
      progress.detail("warm-ups done: %d of %d".formatted(now.ended(), now.started()));
    }
  }
}
