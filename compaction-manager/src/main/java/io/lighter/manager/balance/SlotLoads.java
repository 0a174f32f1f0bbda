// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.assignment.SlotTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/**
 * The demand of each server's slots, before and after moves. Used in one round.
 *
 * <p>Demand counts for the owner of a slot, not for the server that ran the jobs. It moves with a
 * slot at once, while a server's backlog and pressure follow later. So the next round does not move
 * more slots before the last round's effect is visible.
 */
final class SlotLoads {
  /** Ratio below which one demand counts as clearly less; small differences come and go. */
  private static final double MAX_RATIO = 0.75;

  /** Smallest part of a server's demand that is worth a round. */
  private static final double MIN_GAIN = 0.1;

  /** A slot with demand. */
  private record Slot(int number, double demand) {}

  private static final class Share {
    final int threads;
    final List<Slot> busy = new ArrayList<>();
    double demand;
    int slots;

    Share(int threads) {
      this.threads = threads;
    }

    double perThread() {
      return demand / threads;
    }
  }

  private final GroupLoad load;
  private final int[] regions;
  private final Map<ServerName, Share> shares = new HashMap<>();

  /**
   * @param regions number of regions by slot
   */
  SlotLoads(SlotTable table, Collection<ServerName> servers, GroupLoad load, int[] regions) {
    this.load = load;
    this.regions = regions;
    for (ServerName server : servers) {
      int threads = load.of(server).map(ServerLoad::threads).orElse(1);
      shares.put(server, new Share(threads));
    }
    ServerName[] owners = table.owners();
    for (int slot = 0; slot < owners.length; slot++) {
      Share share = owners[slot] == null ? null : shares.get(owners[slot]);
      if (share != null) {
        add(share, new Slot(slot, load.demand(slot)));
      }
    }
  }

  private static void add(Share share, Slot slot) {
    share.slots++;
    if (slot.demand() > 0) {
      share.busy.add(slot);
      share.demand += slot.demand();
    }
  }

  double demand(ServerName server) {
    return shares.get(server).demand;
  }

  int slots(ServerName server) {
    return shares.get(server).slots;
  }

  double demandPerThread(ServerName server) {
    return shares.get(server).perThread();
  }

  /** The part of the server's demand from its heaviest slot; 0 without demand. */
  double partOfHeaviestSlot(ServerName server) {
    Share share = shares.get(server);
    double heaviest = share.busy.stream().mapToDouble(Slot::demand).max().orElse(0);
    return share.demand == 0 ? 0 : heaviest / share.demand;
  }

  /** Whether the demand of the giver's slots exceeds the taker's enough for a move. */
  boolean isWorthWhile(ServerName from, ServerName to) {
    return shares.get(to).perThread() <= MAX_RATIO * shares.get(from).perThread();
  }

  /**
   * Whether moves could take a fair part of the giver's demand; small slots beside a hot slot that
   * stays do not help.
   */
  boolean canMove(ServerName from, ServerName to) {
    Share giver = shares.get(from);
    Share taker = shares.get(to);
    double movable =
        giver.busy.stream()
            .mapToDouble(Slot::demand)
            .filter(demand -> isEnough(demand, giver, taker))
            .sum();
    return movable > 0 && movable >= MIN_GAIN * giver.demand;
  }

  private static boolean isEnough(double demand, Share giver, Share taker) {
    double left = (giver.demand - demand) / giver.threads;
    double taken = (taker.demand + demand) / taker.threads;
    return taken <= left || taken <= MAX_RATIO * giver.perThread();
  }

  /**
   * Moves the slot that leaves the more loaded server with the least demand, if any does enough.
   *
   * <p>A move does enough if the taker then has no more than the giver, or clearly less than the
   * giver had before. Under the same demand neither case allows the reverse move.
   */
  Optional<Explanation.Move> move(ServerName from, ServerName to) {
    Share giver = shares.get(from);
    Share taker = shares.get(to);
    Slot best = null;
    double least = Double.MAX_VALUE;
    for (Slot slot : giver.busy) {
      double left = (giver.demand - slot.demand()) / giver.threads;
      double taken = (taker.demand + slot.demand()) / taker.threads;
      if (isEnough(slot.demand(), giver, taker) && Math.max(left, taken) < least) {
        best = slot;
        least = Math.max(left, taken);
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    Slot slot = best;
    giver.busy.remove(slot);
    giver.demand -= slot.demand();
    giver.slots--;
    add(taker, slot);
    return Optional.of(
        new Explanation.Move(
            slot.number(),
            from,
            to,
            slot.demand(),
            regions[slot.number()],
            load.lastRegion(slot.number())));
  }
}
