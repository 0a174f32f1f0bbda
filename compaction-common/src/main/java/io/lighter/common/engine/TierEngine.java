// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import java.util.Optional;

/**
 * A store engine that keeps files in levels over tiers of storage, which are shown to operators.
 * Thread-safe.
 */
public interface TierEngine {
  /**
   * Returns the figures of this moment, without I/O and without a lock; empty if the store has the
   * parts of another engine.
   */
  Optional<TierFigures> tiers();
}
