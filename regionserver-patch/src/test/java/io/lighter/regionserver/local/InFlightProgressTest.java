// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.junit.jupiter.api.Test;

class InFlightProgressTest {
  private final InFlightProgress inFlight = new InFlightProgress();

  @Test
  void jobsInFlightAreAddedToTheLocalProgress() {
    CompactionProgress local = new CompactionProgress(100);
    local.currentCompactedKVs = 40;
    local.totalCompactedSize = 7;
    inFlight.begin(1000).moved(progress(250, 50));
    inFlight.begin(10);

    CompactionProgress sum = inFlight.plus(local);

    assertThat(sum.getTotalCompactingKVs()).isEqualTo(1110);
    assertThat(sum.getCurrentCompactedKvs()).isEqualTo(290);
    assertThat(sum.getTotalCompactedSize()).isEqualTo(57);
    assertThat(local.getCurrentCompactedKvs()).isEqualTo(40);
  }

  @Test
  void endedJobDoesNotCountWhateverItsLastProgress() {
    InFlightProgress.Job job = inFlight.begin(1000);
    job.moved(progress(250, 50));
    job.end();
    job.moved(progress(500, 90));

    assertThat(inFlight.isEmpty()).isTrue();
    assertThat(inFlight.plus(new CompactionProgress(0)).getTotalCompactingKVs()).isZero();
  }

  @Test
  void progressNeverExceedsTheInputCells() {
    inFlight.begin(1000).moved(progress(1200, 50));

    assertThat(inFlight.plus(new CompactionProgress(0)).getProgressPct()).isEqualTo(1f);
  }

  private static JobProgress progress(long cellsRead, long bytesWritten) {
    return JobProgress.newBuilder()
        .setCellsRead(cellsRead)
        .setCellsWritten(0)
        .setBytesRead(0)
        .setBytesWritten(bytesWritten)
        .setPercent(0)
        .build();
  }
}
