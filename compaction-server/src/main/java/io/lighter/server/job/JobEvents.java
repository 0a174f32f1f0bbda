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

  /** A job failed for a reason that may lie with this server. */
  void failed();

  /** A job failed since the object store asks for fewer requests. */
  void storeBusy();

  void cancelled();

  /** A job goes on although its region server has not asked for it for its lease. */
  void unowned();

  /** Another region server has become the owner of a job. */
  void adopted();

  /** A running job was paused for an urgent one. */
  void paused();
}
