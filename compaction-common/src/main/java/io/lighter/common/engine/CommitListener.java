// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

/**
 * A store engine of Lighter's own that another engine may be on top of, which makes the commits.
 * Thread-safe.
 */
public interface CommitListener {
  /**
   * Called by the engine that HBase loads, if this engine is underneath it, after HBase has
   * committed a compaction of the store. The calling thread holds no lock of the store. Throws
   * nothing.
   */
  void compactionCommitted();

  /**
   * Returns whether a compaction may have several outputs. Only the last one of them lists the
   * inputs as its sources ({@code OrderedOutputs}).
   */
  boolean hasSeveralOutputs();
}
