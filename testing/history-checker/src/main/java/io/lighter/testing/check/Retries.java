// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.common.MonotonicClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * Sends a request until it succeeds, in addition to the client's own retries. A time bounds the
 * attempts, since a request to a NameNode that is down fails at once. Thread-safe.
 */
final class Retries {
  /** Time for retries. A fault of {@code bin/lighter chaos} and HBase's recovery take less. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final MonotonicClock clock;
  private final Sleep sleep;

  /** Waits between two attempts. */
  @FunctionalInterface
  interface Sleep {
    void sleep(Duration time) throws InterruptedException;
  }

  Retries(MonotonicClock clock, Sleep sleep) {
    this.clock = clock;
    this.sleep = sleep;
  }

  /** Retries in real time. */
  static Retries realTime() {
    return new Retries(MonotonicClock.system(), time -> Thread.sleep(time.toMillis()));
  }

  /**
   * Sends a request until it succeeds.
   *
   * @param what name of the request in the exception
   * @param failed is called with each failure
   * @throws IOException if an attempt failed that ended after {@link #LIMIT}, so that the effect of
   *     the request is unknown
   */
  void send(String what, Callable<?> request, Consumer<Exception> failed)
      throws IOException, InterruptedException {
    long start = clock.nanoTime();
    Duration pause = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      try {
        request.call();
        return;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) { // mostly IOException; a Callable may throw any exception
        failed.accept(e);
        if (clock.nanoTime() - start >= LIMIT.toNanos()) {
          throw new IOException(
              "%s failed %d times in %d s"
                  .formatted(what, attempt, (clock.nanoTime() - start) / 1_000_000_000),
              e);
        }
        sleep.sleep(pause);
        Duration next = pause.multipliedBy(2);
        pause = next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next;
      }
    }
  }
}
