// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The kind of plans that a {@link PlannedEngine} states and its compactor carries out. A compaction
 * server reads the kind from the class, and creates no engine for a plan that does not fit. A class
 * without the annotation carries out no plan.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface PlanKind {
  /** Returns the kind. */
  CompactionPlan.KindCase value();
}
