// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.assignment.SlotTable;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;

/**
 * The spread of a group's slots over its servers. Immutable.
 *
 * @param group name of the group
 * @param regions regions that the group works for
 * @param occupiedSlots slots with at least one of these regions
 * @param liveServers servers that have joined the group
 * @param servers servers with slots and servers that have joined, by name
 */
public record GroupSlots(
    String group, int regions, int occupiedSlots, int liveServers, List<ServerSlots> servers) {

  /**
   * A server's part of the slots.
   *
   * @param occupied slots of the server with at least one region
   * @param regions regions in these slots
   */
  public record ServerSlots(ServerName server, int slots, int occupied, int regions) {}

  /** Adds up a server's part. */
  private static final class Counter {
    private int slots;
    private int occupied;
    private int regions;

    void add(int regionsInSlot) {
      slots++;
      occupied += regionsInSlot > 0 ? 1 : 0;
      regions += regionsInSlot;
    }
  }

  /** Copies the list. */
  public GroupSlots {
    servers = List.copyOf(servers);
  }

  /**
   * Counts a group's slots.
   *
   * @param regionsBySlot regions of the group by slot
   * @param live live servers of the group
   */
  public static GroupSlots of(
      String group, SlotTable table, int[] regionsBySlot, Collection<ServerName> live) {
    Map<ServerName, Counter> counters = new HashMap<>();
    live.forEach(server -> counters.put(server, new Counter()));
    ServerName[] owners = table.owners();
    int regions = 0;
    int occupied = 0;
    for (int slot = 0; slot < SlotTable.SLOTS; slot++) {
      int here = regionsBySlot[slot];
      regions += here;
      occupied += here > 0 ? 1 : 0;
      if (owners[slot] != null) {
        counters.computeIfAbsent(owners[slot], owner -> new Counter()).add(here);
      }
    }
    List<ServerSlots> servers =
        counters.entrySet().stream()
            .map(each -> slots(each.getKey(), each.getValue()))
            .sorted(Comparator.comparing(ServerSlots::server))
            .toList();
    return new GroupSlots(group, regions, occupied, live.size(), servers);
  }

  private static ServerSlots slots(ServerName server, Counter counter) {
    return new ServerSlots(server, counter.slots, counter.occupied, counter.regions);
  }
}
