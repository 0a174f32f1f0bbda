// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/** Thrown by a lookup of an index that exists and must not be read now. */
public class IndexNotReadyException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param table the data table
   * @param index the name of the index
   * @param reason why lookups are refused, and what to do; not null
   */
  public IndexNotReadyException(TableName table, String index, String reason) {
    super("index %s of %s is not ready: %s".formatted(index, table, reason));
  }
}
