// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataNodeSlotsTest {
  private final DataNodeSlots slots = new DataNodeSlots(2);
  private long now;

  @Test
  void capCountsTheJobsOfAllServers() {
    slots.elsewhere(Map.of("a", 1), now);
    Job first = started("a");

    assertThat(first.dataNode()).contains("a");
    assertThat(slots.hasRoom(job("a"), now)).isFalse();
    slots.release(first);
    assertThat(slots.hasRoom(job("a"), now)).isTrue();
  }

  @Test
  void jobCountsAgainstItsLeastLoadedDataNode() {
    slots.elsewhere(Map.of("a", 2, "b", 1), now);

    assertThat(started("a", "b", "c").dataNode()).contains("c");
    assertThat(started("a", "b").dataNode()).contains("b");
    assertThat(slots.hasRoom(job("a", "b"), now)).isFalse();
  }

  @Test
  void jobStartsIfADataNodeHasNoJobs() {
    DataNodeSlots one = new DataNodeSlots(1);
    one.elsewhere(Map.of("b", 5), now);

    assertThat(one.hasRoom(job("a"), now)).isTrue();
    assertThat(one.hasRoom(job("b", "a"), now)).isTrue();
  }

  @Test
  void scatteredInputAndAMissingCapNeverWait() {
    slots.elsewhere(Map.of("a", 100), now);
    DataNodeSlots uncapped = new DataNodeSlots(0);
    uncapped.elsewhere(Map.of("a", 100), now);

    assertThat(slots.hasRoom(job(), now)).isTrue();
    assertThat(uncapped.hasRoom(job("a"), now)).isTrue();
  }

  @Test
  void uncappedJobsAreAlsoReportedAgainstADataNode() {
    DataNodeSlots uncapped = new DataNodeSlots(0);
    Job job = job("a");
    uncapped.take(job, now);

    assertThat(job.dataNode()).contains("a");
  }

  @Test
  void passedOverJobStartsWhereTheServerHasNone() {
    slots.elsewhere(Map.of("a", 2), now);
    Job waiting = job("a");
    Job next = job("a");
    waiting.passOver(now);
    next.passOver(now);
    now += DataNodeSlots.MAX_PASSED_OVER_MS - 1;
    slots.elsewhere(Map.of("a", 2), now);
    assertThat(slots.hasRoom(waiting, now)).isFalse();

    now++;
    assertThat(slots.hasRoom(waiting, now)).isTrue();
    slots.take(waiting, now);

    assertThat(slots.hasRoom(next, now)).as("one at a time").isFalse();
  }

  @Test
  void oldCountsOfOtherServersExpire() {
    slots.elsewhere(Map.of("a", 2), now);
    assertThat(slots.hasRoom(job("a"), now)).isFalse();

    now += DataNodeSlots.NEWS_HOLD_MS + 1;

    assertThat(slots.hasRoom(job("a"), now)).isTrue();
  }

  @Test
  void jobsOfAllServersAreListedByDataNode() {
    slots.elsewhere(Map.of("a", 1, "b", 1), now);
    Job here = started("a");

    assertThat(slots.jobs(now)).containsOnly(Map.entry("a", 2), Map.entry("b", 1));
    assertThat(slots.jobs(now + DataNodeSlots.NEWS_HOLD_MS + 1))
        .as("without news of others")
        .containsOnly(Map.entry("a", 1));
    slots.release(here);
    assertThat(slots.jobs(now)).containsOnly(Map.entry("a", 1), Map.entry("b", 1));
  }

  private Job started(String... dataNodes) {
    Job job = job(dataNodes);
    assertThat(slots.hasRoom(job, now)).isTrue();
    slots.take(job, now);
    return job;
  }

  private Job job(String... dataNodes) {
    return new Job(TestJobs.spec(1, 0, List.of(dataNodes)), 0, now);
  }
}
