// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.server.pacing.Pace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobReportsTest {
  private final Job job =
      new Job(TestJobs.spec(TestJobs.request().setPriority(2).build(), 1, List.of()), 0, 0);

  @Test
  void paceIsReportedAsLongAsThereIsOne() {
    assertThat(report().hasPace()).isFalse();

    job.publishPace(() -> Optional.of(new Pace(OptionalLong.of(7), "slowed: calls 2.5 × idle")));
    assertThat(report().getPace()).isEqualTo("slowed: calls 2.5 × idle");
    assertThat(report().getReadLimit()).isEqualTo(7);

    job.publishPace(() -> Optional.of(new Pace(OptionalLong.empty(), "full speed: urgent")));
    assertThat(report().hasReadLimit()).isFalse();
    assertThat(report().getPace()).isEqualTo("full speed: urgent");
  }

  @Test
  void storeIsUrgentFromTwoRemainingFilesOn() {
    assertThat(job.startsUrgent()).isTrue();
    assertThat(
            new Job(TestJobs.spec(TestJobs.request().setPriority(3).build(), 1, List.of()), 0, 0)
                .startsUrgent())
        .isFalse();
  }

  private JobReport report() {
    return JobReports.of(job, true, new DataNodeSlots(0), 0);
  }
}
