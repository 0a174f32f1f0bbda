// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunningJobsTest {
  private final RunningJobs jobs = new RunningJobs();

  @Test
  void filesOfOneCompactionCountOnce() {
    jobs.add(List.of("a", "b", "c"));
    jobs.add(List.of("d", "e"));
    assertThat(jobs.count(Set.of("a", "b", "c", "d", "e"))).isEqualTo(2);
    assertThat(jobs.count(Set.of("a", "b", "c"))).isOne();
  }

  /** HBase also counts expired files that it drops as being compacted. */
  @Test
  void filesOfNoCompactionDoNotCount() {
    jobs.add(List.of("a"));
    assertThat(jobs.count(Set.of("a", "expired"))).isOne();
  }

  @Test
  void endedCompactionsAreForgotten() {
    jobs.add(List.of("a"));
    jobs.retain(Set.of("b"));
    assertThat(jobs.count(Set.of("a", "b"))).isZero();
  }
}
