package io.lighter.common.assignment;

import java.util.AbstractList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;

/**
 * The live compaction servers of a group, and which of them is whose: what a region server looks
 * into when a compaction starts. Immutable; made anew when ZooKeeper tells of a change.
 */
public final class GroupServers {
  /** A group without servers. */
  public static final GroupServers NONE = new GroupServers(SlotTable.EMPTY, Set.of());

  private final Set<ServerName> live;
  private final ServerName[] liveOwners;

  /**
   * A view of the group.
   *
   * @param live of this group; owners of slots that are not among them are passed over
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
   * <p>Looking at the owner hashes the region's name and no more; the others are put in order when
   * the first of them is looked at. Unmodifiable, and for one thread.
   */
  public List<ServerName> candidates(String encodedRegionName) {
    return new Candidates(liveOwners[SlotTable.slotOf(encodedRegionName)], encodedRegionName, live);
  }

  /** Sorted as late as possible. */
  private static final class Candidates extends AbstractList<ServerName> {
    private final ServerName owner; // null: nobody, or nobody alive
    private final String region;
    private final Set<ServerName> live;
    private List<ServerName> ordered; // null until one behind the owner is looked at

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
