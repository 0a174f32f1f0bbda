// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MergePlansTest {
  @Test
  void planHasOneWindowForAllTimesWithThePolicy() {
    CompactionPlan plan = MergePlans.of(Optional.of("HOT"));

    assertThat(plan.getDateTiered().getLowerBoundaryList()).containsExactly(Long.MIN_VALUE);
    assertThat(plan.getDateTiered().getPolicyBoundaryList()).containsExactly(Long.MIN_VALUE);
    assertThat(plan.getDateTiered().getPolicyList()).containsExactly("HOT");
    assertThat(MergePlans.policy(plan)).contains("HOT");
    assertThat(MergePlans.policies(Optional.of("HOT"))).isEqualTo(Map.of(Long.MIN_VALUE, "HOT"));
  }

  @Test
  void planForTheFamilysFolderNamesNoPolicy() {
    CompactionPlan plan = MergePlans.of(Optional.empty());

    assertThat(plan.getDateTiered().getLowerBoundaryList()).containsExactly(Long.MIN_VALUE);
    assertThat(plan.getDateTiered().getPolicyBoundaryCount()).isZero();
    assertThat(MergePlans.policy(plan)).isEmpty();
    assertThat(MergePlans.policies(Optional.empty())).isEmpty();
  }
}
