// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A commit was sent, and no answer tells whether it was applied: the region server died, or the
 * region moved, before the answer came. All of the transaction was written, or nothing. Read the
 * rows to learn which.
 */
public final class CommitOutcomeUnknownException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception, also by reflection on the client's side. */
  public CommitOutcomeUnknownException(String message) {
    super(message);
  }

  /** Creates the exception with the failure after which the outcome is not known. */
  public CommitOutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
