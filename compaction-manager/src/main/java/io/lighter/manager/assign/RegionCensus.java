// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.assignment.SlotTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The number of regions by group and slot, at one reading of {@code hbase:meta}. Immutable; its
 * size depends on the number of groups only.
 */
public final class RegionCensus {
  private static final int[] NOBODY = new int[SlotTable.SLOTS];

  private final Map<String, int[]> regionsBySlot;
  private final int regions;

  private RegionCensus(Map<String, int[]> regionsBySlot, int regions) {
    this.regionsBySlot = Map.copyOf(regionsBySlot);
    this.regions = regions;
  }

  /** Counts regions. Confined to one thread; {@link #build} may be called once. */
  public static final class Builder {
    private final Map<String, int[]> regionsBySlot = new HashMap<>();
    private int regions;

    /**
     * Adds a region.
     *
     * @param groups groups whose servers work for one of the region's families
     */
    public void add(String encodedName, Set<String> groups) {
      int slot = SlotTable.slotOf(encodedName);
      for (String group : groups) {
        regionsBySlot.computeIfAbsent(group, each -> new int[SlotTable.SLOTS])[slot]++;
      }
      regions++;
    }

    public RegionCensus build() {
      return new RegionCensus(regionsBySlot, regions);
    }
  }

  /** Groups that have a region. */
  public Set<String> groups() {
    return regionsBySlot.keySet();
  }

  /** Regions by slot, a copy of {@link SlotTable#SLOTS} entries; all 0 for an unknown group. */
  public int[] regionsBySlot(String group) {
    return regionsBySlot.getOrDefault(group, NOBODY).clone();
  }

  /** Number of regions of user tables; a region in two groups counts once. */
  public int regions() {
    return regions;
  }
}
