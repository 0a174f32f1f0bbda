// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueTest {
  private static final StatusResponse BUSY = Statuses.busy();

  @Test
  void queueListsRunningJobsFirstThenQueuedOnesByStartOrder() {
    Queue queue =
        queueOf(
            job("cj-urgent", JobState.QUEUED, 1, 0),
            job("cj-running", JobState.COMPACTING, 7, 1_000),
            job("cj-late", JobState.QUEUED, 3, 29_999),
            job("cj-early", JobState.QUEUED, 3, 30_001));

    assertThat(queue.jobs())
        .extracting(job -> job.report().getJobId())
        .containsExactly("cj-running", "cj-early", "cj-urgent", "cj-late");
  }

  private static Queue queueOf(JobReport... jobs) {
    StatusResponse.Builder status = BUSY.toBuilder();
    ServerReport.Builder report = status.getServerBuilder(0).getReportBuilder();
    report.clearJob().addAllJob(List.of(jobs));
    return Queue.of(status.build());
  }

  private static JobReport job(String id, JobState state, int priority, long ageMs) {
    return BUSY.getServer(0).getReport().getJob(0).toBuilder()
        .setJobId(id)
        .setState(state)
        .setPriority(priority)
        .setAgeMs(ageMs)
        .build();
  }
}
