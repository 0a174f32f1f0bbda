package io.lighter.manager.monitor;

import io.lighter.common.assignment.SlotTable;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * How a group's slots are spread over its servers. Immutable.
 *
 * @param group name
 * @param regions regions that the group works for
 * @param occupiedSlots slots with at least one of them
 * @param liveServers servers that have joined the group
 * @param servers those with slots and those that have joined, by name
 */
public record GroupSlots(
    String group, int regions, int occupiedSlots, int liveServers, List<ServerSlots> servers) {

  /**
   * A server's part.
   *
   * @param occupied slots of its own with at least one region
   * @param regions in these slots
   */
  public record ServerSlots(ServerName server, int slots, int occupied, int regions) {
    private ServerSlots plus(int regionsInSlot) {
      return new ServerSlots(
          server, slots + 1, occupied + (regionsInSlot > 0 ? 1 : 0), regions + regionsInSlot);
    }
  }

  /** Copies the list. */
  public GroupSlots {
    servers = List.copyOf(servers);
  }

  /**
   * Counts.
   *
   * @param regionsBySlot of the group
   * @param live servers of the group
   */
  public static GroupSlots of(
      String group, SlotTable table, int[] regionsBySlot, Collection<ServerName> live) {
    TreeMap<ServerName, ServerSlots> servers = new TreeMap<>();
    live.forEach(server -> servers.put(server, new ServerSlots(server, 0, 0, 0)));
    int regions = 0;
    int occupied = 0;
    for (int slot = 0; slot < SlotTable.SLOTS; slot++) {
      int here = regionsBySlot[slot];
      regions += here;
      occupied += here > 0 ? 1 : 0;
      table
          .ownerOf(slot)
          .ifPresent(
              owner ->
                  servers.put(
                      owner,
                      servers.getOrDefault(owner, new ServerSlots(owner, 0, 0, 0)).plus(here)));
    }
    return new GroupSlots(group, regions, occupied, live.size(), List.copyOf(servers.values()));
  }
}
