// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Bounds and sums of the queue; {@link JobScenarioTest} has the order of the starts. */
class JobQueueTest {
  private final JobQueue queue = new JobQueue(100);
  private final Admission admission = new Admission(100, () -> 0);
  private final DataNodeSlots dataNodes = new DataNodeSlots(1);
  private long arrivals;

  @Test
  void fullAtItsCapacity() {
    JobQueue two = new JobQueue(2);
    two.add(job(1, 0));
    assertThat(two.isFull()).isFalse();
    two.add(job(1, 0));
    assertThat(two.isFull()).isTrue();
  }

  @Test
  void reservationsNeverExceedTheCapacity() {
    add(60, 0);
    add(60, 0);
    Job first = start().orElseThrow();

    assertThat(start()).isEmpty();
    assertThat(admission.reserved()).isEqualTo(60);

    admission.release(first.spec().inputBytes());
    assertThat(start()).isPresent();
    assertThatThrownBy(() -> admission.reserve(41)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void overflowingLengthsDoNotFit() {
    admission.reserve(Long.MAX_VALUE);

    assertThat(admission.fits(Long.MAX_VALUE)).isFalse();
    assertThat(admission.fits(1)).isFalse();
  }

  @Test
  void bytesAheadCountsEarlierJobsOnly() {
    Job last = add(1, 9);
    add(30, 1);
    add(20, 1);

    assertThat(queue.bytesAhead(last)).isEqualTo(50);
  }

  private Job add(long bytes, int priority) {
    Job job = job(bytes, priority);
    queue.add(job);
    return job;
  }

  private Job job(long bytes, int priority) {
    return new Job(TestJobs.spec(bytes, priority), arrivals++, 0);
  }

  private Optional<Job> start() {
    Optional<Job> job = queue.pollAdmissible(it -> true, admission, dataNodes, 0);
    job.ifPresent(started -> admission.reserve(started.spec().inputBytes()));
    return job;
  }
}
