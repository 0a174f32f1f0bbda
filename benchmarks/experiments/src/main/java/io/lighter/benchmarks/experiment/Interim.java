// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;

/**
 * Receives the results after each trial, so that an aborted run of hours keeps them.
 *
 * @param <R> a result with trials left
 */
@FunctionalInterface
public interface Interim<R> {
  /** Stores the results; the next trial waits for the call. */
  void keep(R soFar) throws IOException;
}
