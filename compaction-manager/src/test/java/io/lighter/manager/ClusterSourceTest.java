// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.manager.assign.Assigner;
import io.lighter.manager.assign.RegionCensus;
import io.lighter.manager.monitor.GroupSlots;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ClusterSourceTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final SlotTable OF_A = table();

  @Test
  void groupWithoutServersAndRegionsIsLeftOut() {
    assertThat(groups(Map.of("gone", SlotTable.EMPTY, "left", OF_A), null, Map.of()))
        .containsExactly("left");
  }

  @Test
  void groupWithRegionsOrServersIsListedWithoutSlots() {
    RegionCensus.Builder census = new RegionCensus.Builder();
    census.add("0123456789abcdef0123456789abcdef", Set.of("named"));
    ServerRegistration joined =
        ServerRegistration.newBuilder()
            .setServer(A.getServerName())
            .setVersion("test")
            .setGroup("joined")
            .setCacheBytes(1)
            .setThreads(1)
            .build();

    assertThat(
            groups(
                Map.of("named", SlotTable.EMPTY, "joined", SlotTable.EMPTY),
                census.build(),
                Map.of(A, joined)))
        .containsExactly("joined", "named");
  }

  private static List<String> groups(
      Map<String, SlotTable> tables,
      RegionCensus census,
      Map<ServerName, ServerRegistration> members) {
    return ClusterSource.groups(new Assigner.View(tables, census), members).stream()
        .map(GroupSlots::group)
        .toList();
  }

  private static SlotTable table() {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    owners[0] = A;
    return SlotTable.of(owners, false);
  }
}
