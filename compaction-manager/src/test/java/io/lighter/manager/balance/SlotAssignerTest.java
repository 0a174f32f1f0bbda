// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.assignment.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotAssignerTest {
  private static final ServerName A = server("a");
  private static final ServerName B = server("b");
  private static final ServerName C = server("c");

  @Test
  void slotsHaveNoOwnerWithoutServers() {
    SlotTable before = SlotAssigner.assign(SlotTable.EMPTY, List.of(A), regions(10));

    assertThat(SlotAssigner.assign(before, List.of(), regions(10))).isEqualTo(SlotTable.EMPTY);
    assertThat(SlotAssigner.repair(before, List.of())).isEqualTo(SlotTable.EMPTY);
  }

  @Test
  void occupiedSlotsAreDealtRoundRobin() {
    int[] regions = new int[SlotTable.SLOTS];
    IntStream.of(7, 100, 2000, 2001, 4000, 4095).forEach(slot -> regions[slot] = 1);

    SlotTable table = SlotAssigner.assign(SlotTable.EMPTY, List.of(C, A, B), regions);

    assertThat(Stream.of(7, 100, 2000, 2001, 4000, 4095).map(slot -> table.ownerOf(slot).get()))
        .containsExactly(A, B, C, A, B, C);
    assertBalanced(table, List.of(A, B, C), regions);
  }

  @Test
  void regionsAreBalancedOverUnequalSlots() {
    int[] regions = new int[SlotTable.SLOTS];
    int[] weights = {9, 5, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1};
    System.arraycopy(weights, 0, regions, 50, weights.length);
    List<ServerName> servers = List.of(A, B, C);

    SlotTable table = SlotAssigner.assign(SlotTable.EMPTY, servers, regions);

    assertBalanced(table, servers, regions);
    assertThat(spread(table, servers, slot -> regions[slot])).isLessThanOrEqualTo(1);
  }

  @Test
  void unchangedInputMovesNoSlot() {
    int[] regions = regions(5000);
    List<ServerName> servers = servers(7);
    SlotTable table = SlotAssigner.assign(SlotTable.EMPTY, servers, regions);

    List<ServerName> shuffled = new ArrayList<>(servers);
    Collections.shuffle(shuffled, new Random(1));

    assertThat(SlotAssigner.assign(table, shuffled, regions)).isEqualTo(table);
    assertThat(SlotAssigner.repair(table, shuffled)).isEqualTo(table);
  }

  @Test
  void onlySlotsOfTheDeadServerMove() {
    int[] regions = oneRegionIn(300);
    SlotTable before = SlotAssigner.assign(SlotTable.EMPTY, List.of(A, B, C), regions);

    SlotTable after = SlotAssigner.assign(before, List.of(A, C), regions);

    assertBalanced(after, List.of(A, C), regions);
    assertThat(moved(before, after, slot -> !before.ownerOf(slot).get().equals(B))).isZero();
  }

  @Test
  void restartedServerGetsItsFormerShare() {
    int[] regions = oneRegionIn(300);
    ServerName restarted = ServerName.valueOf("b", 16040, 2);
    SlotTable before = SlotAssigner.assign(SlotTable.EMPTY, List.of(A, B, C), regions);

    SlotTable after = SlotAssigner.assign(before, List.of(A, restarted, C), regions);

    assertThat(moved(before, after, slot -> true)).isEqualTo(before.slotsByOwner().get(B));
    assertThat(after.slotsByOwner().get(restarted)).isEqualTo(before.slotsByOwner().get(B));
  }

  @Test
  void newServerGetsItsShareWithTheFewestMoves() {
    int[] regions = oneRegionIn(300);
    SlotTable before = SlotAssigner.assign(SlotTable.EMPTY, List.of(A, B), regions);

    SlotTable after = SlotAssigner.assign(before, List.of(A, B, C), regions);

    assertBalanced(after, List.of(A, B, C), regions);
    assertThat(moved(before, after, slot -> true)).isEqualTo(after.slotsByOwner().get(C));
    assertThat(moved(before, after, slot -> regions[slot] > 0)).isEqualTo(100);
  }

  @Test
  void repairMovesOnlySlotsWithoutLiveOwner() {
    SlotTable before = SlotAssigner.assign(SlotTable.EMPTY, List.of(A, B), regions(100));

    SlotTable after = SlotAssigner.repair(before, List.of(A, C));

    assertThat(moved(before, after, slot -> before.ownerOf(slot).get().equals(A))).isZero();
    assertThat(after.slotsByOwner()).containsOnlyKeys(A, C);
    assertThat(spread(after, List.of(A, C), slot -> 1)).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void assignmentStaysBalancedAndStableUnderChanges(long seed) {
    Random random = new Random(seed);
    List<ServerName> pool = servers(12);
    SlotTable table = SlotTable.EMPTY;
    int[] regions = new int[SlotTable.SLOTS];
    for (int step = 0; step < 40; step++) {
      List<ServerName> live = pool.stream().filter(server -> random.nextInt(3) > 0).toList();
      int born = random.nextInt(400);
      for (int i = 0; i < born; i++) {
        regions[random.nextInt(SlotTable.SLOTS)]++;
      }
      if (random.nextInt(10) == 0) {
        Arrays.fill(regions, 0);
      }
      SlotTable before = table;

      table = SlotAssigner.assign(before, live, regions);

      if (live.isEmpty()) {
        assertThat(table).isEqualTo(SlotTable.EMPTY);
      } else {
        assertBalanced(table, live, regions);
        assertThat(spread(table, live, slot -> regions[slot])).as("regions").isLessThanOrEqualTo(2);
        assertThat(SlotAssigner.assign(table, live, regions)).isEqualTo(table);
      }
    }
  }

  /** Checks that every slot has a live owner, and that occupied and empty slots are balanced. */
  private static void assertBalanced(SlotTable table, List<ServerName> live, int[] regions) {
    assertThat(Arrays.asList(table.owners())).isSubsetOf(live);
    assertThat(spread(table, live, slot -> regions[slot] > 0 ? 1 : 0))
        .as("occupied slots")
        .isLessThanOrEqualTo(1);
    assertThat(spread(table, live, slot -> regions[slot] > 0 ? 0 : 1))
        .as("empty slots")
        .isLessThanOrEqualTo(1);
  }

  /** Maximum minus minimum, over the servers, of the sum of their slots' weights. */
  private static int spread(
      SlotTable table, Collection<ServerName> servers, IntUnaryOperator weight) {
    ServerName[] owners = table.owners();
    IntSummaryStatistics sums =
        servers.stream()
            .mapToInt(
                server ->
                    IntStream.range(0, SlotTable.SLOTS)
                        .filter(slot -> server.equals(owners[slot]))
                        .map(weight)
                        .sum())
            .summaryStatistics();
    return sums.getMax() - sums.getMin();
  }

  private static int moved(SlotTable before, SlotTable after, IntPredicate which) {
    return (int)
        IntStream.range(0, SlotTable.SLOTS)
            .filter(which)
            .filter(slot -> !before.ownerOf(slot).equals(after.ownerOf(slot)))
            .count();
  }

  private static int[] oneRegionIn(int slots) {
    int[] regions = new int[SlotTable.SLOTS];
    IntStream.range(0, slots).forEach(i -> regions[i * 13] = 1);
    return regions;
  }

  /** This number of regions by slot, hashed as real ones. */
  private static int[] regions(int count) {
    int[] regions = new int[SlotTable.SLOTS];
    IntStream.range(0, count).forEach(i -> regions[SlotTable.slotOf("region-" + i)]++);
    return regions;
  }

  private static List<ServerName> servers(int count) {
    return IntStream.range(0, count).mapToObj(i -> server("s" + i)).toList();
  }

  private static ServerName server(String host) {
    return ServerName.valueOf(host, 16040, 1);
  }
}
