// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProtocolTest {
  @Test
  void requestsAreAcceptedDownToOldestVersion() {
    assertThat(Protocol.takes(Protocol.VERSION)).isTrue();
    assertThat(Protocol.takes(Protocol.OLDEST_VERSION)).isTrue();
    assertThat(Protocol.takes(Protocol.OLDEST_VERSION - 1)).isFalse();
    assertThat(Protocol.takes(Protocol.VERSION + 1)).isFalse();
  }
}
