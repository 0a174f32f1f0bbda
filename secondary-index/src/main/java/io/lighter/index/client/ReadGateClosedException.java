// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/** The index table refused a page: it lacks the read gate by which the lookup opened the index. */
final class ReadGateClosedException extends IOException {
  private static final long serialVersionUID = 1L;

  ReadGateClosedException(TableName indexTable, Throwable cause) {
    super("the index table " + indexTable + " refuses lookups", cause);
  }
}
