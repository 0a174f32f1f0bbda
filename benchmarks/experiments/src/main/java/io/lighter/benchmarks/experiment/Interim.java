package io.lighter.benchmarks.experiment;

import java.io.IOException;

/**
 * Gets what was measured so far after each trial: who ends a run of hours has not waited for
 * nothing.
 *
 * @param <R> a result with trials left
 */
@FunctionalInterface
public interface Interim<R> {
  /** Keeps it; the next trial waits for that. */
  void keep(R soFar) throws IOException;
}
