// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * The snapshot of a transaction has ended: it is older than {@code lighter.transactions.max.age},
 * or its region has moved, was split, merged or reopened. Nothing of the transaction was written.
 * Begin again.
 */
public final class SnapshotGoneException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception, also by reflection on the client's side. */
  public SnapshotGoneException(String message) {
    super(message);
  }

  /** Creates the exception for a region that does not answer for the snapshot any more. */
  public SnapshotGoneException(String message, Throwable cause) {
    super(message, cause);
  }
}
