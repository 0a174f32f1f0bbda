// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class GroupCoverageTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);

  @Test
  void groupThatNoServerJoinsIsListed() {
    assertThat(
            GroupCoverage.groupsWithoutServer(
                Set.of("silver", "gold", "default"), Map.of(A, of("default")), Set.of()))
        .containsExactly("gold", "silver");
  }

  @Test
  void groupWithOneActiveServerIsCovered() {
    Map<ServerName, ServerRegistration> live = Map.of(A, of("gold"), B, of("gold"));

    assertThat(GroupCoverage.groupsWithoutServer(Set.of("gold"), live, Set.of(A))).isEmpty();
    assertThat(GroupCoverage.groupsWithoutServer(Set.of("gold"), live, Set.of(A, B)))
        .containsExactly("gold");
  }

  @Test
  void groupThatNoTableNamesIsNotListed() {
    assertThat(GroupCoverage.groupsWithoutServer(Set.of(), Map.of(A, of("gold")), Set.of()))
        .isEmpty();
  }

  private static ServerRegistration of(String group) {
    return ServerRegistration.newBuilder()
        .setServer("unused")
        .setVersion("test")
        .setGroup(group)
        .setCacheBytes(1)
        .setThreads(1)
        .build();
  }
}
