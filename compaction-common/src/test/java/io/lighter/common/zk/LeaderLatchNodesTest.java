// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.zk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderLatchNodesTest {
  @Test
  void lowestSequenceLeadsWithAnyRandomPrefix() {
    assertThat(
            LeaderLatchNodes.leader(
                List.of(
                    "_c_aaaa-latch-0000000012",
                    "_c_ffff-latch-0000000009",
                    "_c_0000-latch-0000000010")))
        .contains("_c_ffff-latch-0000000009");
  }

  @Test
  void unrelatedNodesAreIgnored() {
    assertThat(LeaderLatchNodes.leader(List.of("0000000001", "_c_a-latch-0000000002")))
        .contains("_c_a-latch-0000000002");
    assertThat(LeaderLatchNodes.leader(List.of("lock-0000000001"))).isEmpty();
  }

  @Test
  void electionWithoutCandidatesHasNoLeader() {
    assertThat(LeaderLatchNodes.leader(List.of())).isEmpty();
  }
}
