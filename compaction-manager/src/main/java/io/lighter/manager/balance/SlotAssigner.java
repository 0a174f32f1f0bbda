// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.assignment.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;

/**
 * Assigns slots to servers by the numbers of slots and regions, given the owners before (the
 * paper's §6.2). Once load has moved slots, {@link SlotKeeper} decides.
 *
 * <p>Deterministic, free of side effects. The result of {@link #assign}:
 *
 * <ul>
 *   <li>every slot has a live owner if any server is live, otherwise no owner;
 *   <li>the numbers of occupied slots of any two servers differ by at most one, and so do those of
 *       empty slots; no fewer slots leave their owner than that takes;
 *   <li>in addition, slots are exchanged as long as that brings two servers' numbers of regions
 *       closer together;
 *   <li>the assignment is idempotent.
 * </ul>
 */
public final class SlotAssigner {
  /** A server's slots while the new table is being made. */
  private static final class Share {
    final ServerName server;
    final int rank;
    final List<Integer> occupied = new ArrayList<>();
    final List<Integer> empty = new ArrayList<>();
    int regions;

    Share(ServerName server, int rank) {
      this.server = server;
      this.rank = rank;
    }

    int slots() {
      return occupied.size() + empty.size();
    }

    List<Integer> held(boolean wantOccupied) {
      return wantOccupied ? occupied : empty;
    }
  }

  /** An exchange: slot {@code give} moves one way and slot {@code take}, if not -1, the other. */
  private record Exchange(int give, int take, int shift) {}

  private final int[] regions;
  private final List<Share> shares;
  private final int totalRegions;

  private SlotAssigner(Collection<ServerName> live, int[] regions) {
    this.regions = regions;
    this.totalRegions = IntStream.of(regions).sum();
    List<ServerName> servers = live.stream().distinct().sorted().toList();
    this.shares =
        IntStream.range(0, servers.size()).mapToObj(i -> new Share(servers.get(i), i)).toList();
  }

  /**
   * Returns the next table.
   *
   * @param regions number of regions by slot, {@link SlotTable#SLOTS} entries
   */
  public static SlotTable assign(SlotTable previous, Collection<ServerName> live, int[] regions) {
    if (live.isEmpty()) {
      return SlotTable.EMPTY;
    }
    return new SlotAssigner(live, regions).run(previous);
  }

  /**
   * Returns the next table while the regions are unknown: slots without a live owner get one, and
   * no other slot moves. Balancing slots without known regions would have to be undone later.
   */
  public static SlotTable repair(SlotTable previous, Collection<ServerName> live) {
    if (live.isEmpty()) {
      return SlotTable.EMPTY;
    }
    Map<ServerName, Integer> load = new TreeMap<>();
    live.forEach(server -> load.put(server, 0));
    previous.slotsByOwner().forEach((server, slots) -> load.replace(server, slots));
    ServerName[] owners = previous.owners();
    for (int slot = 0; slot < owners.length; slot++) {
      if (owners[slot] == null || !load.containsKey(owners[slot])) {
        ServerName least =
            load.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
        owners[slot] = least;
        load.merge(least, 1, Integer::sum);
      }
    }
    return SlotTable.of(owners, previous.byLoad());
  }

  private SlotTable run(SlotTable previous) {
    Map<ServerName, Share> byServer = new TreeMap<>();
    shares.forEach(share -> byServer.put(share.server, share));
    List<Integer> occupiedOrphans = new ArrayList<>();
    List<Integer> emptyOrphans = new ArrayList<>();
    ServerName[] owners = previous.owners();
    for (int slot = 0; slot < owners.length; slot++) {
      Share owner = owners[slot] == null ? null : byServer.get(owners[slot]);
      if (owner != null) {
        owner.held(regions[slot] > 0).add(slot);
        owner.regions += regions[slot];
      } else {
        (regions[slot] > 0 ? occupiedOrphans : emptyOrphans).add(slot);
      }
    }
    spread(true, occupiedOrphans);
    spread(false, emptyOrphans);
    evenRegions();
    for (Share share : shares) {
      share.occupied.forEach(slot -> owners[slot] = share.server);
      share.empty.forEach(slot -> owners[slot] = share.server);
    }
    return SlotTable.of(owners);
  }

  /** Takes slots from servers with too many, and deals these and {@code orphans} to others. */
  private void spread(boolean occupied, List<Integer> orphans) {
    int[] quota = quotas(occupied, orphans.size());
    List<Integer> pool = new ArrayList<>(orphans);
    for (Share share : shares) {
      while (share.held(occupied).size() > quota[share.rank]) {
        pool.add(release(share, occupied, share.held(occupied).size() - quota[share.rank]));
      }
    }
    pool.sort(Comparator.<Integer>comparingInt(slot -> -regions[slot]).thenComparing(slot -> slot));
    for (int slot : pool) { // heaviest first, to the lightest: equal weights go round-robin
      Share least =
          shares.stream()
              .filter(share -> share.held(occupied).size() < quota[share.rank])
              .min(
                  Comparator.<Share>comparingInt(share -> share.regions)
                      .thenComparing(Share::slots)
                      .thenComparing(share -> share.rank))
              .orElseThrow();
      least.held(occupied).add(slot);
      least.regions += regions[slot];
    }
  }

  /** Slots that each server should hold; those with the most keep the odd ones, to move least. */
  private int[] quotas(boolean occupied, int orphans) {
    int slots = orphans + shares.stream().mapToInt(share -> share.held(occupied).size()).sum();
    int[] quota = new int[shares.size()];
    Arrays.fill(quota, slots / shares.size());
    shares.stream()
        .sorted(
            Comparator.<Share>comparingInt(share -> -share.held(occupied).size())
                .thenComparing(Share::slots)
                .thenComparing(share -> share.rank))
        .limit(slots % shares.size())
        .forEach(share -> quota[share.rank]++);
    return quota;
  }

  /** Takes the slot whose loss brings the server's regions closest to the mean. */
  private int release(Share share, boolean occupied, int excess) {
    double wanted = (share.regions - (double) totalRegions / shares.size()) / excess;
    List<Integer> held = share.held(occupied);
    Integer slot =
        held.stream()
            .min(
                Comparator.<Integer>comparingDouble(each -> Math.abs(regions[each] - wanted))
                    .thenComparing(each -> each))
            .orElseThrow();
    held.remove(slot);
    share.regions -= regions[slot];
    return slot;
  }

  /** Exchanges slots; each exchange lowers the sum of squares of the regions, so the loop ends. */
  private void evenRegions() {
    boolean improved = true;
    while (improved) {
      improved = false;
      List<Share> byLoad =
          shares.stream()
              .sorted(
                  Comparator.<Share>comparingInt(share -> share.regions)
                      .thenComparing(share -> share.rank))
              .toList();
      Share most = byLoad.get(byLoad.size() - 1);
      Share least = byLoad.get(0);
      for (int i = 0; i < byLoad.size() && !improved; i++) {
        improved =
            exchange(most, byLoad.get(i)) || exchange(byLoad.get(byLoad.size() - 1 - i), least);
      }
    }
  }

  private boolean exchange(Share from, Share to) {
    int gap = from.regions - to.regions;
    if (gap <= 1) {
      return false;
    }
    Exchange best = bestExchange(from, to, gap);
    if (best == null) {
      return false;
    }
    from.occupied.remove((Integer) best.give());
    to.occupied.add(best.give());
    if (best.take() >= 0) {
      to.occupied.remove((Integer) best.take());
      from.occupied.add(best.take());
    }
    from.regions -= best.shift();
    to.regions += best.shift();
    return true;
  }

  /** The exchange that shifts closest to half the gap; null when none shrinks the gap. */
  private Exchange bestExchange(Share from, Share to, int gap) {
    Map<Integer, Integer> offers = lowestSlotByRegions(from);
    Map<Integer, Integer> returns = lowestSlotByRegions(to);
    if (from.occupied.size() > to.occupied.size()) {
      returns.put(0, -1); // no return leaves the slots as even as before
    }
    Exchange best = null;
    for (Map.Entry<Integer, Integer> offer : offers.entrySet()) {
      for (Map.Entry<Integer, Integer> back : returns.entrySet()) {
        int shift = offer.getKey() - back.getKey();
        if (shift > 0
            && shift < gap
            && (best == null || Math.abs(2 * shift - gap) < Math.abs(2 * best.shift() - gap))) {
          best = new Exchange(offer.getValue(), back.getValue(), shift);
        }
      }
    }
    return best;
  }

  private Map<Integer, Integer> lowestSlotByRegions(Share share) {
    Map<Integer, Integer> lowest = new TreeMap<>();
    share.occupied.forEach(slot -> lowest.merge(regions[slot], slot, Math::min));
    return lowest;
  }
}
