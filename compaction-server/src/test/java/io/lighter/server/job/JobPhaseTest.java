// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobPhaseTest {
  @Test
  void transitionsAreThoseOfTheProtocol() {
    assertThat(successors(JobPhase.QUEUED))
        .containsExactly(JobPhase.COMPACTING, JobPhase.CANCELLED);
    assertThat(successors(JobPhase.COMPACTING))
        .containsExactly(JobPhase.COMPLETED, JobPhase.FAILED, JobPhase.CANCELLED);
    assertThat(successors(JobPhase.COMPLETED)).containsExactly(JobPhase.DONE, JobPhase.CANCELLED);
  }

  @ParameterizedTest
  @EnumSource
  void endedPhaseHasNoTransition(JobPhase phase) {
    assertThat(successors(phase).isEmpty()).isEqualTo(phase.ended());
  }

  @ParameterizedTest
  @EnumSource
  void hasTheSameNameOnTheWire(JobPhase phase) {
    assertThat(phase.toProto().name()).isEqualTo(phase.name());
  }

  @Test
  void outputOfADoneJobCannotBeCancelled() {
    Job job = new Job(TestJobs.spec(1, 0), 0, 0);
    job.start(1);
    job.complete(List.of());
    job.end(JobPhase.DONE, "");

    assertThatThrownBy(() -> job.end(JobPhase.CANCELLED, "late"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(job.phase()).isEqualTo(JobPhase.DONE);
  }

  private static EnumSet<JobPhase> successors(JobPhase phase) {
    EnumSet<JobPhase> successors = EnumSet.noneOf(JobPhase.class);
    Arrays.stream(JobPhase.values()).filter(phase::canMoveTo).forEach(successors::add);
    return successors;
  }
}
