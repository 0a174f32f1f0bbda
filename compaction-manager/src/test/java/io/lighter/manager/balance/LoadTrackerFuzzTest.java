// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.monitor.Snapshots;
import io.lighter.testing.fixtures.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports of compaction servers, one after another, each after its length. */
class LoadTrackerFuzzTest {
  private static final List<ServerName> LIVE = List.of(Snapshots.A, Snapshots.B);
  private static final String GROUP = "default";
  private static final int MAX_REPORTS = 10;

  static List<byte[]> seeds() throws IOException {
    ServerReport.Builder report =
        Snapshots.server(Snapshots.A)
            .addJob(Snapshots.job(JobState.COMPACTING))
            .addJob(Snapshots.job(JobState.QUEUED).setJobId("cj-2"))
            .setExpectedWaitMs(100)
            .setKeptBytes(10);
    ByteArrayOutputStream seed = new ByteArrayOutputStream();
    report.build().writeDelimitedTo(seed);
    report.clearJob().setCompactedBytes(200).build().writeDelimitedTo(seed);
    Snapshots.server(Snapshots.B).setCpuLoad(Double.NaN).build().writeDelimitedTo(seed);
    Snapshots.server(Snapshots.B).build().writeDelimitedTo(seed);
    return List.of(seed.toByteArray());
  }

  @MethodSource("seeds")
  @FuzzTest
  void loadsAreFiniteForAnyReports(byte[] input) throws ConfigurationException {
    ManualClock clock = new ManualClock();
    LoadTracker loads = new LoadTracker(BalanceSettings.of(LighterConfiguration.defaults()), clock);
    ByteArrayInputStream in = new ByteArrayInputStream(input);
    for (int i = 0; i < MAX_REPORTS; i++) {
      ServerReport report;
      try {
        report = ServerReport.parseDelimitedFrom(in);
      } catch (IOException e) {
        break;
      }
      if (report == null) {
        break;
      }
      loads.add(report, LIVE);
      clock.advance(Duration.ofSeconds(1));
    }

    GroupLoad load = loads.of(GROUP, LIVE);

    for (ServerName server : LIVE) {
      load.of(server).ifPresent(LoadTrackerFuzzTest::isMeasured);
    }
    for (int slot = 0; slot < SlotTable.SLOTS; slot++) {
      assertThat(load.demand(slot) >= 0 && Double.isFinite(load.demand(slot))).isTrue();
    }
    loads.retainAll(List.of());
    assertThat(loads.of(GROUP, LIVE).hasDemand()).isFalse();
  }

  private static void isMeasured(ServerLoad load) {
    assertThat(load.pressure()).isBetween(0.0, 2.0);
    assertThat(load.compacted()).isFinite().isNotNegative();
    assertThat(load.memory()).isBetween(0.0, 1.0);
    assertThat(load.cpu()).isNotNaN();
    assertThat(load.threads()).isPositive();
    assertThat(load.jobs()).isNotNegative();
  }
}
