// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** The calls of a lookup. Each call has a deadline. */
interface IndexReads {
  /**
   * Reads index rows in order.
   *
   * @param start the first row
   * @param stop the row behind the last one; empty for the end of the table
   * @param limit most rows of the answer, 1 or more; the answer has fewer only at the end of the
   *     range
   */
  CompletableFuture<List<IndexRow>> entries(byte[] start, byte[] stop, int limit);

  /** Reads data rows; the answer has a result for each get, in the same order. */
  CompletableFuture<List<Result>> rows(List<Get> gets);

  /** Makes gets that are requests, whose answers say nothing. */
  CompletableFuture<?> requests(List<Get> gets);
}
