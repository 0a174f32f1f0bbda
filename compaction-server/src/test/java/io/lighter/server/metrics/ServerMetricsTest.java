// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerMetricsTest {
  /** Failures in a row are an alert of this server. */
  @Test
  void busyStoreIsAFailureButNotInARow() {
    try (ServerMetrics metrics = new ServerMetrics()) {
      metrics.failed();
      metrics.storeBusy();

      assertThat(metrics.failedJobs()).isEqualTo(2);
      assertThat(metrics.failuresInARow()).isEqualTo(1);
    }
  }
}
