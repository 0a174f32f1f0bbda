// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

/**
 * Events of jobs, called under the scheduler's lock. Implementations return at once and do not call
 * back. Times are milliseconds.
 */
public interface JobEvents {
  void accepted();

  void started(long waitMs);

  /** A job's output is durable. */
  void completed(long runMs, long bytesRead, long bytesWritten);

  void failed();

  void cancelled();

  /** A job goes on although its region server has not asked for it for its lease. */
  void unowned();

  /** Another region server has become the owner of a job. */
  void adopted();

  /** A running job was paused for an urgent one. */
  void paused();
}
