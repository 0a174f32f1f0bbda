// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.assignment;

import java.util.AbstractList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;

/**
 * The live compaction servers of a group and their order for each region. A region server reads it
 * when a compaction starts. Immutable; replaced when ZooKeeper reports a change.
 */
public final class GroupServers {
  /** A group without servers. */
  public static final GroupServers NONE = new GroupServers(SlotTable.EMPTY, Set.of());

  private final Set<ServerName> live;
  private final ServerName[] liveOwners;

  /**
   * Creates a view of the group.
   *
   * @param live live servers of this group; slots of other owners are ignored
   */
  public GroupServers(SlotTable table, Collection<ServerName> live) {
    this.live = Set.copyOf(live);
    this.liveOwners = table.owners();
    for (int slot = 0; slot < liveOwners.length; slot++) {
      if (liveOwners[slot] != null && !this.live.contains(liveOwners[slot])) {
        liveOwners[slot] = null;
      }
    }
  }

  /**
   * All live servers in the order in which to try them for a region: the slot's owner, then by
   * {@link Rendezvous}.
   *
   * <p>Access to the owner only hashes the region's name; access to another server sorts the
   * others. Unmodifiable, confined to one thread.
   */
  public List<ServerName> candidates(String encodedRegionName) {
    return new Candidates(liveOwners[SlotTable.slotOf(encodedRegionName)], encodedRegionName, live);
  }

  /** The candidates, sorted on first use. */
  private static final class Candidates extends AbstractList<ServerName> {
    private final ServerName owner; // null: no owner, or a dead one
    private final String region;
    private final Set<ServerName> live;
    private List<ServerName> ordered; // null until one after the owner is read

    Candidates(ServerName owner, String region, Set<ServerName> live) {
      this.owner = owner;
      this.region = region;
      this.live = live;
    }

    @Override
    public ServerName get(int index) {
      if (index == 0 && owner != null) {
        return owner;
      }
      if (ordered == null) {
        ordered = order();
      }
      return ordered.get(index);
    }

    private List<ServerName> order() {
      Set<ServerName> all = new LinkedHashSet<>();
      if (owner != null) {
        all.add(owner);
      }
      all.addAll(Rendezvous.order(region, live));
      return List.copyOf(all);
    }

    @Override
    public int size() {
      return live.size();
    }
  }
}
