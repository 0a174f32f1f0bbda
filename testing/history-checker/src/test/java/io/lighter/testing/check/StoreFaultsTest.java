// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoreFaultsTest {
  @Test
  void faultThatNoRequestMetIsAShortfall() {
    assertThat(new StoreFaults(1_000, 10, 5, 2).shortfall()).isEmpty();
    assertThat(new StoreFaults(1_000, 10, 5, 2).shortfallOfJobs()).isEmpty();
    assertThat(new StoreFaults(1_000, 0, 5, 2).shortfall()).isPresent();
    assertThat(new StoreFaults(1_000, 10, 0, 2).shortfall()).isPresent();
    assertThat(new StoreFaults(1_000, 10, 0, 2).shortfallOfJobs()).isPresent();
    assertThat(new StoreFaults(1_000, 10, 5, 0).shortfall()).isEmpty();
    assertThat(new StoreFaults(1_000, 10, 5, 0).shortfallOfJobs())
        .hasValueSatisfying(words -> assertThat(words).contains("503"));
  }
}
