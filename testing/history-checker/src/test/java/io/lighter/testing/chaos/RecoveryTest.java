// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryTest {
  @Test
  void throttledRegionServerMayKeepItsSession() {
    assertThat(Recovery.haveSessions(1, true, 2)).isTrue();
  }

  @Test
  void targetWithoutSessionIsNotAwaited() {
    assertThat(Recovery.haveSessions(1, true, 1)).isTrue();
    assertThat(Recovery.haveSessions(1, false, 1)).isTrue();
  }

  @Test
  void sessionOfAnEndedProcessMayRemain() {
    assertThat(Recovery.haveSessions(1, false, 2)).isFalse();
  }

  @Test
  void regionServerWithoutSessionIsMissing() {
    assertThat(Recovery.haveSessions(2, false, 1)).isFalse();
  }
}
