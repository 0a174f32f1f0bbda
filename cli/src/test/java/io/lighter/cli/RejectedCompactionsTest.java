// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.manager.plan.LoadHistory;
import io.lighter.regionserver.local.LocalReason;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares tags of the plug-in's reasons with those that the manager expects. */
class RejectedCompactionsTest {
  @Test
  void reasonsThatMoreServersRemoveAreDemandToTheManager() {
    assertThat(LoadHistory.REJECTED)
        .isEqualTo(
            Arrays.stream(LocalReason.values())
                .filter(RejectedCompactionsTest::isRemovedByMoreServers)
                .map(LocalReason::tag)
                .collect(Collectors.toSet()));
  }

  private static boolean isRemovedByMoreServers(LocalReason reason) {
    return switch (reason) {
      case NO_SERVER, DRAINING, OTHER_VERSION, BUSY -> true;
      case DISABLED,
          SWITCHED_OFF,
          SYSTEM_TABLE,
          TOO_SMALL,
          COPROCESSOR,
          UNSUPPORTED_ENGINE,
          NO_ATOMIC_RENAME,
          WRITE_THROUGH,
          NOT_PRIMARY_REPLICA,
          NO_REGION_SERVER,
          INVALID_CONFIGURATION,
          OBSERVER_CHANGES_DATA,
          REFUSED,
          FAILED,
          TIMEOUT,
          STORE_BUSY,
          BAD_OUTPUT ->
          false;
    };
  }
}
