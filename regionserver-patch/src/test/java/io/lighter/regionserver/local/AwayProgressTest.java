// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.junit.jupiter.api.Test;

class AwayProgressTest {
  private final AwayProgress away = new AwayProgress();

  @Test
  void jobsInFlightAreAddedToTheLocalProgress() {
    CompactionProgress local = new CompactionProgress(100);
    local.currentCompactedKVs = 40;
    local.totalCompactedSize = 7;
    away.begin(1000).moved(progress(250, 50));
    away.begin(10);

    CompactionProgress sum = away.plus(local);

    assertThat(sum.getTotalCompactingKVs()).isEqualTo(1110);
    assertThat(sum.getCurrentCompactedKvs()).isEqualTo(290);
    assertThat(sum.getTotalCompactedSize()).isEqualTo(57);
    assertThat(local.getCurrentCompactedKvs()).isEqualTo(40);
  }

  @Test
  void endedJobDoesNotCountWhateverItsLastProgress() {
    AwayProgress.Job job = away.begin(1000);
    job.moved(progress(250, 50));
    job.end();
    job.moved(progress(500, 90));

    assertThat(away.isEmpty()).isTrue();
    assertThat(away.plus(new CompactionProgress(0)).getTotalCompactingKVs()).isZero();
  }

  @Test
  void progressNeverExceedsTheInputCells() {
    away.begin(1000).moved(progress(1200, 50));

    assertThat(away.plus(new CompactionProgress(0)).getProgressPct()).isEqualTo(1f);
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
