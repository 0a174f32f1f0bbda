// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * The region refused a commit, since another write has changed what the transaction had read.
 * Nothing of the transaction was written. Begin again: the same commit would be refused again.
 */
public final class TransactionConflictException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception, also by reflection on the client's side. */
  public TransactionConflictException(String message) {
    super(message);
  }
}
