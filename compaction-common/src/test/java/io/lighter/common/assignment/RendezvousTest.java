// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class RendezvousTest {
  private static final List<ServerName> SERVERS =
      IntStream.range(0, 6).mapToObj(i -> ServerName.valueOf("h" + i, 16040, i)).toList();

  @Test
  void orderHoldsEveryServerOnceAndDoesNotDependOnTheirOrder() {
    List<ServerName> shuffled = new ArrayList<>(SERVERS);
    Collections.shuffle(shuffled, new Random(7));

    List<ServerName> order = Rendezvous.order("region", SERVERS);

    assertThat(order).containsExactlyInAnyOrderElementsOf(SERVERS);
    assertThat(Rendezvous.order("region", shuffled)).isEqualTo(order);
    assertThat(Rendezvous.order("region", List.of())).isEmpty();
  }

  @Test
  void serverThatLeavesMovesOnlyItsOwnRegions() {
    ServerName gone = SERVERS.get(2);
    List<ServerName> left = SERVERS.stream().filter(server -> !server.equals(gone)).toList();
    for (int i = 0; i < 1000; i++) {
      List<ServerName> before = new ArrayList<>(Rendezvous.order("region" + i, SERVERS));
      before.remove(gone);

      assertThat(Rendezvous.order("region" + i, left)).isEqualTo(before);
    }
  }

  @Test
  void regionsAreSpread() {
    Map<ServerName, Integer> first = new TreeMap<>();
    for (int i = 0; i < 6000; i++) {
      first.merge(Rendezvous.order("region" + i, SERVERS).get(0), 1, Integer::sum);
    }

    assertThat(first.values()).hasSize(6).allMatch(count -> count > 850 && count < 1150);
  }
}
