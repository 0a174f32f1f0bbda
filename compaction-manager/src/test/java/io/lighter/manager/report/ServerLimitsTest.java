// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.monitor.Snapshots;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ServerLimitsTest {
  private static final long LIMIT = 1000;

  private final AtomicInteger merges = new AtomicInteger();
  private final ServerReport report = Snapshots.server(Snapshots.A).build();

  @Test
  void onlyServerGetsTheWholeLimit() throws Exception {
    assertThat(limits(Optional.of("/leader")).answer(report).getBytesPerSecond()).isEqualTo(LIMIT);
  }

  @Test
  void lostLeadershipDoesNotLiftTheLimit() {
    ServerLimits limits = limits(Optional.empty());

    assertThatThrownBy(() -> limits.answer(report)).isInstanceOf(IOException.class);
  }

  @Test
  void serverWithoutDataNodeCapNeedsNoMerge() throws Exception {
    ServerLimits limits = limits(Optional.of("/leader"));

    limits.answer(report.toBuilder().setCapsDatanodeJobs(false).build());
    assertThat(merges).hasValue(0);

    limits.answer(report.toBuilder().setCapsDatanodeJobs(true).build());
    assertThat(merges).hasValue(1);
  }

  @Test
  void serverWithUnknownCapGetsTheJobsElsewhere() throws Exception {
    limits(Optional.of("/leader")).answer(report.toBuilder().clearCapsDatanodeJobs().build());

    assertThat(merges).hasValue(1);
  }

  private ServerLimits limits(Optional<String> term) {
    return new ServerLimits(
        () -> term,
        () -> Set.of(Snapshots.A),
        new ThroughputShares(() -> LIMIT, () -> 0),
        new DataNodeLoads(
            () -> {
              merges.incrementAndGet();
              return Map.of();
            },
            () -> 0));
  }
}
