// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.MonotonicClock;
import io.lighter.common.assignment.SlotTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;

/**
 * Makes a group's next slot table. The assigner's thread owns the planner; any thread may call
 * {@link #explanations}.
 *
 * <p>Until load has moved a slot, each server gets the same number of slots ({@link SlotAssigner};
 * the paper's §6.2). Afterwards the table is marked, and {@link SlotKeeper} only repairs it, since
 * equal numbers would undo the moves. A round of balancing follows, at most one per interval. The
 * equal numbers return when balancing is switched off.
 */
public final class TablePlanner {
  private final BalanceSettings settings;
  private final LoadTracker loads;
  private final MonotonicClock clock;
  private final Balancer balancer;
  private final Explanations explanations;
  private final Map<String, Long> roundAtNanos = new HashMap<>();

  /**
   * The plan of a pass.
   *
   * @param table next table, equal to the one before if nothing changes
   * @param regions number of regions by slot
   * @param round round of balancing; empty if none was due
   */
  public record Plan(
      String group, SlotTable table, Optional<int[]> regions, Optional<Explanation> round) {
    /** Slots that move by load. */
    public List<Explanation.Move> moves() {
      return round.map(Explanation::moves).orElse(List.of());
    }
  }

  /**
   * @param wallClock clock of the times in explanations
   */
  public TablePlanner(
      BalanceSettings settings, LoadTracker loads, MonotonicClock clock, InstantSource wallClock) {
    this.settings = settings;
    this.loads = loads;
    this.clock = clock;
    this.balancer = new Balancer(settings, clock, wallClock);
    this.explanations = new Explanations(settings.history());
  }

  /** Explanations of the last rounds. */
  public Explanations explanations() {
    return explanations;
  }

  /** Drops all state, because this manager does not lead any more. */
  public void reset() {
    balancer.reset();
    roundAtNanos.clear();
    explanations.clear();
  }

  /**
   * Plans the next table; it takes effect with {@link #written}.
   *
   * @param servers servers that may own slots
   * @param regions number of regions by slot; empty: not known yet
   */
  public Plan plan(
      String group, SlotTable before, Collection<ServerName> servers, Optional<int[]> regions) {
    if (regions.isEmpty()) {
      return new Plan(group, SlotAssigner.repair(before, servers), regions, Optional.empty());
    }
    GroupLoad load = loads.of(group, servers);
    SlotTable placed =
        settings.enabled() && before.byLoad()
            ? SlotKeeper.keep(before, servers, weights(load, regions.get()))
            : SlotAssigner.assign(before, servers, regions.get());
    if (!settings.enabled() || servers.isEmpty() || !isDue(group)) {
      return new Plan(group, placed, regions, Optional.empty());
    }
    Balancer.Proposal proposal = balancer.propose(group, placed, servers, regions.get(), load);
    return new Plan(group, proposal.table(), regions, Optional.of(proposal.explanation()));
  }

  private static double[] weights(GroupLoad load, int[] regions) {
    boolean measured = load.hasDemand();
    return IntStream.range(0, SlotTable.SLOTS)
        .mapToDouble(slot -> measured ? load.demand(slot) : regions[slot])
        .toArray();
  }

  private boolean isDue(String group) {
    Long at = roundAtNanos.get(group);
    return at == null
        || Duration.ofNanos(clock.nanoTime() - at).compareTo(settings.interval()) >= 0;
  }

  /** Notes that the plan is in force: its table was written, or equals the existing one. */
  public void written(Plan plan) {
    plan.regions()
        .ifPresent(regions -> loads.placed(plan.group(), new Placement(plan.table(), regions)));
    if (plan.round().isPresent()) {
      roundAtNanos.put(plan.group(), clock.nanoTime());
      explanations.add(plan.round().get());
    }
    if (!plan.moves().isEmpty()) {
      balancer.moved(plan.group());
    }
  }
}
