// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

/**
 * A store engine whose compactions have plans that are data. The compactions that its {@code
 * createCompaction()} creates are {@link PlannedContext}s. Thread-safe.
 */
public interface PlannedEngine extends CommitListener {
  /**
   * Returns the class name of the engine that carries out the plans. A compaction server creates
   * that engine for a store without files, a WAL, or region-server services. Its compactor is a
   * {@link PlanCompactor}. A compaction server without the class refuses the request, and the
   * compaction is local.
   */
  String compactingEngine();
}
