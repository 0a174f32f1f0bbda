// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import org.apache.hadoop.hbase.RegionTooBusyException;

/**
 * A region server has {@code lighter.transactions.max.open} open transactions, and begins no other.
 * {@link RegionTransactions#begin} repeats the call after a pause.
 */
public final class TooManyTransactionsException extends RegionTooBusyException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception, also by reflection on the client's side. */
  public TooManyTransactionsException(String message) {
    super(message);
  }
}
