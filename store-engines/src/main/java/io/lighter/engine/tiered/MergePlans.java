// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan of a merge: one of HBase's date-tiered engine with one window for all times, and with
 * the storage policy of the output. Stateless.
 */
public final class MergePlans {
  /** The lower boundary of the only window. */
  private static final long ALL_TIMES = Long.MIN_VALUE;

  private MergePlans() {}

  /** Returns the lower boundaries of a merge's windows. */
  public static List<Long> boundaries() {
    return List.of(ALL_TIMES);
  }

  /**
   * Returns the storage policies of a merge's windows, by lower boundary.
   *
   * @param policy policy of the output; empty for that of the family's folder
   */
  public static Map<Long, String> policies(Optional<String> policy) {
    return policy.map(name -> Map.of(ALL_TIMES, name)).orElse(Map.of());
  }

  /**
   * Returns the plan of a merge.
   *
   * @param policy policy of the output; empty for that of the family's folder
   */
  public static CompactionPlan of(Optional<String> policy) {
    CompactionPlan.Builder plan = CompactionPlan.newBuilder();
    plan.getDateTieredBuilder().addAllLowerBoundary(boundaries());
    policy.ifPresent(
        name -> plan.getDateTieredBuilder().addPolicyBoundary(ALL_TIMES).addPolicy(name));
    return plan.build();
  }

  /** Returns the policy of a merge's output; empty for that of the family's folder. */
  public static Optional<String> policy(CompactionPlan merge) {
    return merge.getDateTiered().getPolicyList().stream().findFirst();
  }
}
