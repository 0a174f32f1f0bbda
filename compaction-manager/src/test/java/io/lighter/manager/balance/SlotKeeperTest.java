// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.assignment.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotKeeperTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);
  private static final ServerName C = ServerName.valueOf("c", 16040, 1);

  @Test
  void unevenTableIsNotChanged() {
    SlotTable uneven = table(slot -> slot < 7);

    assertThat(SlotKeeper.keep(uneven, List.of(A, B), weights(1))).isEqualTo(uneven);
  }

  @Test
  void onlyTheDeadServersSlotsMove() {
    ServerName[] owners = table(slot -> slot < 1000).owners();
    Arrays.fill(owners, 1000, 1500, C);
    SlotTable before = SlotTable.of(owners, true);

    SlotTable after = SlotKeeper.keep(before, List.of(B, C), weights(1));

    assertThat(moved(before, after)).isEqualTo(1000);
    assertThat(after.slotsByOwner().get(C)).as("the lightest gets them").isEqualTo(1500);
    assertThat(after.slotsByOwner().get(B)).isEqualTo(SlotTable.SLOTS - 1500);
  }

  @Test
  void newServerGetsItsShareOfWeightAndSlots() {
    SlotTable before = table(slot -> slot % 2 == 0);
    double[] weights = weights(1);

    SlotTable after = SlotKeeper.keep(before, List.of(A, B, C), weights);

    assertThat(after.slotsByOwner().get(C)).isBetween(1300, 1366);
    assertThat(moved(before, after)).isEqualTo(after.slotsByOwner().get(C));
    assertThat(SlotKeeper.keep(after, List.of(A, B, C), weights)).isEqualTo(after);
  }

  @Test
  void newServerDoesNotGetTheMainSlotOfAServer() {
    SlotTable before = table(slot -> slot < 10);
    double[] weights = weights(0);
    weights[0] = 1000;
    weights[1] = 10;

    SlotTable after = SlotKeeper.keep(before, List.of(A, B, C), weights);

    assertThat(after.ownerOf(0)).contains(A);
    assertThat(after.ownerOf(1)).contains(C);
  }

  @Test
  void slotsHaveNoOwnerWithoutServers() {
    assertThat(SlotKeeper.keep(table(slot -> true), List.of(), weights(1)))
        .isEqualTo(SlotTable.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void everySlotHasALiveOwnerAndRepairIsIdempotent(long seed) {
    Random random = new Random(seed);
    List<ServerName> pool =
        IntStream.range(0, 12).mapToObj(i -> ServerName.valueOf("s" + i, 16040, 1)).toList();
    SlotTable table = SlotTable.EMPTY;
    for (int step = 0; step < 20; step++) {
      List<ServerName> live = new ArrayList<>(pool);
      live.removeIf(server -> random.nextInt(3) == 0);
      double[] weights = weights(0);
      Arrays.setAll(weights, slot -> random.nextInt(4) == 0 ? random.nextInt(1000) : 0);

      table = SlotKeeper.keep(table, live, weights);

      if (!live.isEmpty()) {
        assertThat(table.slotsByOwner().keySet()).containsExactlyInAnyOrderElementsOf(live);
        assertThat(Arrays.asList(table.owners())).doesNotContainNull();
        assertThat(table.byLoad()).isTrue();
        assertThat(SlotKeeper.keep(table, live, weights)).isEqualTo(table);
      }
    }
  }

  /** A table placed by load: A has these slots, B the others. */
  private static SlotTable table(IntPredicate isA) {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    Arrays.setAll(owners, slot -> isA.test(slot) ? A : B);
    return SlotTable.of(owners, true);
  }

  private static double[] weights(double each) {
    double[] weights = new double[SlotTable.SLOTS];
    Arrays.fill(weights, each);
    return weights;
  }

  private static int moved(SlotTable before, SlotTable after) {
    return (int)
        IntStream.range(0, SlotTable.SLOTS)
            .filter(slot -> !before.ownerOf(slot).equals(after.ownerOf(slot)))
            .count();
  }
}
