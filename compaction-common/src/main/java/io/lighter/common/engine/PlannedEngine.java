// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

/**
 * A store engine whose compactions have plans that are data, of the kind that its {@link PlanKind}
 * says. The compactions that its {@code createCompaction()} creates are {@link PlannedContext}s,
 * and the compactor of its {@link #compactingEngine} is a {@link PlanCompactor}. Thread-safe.
 */
public interface PlannedEngine extends CommitListener, OffloadedPlans {}
