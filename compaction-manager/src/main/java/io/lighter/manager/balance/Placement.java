// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.assignment.SlotTable;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;

/** The slots of each server, with the part of the server's regions in each slot. Immutable. */
final class Placement {
  static final Placement NONE = new Placement(SlotTable.EMPTY, new int[SlotTable.SLOTS]);

  private final Map<ServerName, Map<Integer, Double>> parts = new HashMap<>();

  /**
   * @param regions number of regions by slot
   */
  Placement(SlotTable table, int[] regions) {
    Map<ServerName, Integer> totals = new HashMap<>();
    for (int slot = 0; slot < SlotTable.SLOTS; slot++) {
      int inSlot = regions[slot];
      table.ownerOf(slot).ifPresent(owner -> totals.merge(owner, inSlot, Integer::sum));
    }
    for (int slot = 0; slot < SlotTable.SLOTS; slot++) {
      ServerName owner = table.ownerOf(slot).orElse(null);
      if (owner != null && regions[slot] > 0) {
        parts
            .computeIfAbsent(owner, each -> new HashMap<>())
            .put(slot, (double) regions[slot] / totals.get(owner));
      }
    }
  }

  /** The part of each occupied slot of the server, with a sum of 1; empty without such slots. */
  Map<Integer, Double> parts(ServerName server) {
    return parts.getOrDefault(server, Map.of());
  }
}
