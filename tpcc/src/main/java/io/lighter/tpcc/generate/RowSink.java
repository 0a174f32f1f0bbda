// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Put;

/** Receives the rows of a generator. */
interface RowSink {
  void add(TpccTable table, Put row) throws IOException;
}
