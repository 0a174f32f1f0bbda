// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.ResidentMap;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
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
  void jobWithAResidentMapReservesItsPartOfTheInput() {
    long input = 2L << 30;
    JobSpec tenth = resident(input, input / 10, 100);

    assertThat(tenth.memoryBytes())
        .isEqualTo(input / 10 + input / 32 + 100L * TestJobs.FAMILY.getBlocksize());
    assertThat(resident(input, 0, 0).memoryBytes()).isEqualTo(input / 32);
    assertThat(resident(input, input, 1).memoryBytes()).as("never above").isEqualTo(input);
    assertThat(resident(Long.MAX_VALUE, Long.MAX_VALUE, 1).memoryBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(resident(1, Long.MAX_VALUE, 1).memoryBytes()).isEqualTo(1);
    assertThat(TestJobs.spec(input, 0).memoryBytes()).as("an absent map").isEqualTo(input);
  }

  /** A negative reservation would make room for jobs that do not fit. */
  @Test
  void negativeBlockSizeReservesNothingBelowTheCoveredBytes() {
    JobSpec some = resident(64, 10, 3);
    JobSpec negative =
        new JobSpec(
            some.id(),
            some.request(),
            some.regionServerTime(),
            some.table(),
            ColumnFamilyDescriptorBuilder.newBuilder(TestJobs.FAMILY.getName())
                .setBlocksize(Integer.MIN_VALUE)
                .build(),
            some.region(),
            some.tableDir(),
            some.regionTempDir(),
            some.inputBytes(),
            some.dataNodes(),
            some.favoredNodes(),
            some.regionServersDataNode());

    assertThat(negative.memoryBytes()).isEqualTo(10 + 64 / 32);
  }

  @Test
  void jobsWithResidentMapsRunBesideEachOther() {
    for (int i = 0; i < 3; i++) {
      queue.add(new Job(resident(96, 10, 0), arrivals++, 0));
    }

    assertThat(start()).isPresent();
    assertThat(start()).isPresent();
    assertThat(start()).isPresent();
    assertThat(admission.reserved()).isEqualTo(3 * (10 + 96 / 32));
  }

  private static JobSpec resident(long input, long covered, int ranges) {
    ResidentMap.Builder map =
        ResidentMap.newBuilder().setCachedBytes(covered).setCoveredBytes(covered);
    for (int i = 0; i < ranges; i++) {
      map.addRange(
          ResidentMap.Range.newBuilder().setFrom(ByteString.EMPTY).setTo(ByteString.EMPTY));
    }
    return TestJobs.spec(TestJobs.request().setResident(map).build(), input, List.of());
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
    job.ifPresent(started -> admission.reserve(started.spec().memoryBytes()));
    return job;
  }
}
