// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobLogTest {
  private static final String A = "cj-00000000000000000001";
  private static final String B = "cj-00000000000000000002";

  @Test
  void jobsHaveTheTimesOfTheirLines() {
    List<OffloadedJob> jobs =
        jobs(
            line(1, A + " accepted: t,r1 f, 5 bytes in 2 files, priority 1, for rs"),
            line(1, A + " starts: t,r1 f"),
            line(2, B + " accepted: t,r2 f, 5 bytes in 2 files, priority 1, for rs"),
            line(4, A + " completed in 3000 ms: 7 cells, 5 bytes read, 5 bytes written"),
            line(4, B + " starts: t,r2 f"),
            line(5, A + " done: the output belongs to rs"));

    assertThat(jobs)
        .containsExactly(
            new OffloadedJob(A, "s1", at(1), Optional.of(at(1)), Optional.of(at(4)), true),
            new OffloadedJob(B, "s1", at(2), Optional.of(at(4)), Optional.empty(), false));
    assertThat(jobs.get(1).isWaiting(at(3))).isTrue();
    assertThat(jobs.get(1).isWaiting(at(4))).isFalse();
  }

  @Test
  void queuedJobThatIsGivenUpHasNoWait() {
    List<OffloadedJob> jobs =
        jobs(
            line(1, A + " accepted: t,r1 f, 5 bytes in 2 files, priority 1, for rs"),
            line(6, A + " cancelled while QUEUED: no heartbeat"));

    assertThat(jobs).singleElement().matches(job -> job.waited().isEmpty() && !job.completed());
    assertThat(jobs.get(0).isWaiting(at(5))).isTrue();
    assertThat(jobs.get(0).isWaiting(at(6))).isFalse();
  }

  @Test
  void jobFromBeforeTheLogIsLeftOut() {
    assertThat(jobs(line(1, A + " starts: t,r1 f"))).isEmpty();
  }

  private static List<OffloadedJob> jobs(String... lines) {
    return JobLog.jobs("s1", List.of(lines), ZoneOffset.UTC);
  }

  private static String line(int second, String text) {
    return "2026-01-02 03:00:%02d,000 INFO  [x] job.JobScheduler: %s".formatted(second, text);
  }

  private static Instant at(int second) {
    return Instant.parse("2026-01-02T03:00:00Z").plusSeconds(second);
  }
}
