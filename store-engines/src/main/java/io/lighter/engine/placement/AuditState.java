// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.util.HashSet;
import java.util.Set;

/** What the audit of a store has found. The thread of the audit writes; any thread may read. */
public final class AuditState {
  /** Written by the audit's thread. */
  private volatile Placement placement = Placement.EMPTY;

  /** Kinds of failures that were logged; a few. Used by the audit's thread only. */
  private final Set<String> failures = new HashSet<>();

  /** Returns the placement of the last audit; {@link Placement#EMPTY} before the first. */
  public Placement placement() {
    return placement;
  }

  /** Notes a placement, and returns the one before. */
  Placement found(Placement newer) {
    Placement before = placement;
    placement = newer;
    return before;
  }

  /** Returns whether this is the first failure of its kind. */
  boolean isFirst(String kind) {
    return failures.add(kind);
  }
}
