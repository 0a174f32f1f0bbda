// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.Collection;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/** Thrown if a table has no index of a name. */
public class UnknownIndexException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param table the data table
   * @param index the name that was asked for
   * @param existing names of the table's indexes, maybe none
   */
  public UnknownIndexException(TableName table, String index, Collection<String> existing) {
    super(
        "index '%s' of %s: there is no such index; the table has %s"
            .formatted(index, table, existing.isEmpty() ? "none" : String.join(", ", existing)));
  }
}
