// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class GroupServersTest {
  private static final List<ServerName> SERVERS =
      IntStream.range(0, 5).mapToObj(i -> ServerName.valueOf("host" + i, 16040, 1)).toList();

  @Test
  void slotsOwnerIsFirstAndTheOthersFollowInRendezvousOrder() {
    GroupServers group = new GroupServers(ownedBy(SERVERS.get(3)), SERVERS);
    for (String region : List.of("r1", "r2", "r3")) {
      List<ServerName> others =
          Rendezvous.order(region, SERVERS).stream()
              .filter(server -> !server.equals(SERVERS.get(3)))
              .toList();

      List<ServerName> candidates = group.candidates(region);

      assertThat(candidates.get(0)).isEqualTo(SERVERS.get(3));
      assertThat(candidates.subList(1, 5)).isEqualTo(others);
      assertThat(candidates).hasSize(5);
    }
  }

  @Test
  void deadOwnerIsPassedOver() {
    List<ServerName> live = SERVERS.subList(0, 3);

    assertThat(new GroupServers(ownedBy(SERVERS.get(3)), live).candidates("r"))
        .isEqualTo(Rendezvous.order("r", live));
  }

  @Test
  void withoutTableTheOrderIsThatOfRendezvousHashing() {
    assertThat(new GroupServers(SlotTable.EMPTY, SERVERS).candidates("r"))
        .isEqualTo(Rendezvous.order("r", SERVERS));
  }

  @Test
  void groupWithoutServersHasNoCandidates() {
    assertThat(GroupServers.NONE.candidates("r")).isEmpty();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> GroupServers.NONE.candidates("r").get(0));
  }

  private static SlotTable ownedBy(ServerName server) {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    Arrays.fill(owners, server);
    return SlotTable.of(owners);
  }
}
