// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.DateTiered;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.KindCase;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PlanCompactorTest {
  private static final CompactionPlan TIERS =
      CompactionPlan.newBuilder()
          .setDateTiered(DateTiered.newBuilder().addLowerBoundary(0))
          .build();

  @Test
  void planOfTheKnownKindIsAccepted() {
    assertThatCode(() -> PlanCompactor.requireKind(TIERS, KindCase.DATE_TIERED))
        .doesNotThrowAnyException();
  }

  @Test
  void planOfAnotherKindIsRefusedWithBothKinds() {
    assertThatThrownBy(() -> PlanCompactor.requireKind(TIERS, KindCase.RANGES))
        .isInstanceOf(IOException.class)
        .hasMessage("expected a plan of kind RANGES: DATE_TIERED");
    assertThatThrownBy(
            () ->
                PlanCompactor.requireKind(
                    CompactionPlan.getDefaultInstance(), KindCase.DATE_TIERED))
        .hasMessage("expected a plan of kind DATE_TIERED: KIND_NOT_SET");
  }
}
