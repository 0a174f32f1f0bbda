// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the audit of a store has found. Thread-safe. */
public final class AuditState {
  /** Null before the first audit. */
  private volatile Placement placement;

  /** Kinds of failures that were logged; a few. */
  private final Set<String> failures = ConcurrentHashMap.newKeySet();

  /** Returns the placement of the last audit; empty before the first. */
  public Optional<Placement> last() {
    return Optional.ofNullable(placement);
  }

  /** Returns the placement of the last audit; {@link Placement#EMPTY} before the first. */
  public Placement placement() {
    return last().orElse(Placement.EMPTY);
  }

  /** Notes a placement, and returns the one before; {@link Placement#EMPTY} before the first. */
  Placement found(Placement newer) {
    Placement before = placement();
    placement = newer;
    return before;
  }

  /** Returns whether this is the first failure of its kind. */
  boolean isFirst(String kind) {
    return failures.add(kind);
  }
}
