// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.io.IOException;

/** A selected compaction whose plan is data. Used by one thread. */
public interface PlannedContext {
  /**
   * Returns what the compactor does with the files of the request. May read metadata of the inputs.
   * Later calls return the same plan, which a local compaction uses, too.
   *
   * @throws IllegalStateException if no compaction was selected
   * @throws IOException if the inputs' metadata cannot be read
   */
  CompactionPlan plan() throws IOException;
}
