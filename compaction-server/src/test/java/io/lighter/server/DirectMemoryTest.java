// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectMemoryTest {
  private static final long GB = 1L << 30;

  @Test
  void optionLeavesRoomBesideTheCache() {
    assertThat(DirectMemory.jvmOption(8 * GB)).isEqualTo("-XX:MaxDirectMemorySize=" + 10 * GB);
    assertThat(DirectMemory.jvmOption(1 << 20))
        .isEqualTo("-XX:MaxDirectMemorySize=" + (513L << 20));
  }

  @Test
  void cacheAboveTheLimitIsAShortage() {
    assertThat(DirectMemory.shortage(GB, GB)).isEmpty();
    assertThat(DirectMemory.shortage(GB + 1, GB))
        .hasValueSatisfying(
            warning ->
                assertThat(warning)
                    .contains("lighter.server.cache.size", "-XX:MaxDirectMemorySize="));
  }

  @Test
  void limitOfThisJvmIsKnown() {
    assertThat(DirectMemory.limit()).isPositive();
  }
}
