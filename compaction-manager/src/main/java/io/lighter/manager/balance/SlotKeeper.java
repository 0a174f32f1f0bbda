// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.assignment.SlotTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.apache.hadoop.hbase.ServerName;

/**
 * Repairs a table that was placed by load: slots without a live owner get one, a server without any
 * slot gets its share, and no other slot moves.
 *
 * <p>Deterministic, free of side effects, and idempotent: in the result every slot has a live owner
 * and every server a slot.
 */
final class SlotKeeper {
  /** A server's slots while the new table is being made. */
  private static final class Share {
    final ServerName server;
    final List<Integer> slots = new ArrayList<>();
    double weight;

    Share(ServerName server) {
      this.server = server;
    }
  }

  private static final Comparator<Share> BY_WEIGHT =
      Comparator.<Share>comparingDouble(share -> share.weight)
          .thenComparing(share -> share.slots.size())
          .thenComparing(share -> share.server);
  private static final Comparator<Share> BY_SLOTS =
      Comparator.<Share>comparingInt(share -> share.slots.size())
          .thenComparing(share -> share.server);

  private final double[] weights;
  private final List<Share> shares;

  private SlotKeeper(Collection<ServerName> live, double[] weights) {
    this.weights = weights;
    this.shares = live.stream().distinct().sorted().map(Share::new).toList();
  }

  /**
   * Returns the next table.
   *
   * @param weights weight of each slot: its demand, or its regions
   */
  static SlotTable keep(SlotTable previous, Collection<ServerName> live, double[] weights) {
    return live.isEmpty() ? SlotTable.EMPTY : new SlotKeeper(live, weights).run(previous);
  }

  private SlotTable run(SlotTable previous) {
    Map<ServerName, Share> byServer = new TreeMap<>();
    shares.forEach(share -> byServer.put(share.server, share));
    List<Integer> pool = new ArrayList<>();
    ServerName[] owners = previous.owners();
    for (int slot = 0; slot < owners.length; slot++) {
      Share owner = owners[slot] == null ? null : byServer.get(owners[slot]);
      if (owner == null) {
        pool.add(slot);
      } else {
        give(owner, slot);
      }
    }
    List<Share> newcomers = shares.stream().filter(share -> share.slots.isEmpty()).toList();
    if (newcomers.size() < shares.size()) {
      release(newcomers.size(), pool);
    }
    pool.sort(
        Comparator.<Integer>comparingDouble(slot -> -weights[slot]).thenComparing(slot -> slot));
    for (int slot : pool) { // heaviest first, to the lightest
      give(shares.stream().min(weights[slot] > 0 ? BY_WEIGHT : BY_SLOTS).orElseThrow(), slot);
    }
    for (Share share : shares) {
      share.slots.forEach(slot -> owners[slot] = share.server);
    }
    return SlotTable.of(owners, true);
  }

  private void give(Share share, int slot) {
    share.slots.add(slot);
    share.weight += weights[slot];
  }

  private void take(Share share, int slot, List<Integer> pool) {
    share.slots.remove((Integer) slot);
    share.weight -= weights[slot];
    pool.add(slot);
  }

  /**
   * Takes the new servers' share of weight from the heaviest servers, then that of slots from those
   * with most.
   */
  private void release(int newcomers, List<Integer> pool) {
    double part = (double) newcomers / shares.size();
    double mean = DoubleStream.of(weights).sum() / shares.size();
    double need = mean * newcomers - pool.stream().mapToDouble(slot -> weights[slot]).sum();
    int count = (int) (SlotTable.SLOTS * part) - pool.size();
    while (count > 0 && need > 0) {
      Share heaviest = shares.stream().max(BY_WEIGHT).orElseThrow();
      Optional<Integer> slot = slotToGive(heaviest, Math.min(need, heaviest.weight - mean));
      if (slot.isEmpty()) {
        break;
      }
      need -= weights[slot.get()];
      take(heaviest, slot.get(), pool);
      count--;
    }
    for (; count > 0; count--) {
      Share richest = shares.stream().max(BY_SLOTS).orElseThrow();
      take(richest, lightest(richest), pool);
    }
  }

  /** The heaviest slot up to a weight, or the lightest below most of its server's weight. */
  private Optional<Integer> slotToGive(Share share, double upTo) {
    Comparator<Integer> byWeight =
        Comparator.<Integer>comparingDouble(slot -> weights[slot])
            .thenComparing(Comparator.reverseOrder());
    List<Integer> busy = share.slots.stream().filter(slot -> weights[slot] > 0).toList();
    Optional<Integer> heaviest = busy.stream().filter(slot -> weights[slot] <= upTo).max(byWeight);
    return heaviest.isPresent()
        ? heaviest
        : busy.stream().min(byWeight).filter(slot -> weights[slot] <= share.weight / 2);
  }

  private int lightest(Share share) {
    return share.slots.stream()
        .min(Comparator.<Integer>comparingDouble(slot -> weights[slot]).thenComparing(slot -> slot))
        .orElseThrow();
  }
}
