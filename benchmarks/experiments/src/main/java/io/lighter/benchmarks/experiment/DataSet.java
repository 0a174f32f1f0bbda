// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/** The source of tables for trials: a separate copy for each, with the same store files. */
public interface DataSet {
  /**
   * Creates a fresh copy, and returns when its regions are open and as many of its blocks as
   * possible are cached.
   *
   * @param strategy strategy of the compacted table
   * @return the compacted table
   */
  TableName prepare(Strategy strategy) throws IOException;

  /**
   * Flushes the clients' changes, for experiments with rows that new. Called once while clients
   * settle; blocks until the files exist.
   */
  default void flush() throws IOException {
    // Most experiments use rows that are older than the clients.
  }

  /**
   * Caches as many blocks of the copy as possible again, so that the next compaction of the copy
   * finds the cache as the first one did.
   */
  void refill() throws IOException;

  /** Removes the copy of the last {@link #prepare}, including its cached blocks. */
  void discard() throws IOException;
}
