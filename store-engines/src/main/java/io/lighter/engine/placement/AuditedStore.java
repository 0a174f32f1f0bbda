// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.util.Optional;

/** A store whose files belong to tiers. Thread-safe. */
public interface AuditedStore {
  /** Returns table, region and family, for log lines. */
  String name();

  /** Returns what is done with misplaced files. */
  SettleMode settleMode();

  /**
   * Returns the files that reads use; empty if the store is closed or about to close. Does no I/O.
   */
  Optional<TierFiles> files();

  /** Returns the object that notes what was found; always the same one. */
  AuditState state();
}
