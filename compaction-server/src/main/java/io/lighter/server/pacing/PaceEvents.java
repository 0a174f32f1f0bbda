// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

/** Events of paced reads, for counters. Implementations return at once. Thread-safe. */
@FunctionalInterface
public interface PaceEvents {
  /**
   * A job read under a limit.
   *
   * @param bytes bytes read
   * @param delayMs milliseconds by which the limit delayed the job
   */
  void paced(long bytes, long delayMs);
}
