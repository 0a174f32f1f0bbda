// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;

/**
 * Tells of which compactions the block cache gets the whole output, however much of the inputs is
 * cached. Thread-safe.
 */
@FunctionalInterface
public interface WholeOutputs {
  /** No compaction: a warm-up may leave out what was not cached of the inputs. */
  WholeOutputs NONE = (plan, inputBytes) -> false;

  /**
   * Returns whether the outputs are cached whole, by the settings of the store at present.
   *
   * @param inputBytes sum of the input files' lengths, bytes
   */
  boolean include(CompactionPlan plan, long inputBytes);
}
