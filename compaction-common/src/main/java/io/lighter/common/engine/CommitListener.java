// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

/**
 * A store engine that acts when a compaction of its store has been committed, also if another
 * engine is on top and makes the commit. Thread-safe.
 */
public interface CommitListener {
  /**
   * Called by the engine that HBase loads, if this engine is underneath it, after HBase has
   * committed a compaction of the store. The calling thread holds no lock of the store. Throws
   * nothing.
   */
  void compactionCommitted();
}
