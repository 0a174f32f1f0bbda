// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompactionEventsTest {
  private static final String A = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";
  private static final String B = "ffffffffffffffffffffffffffffffff";
  private static final List<String> LOG_OF_A =
      List.of(
          "2026-01-02 03:04:05,000 INFO  [x] regionserver.HStore: Starting compaction of"
              + " [hdfs://h/hbase/data/default/t/1/f/x] into tmpdir=hdfs://h/hbase/data/default/t/"
              + A
              + "/.tmp, totalSize=1.0 M",
          "2026-01-02 03:04:06,500 INFO  [x] regionserver.StoreOffload: compaction offloaded:"
              + " cj-1 table=t region="
              + A
              + " family=f server=s bytes=1 ms=2",
          "2026-01-02 03:04:07,000 INFO  [x] warmup.StoreWarmup: warm-up started: wu-1 table=t"
              + " region="
              + A
              + " family=f strategy=throttled bytes=1 from=s",
          "2026-01-02 03:04:07,250 INFO  [x] regionserver.HStore: Completed major compaction of 4"
              + " (all) file(s) in "
              + A
              + "/f of "
              + A
              + " into abc(size=1 M)",
          "2026-01-02 03:04:09,000 INFO  [x] warmup.StoreWarmup: warm-up completed: wu-1 table=t"
              + " region="
              + A
              + " family=f ms=2000");

  @Test
  void eventsOfTheRegionAreFoundWithTheirTimes() {
    CompactionEvents events = CompactionEvents.of(LOG_OF_A, List.of(A), ZoneOffset.UTC);

    assertThat(events.start()).contains(Instant.parse("2026-01-02T03:04:05Z"));
    assertThat(events.commit()).contains(Instant.parse("2026-01-02T03:04:07.250Z"));
    assertThat(events.offloaded()).isTrue();
    assertThat(events.warmupStart()).contains(Instant.parse("2026-01-02T03:04:07Z"));
    assertThat(events.warmupEnd()).contains(Instant.parse("2026-01-02T03:04:09Z"));
    assertThat(events.endedEarly()).isEmpty();
  }

  @Test
  void eventsOfOtherRegionsDoNotCount() {
    CompactionEvents events = CompactionEvents.of(LOG_OF_A, List.of(B), ZoneOffset.UTC);

    assertThat(events.start()).isEmpty();
    assertThat(events.commit()).isEmpty();
    assertThat(events.offloaded()).isFalse();
  }

  @Test
  void commitOfATableIsThatOfItsLastRegion() {
    List<String> lines = new ArrayList<>(LOG_OF_A);
    assertThat(CompactionEvents.of(lines, List.of(A, B), ZoneOffset.UTC).commit()).isEmpty();

    LOG_OF_A.forEach(line -> lines.add(line.replace(A, B).replace("03:04:", "03:05:")));
    CompactionEvents both = CompactionEvents.of(lines, List.of(A, B), ZoneOffset.UTC);

    assertThat(both.start()).contains(Instant.parse("2026-01-02T03:04:05Z"));
    assertThat(both.commit()).contains(Instant.parse("2026-01-02T03:05:07.250Z"));
  }

  @Test
  void reasonOfAnEarlyEndIsKept() {
    List<String> lines =
        List.of(
            LOG_OF_A.get(4).replace("completed", "ended") + " lostChunks=0 reason=deadline passed");

    assertThat(CompactionEvents.of(lines, List.of(A), ZoneOffset.UTC).endedEarly())
        .contains("deadline passed");
  }
}
