// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

/**
 * The failure of a job.
 *
 * @param message one line; empty if the job did not fail
 * @param storeBusy whether the job failed since the object store asks for fewer requests
 */
record JobFailure(String message, boolean storeBusy) {
  /** The job did not fail. */
  static final JobFailure NONE = new JobFailure("", false);

  static JobFailure of(Throwable failure) {
    return new JobFailure(OneLine.of(failure.toString()), StoreBusy.isCauseOf(failure));
  }
}
