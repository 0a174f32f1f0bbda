// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class OffloadSettingsTest {
  /** Otherwise the server would treat a region server with rare heartbeats as failed. */
  @Test
  void heartbeatsComeAtLeastThreeTimesInTheServerTimeout() throws ConfigurationException {
    assertThat(settings("30s", "10s").longestPoll()).isEqualTo(Duration.ofSeconds(10).dividedBy(3));
    assertThat(settings("500ms", "10s").longestPoll()).isEqualTo(Duration.ofMillis(500));
  }

  /** A server cancels jobs after five silent minutes, whatever timeout its clients have. */
  @Test
  void leaseOutlivesALostHeartbeatWithAnyServerTimeout() throws ConfigurationException {
    OffloadSettings patient = settings("24d", "24d");

    assertThat(patient.serverTimeout()).isEqualTo(Duration.ofDays(24));
    assertThat(patient.lease()).isEqualTo(Duration.ofMinutes(5));
    assertThat(patient.longestPoll().multipliedBy(2).plus(patient.callTimeout()))
        .isLessThan(patient.lease());
    assertThat(settings("500ms", "10s").lease()).isEqualTo(Duration.ofSeconds(10));
  }

  private static OffloadSettings settings(String pollInterval, String serverTimeout)
      throws ConfigurationException {
    Configuration conf = new Configuration(false);
    conf.set("lighter.offload.poll.interval", pollInterval);
    conf.set("lighter.offload.server.timeout", serverTimeout);
    return OffloadSettings.of(LighterConfiguration.of(conf));
  }
}
