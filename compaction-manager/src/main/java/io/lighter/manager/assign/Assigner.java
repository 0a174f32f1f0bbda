// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.manager.assign.AssignmentStore.Stored;
import io.lighter.manager.balance.LoadTracker;
import io.lighter.manager.balance.TablePlanner;
import io.lighter.manager.cluster.ClusterWatch;
import io.lighter.manager.cluster.Worker;
import io.lighter.manager.report.ManagerMetrics;
import io.lighter.manager.report.ServerReports;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains the slot tables while this manager leads.
 *
 * <p>Threading: one thread, {@code assigner}, runs the passes and is the only one that computes or
 * writes tables. Threads that notice a change (Curator's event thread, the reader of {@code
 * hbase:meta}) ask for a pass. Other threads see the outcome in {@link #view}.
 *
 * <p>A pass reads each table, computes the next one, and writes it by compare-and-set if the two
 * differ. A pass starts from the tables in ZooKeeper only, so the same code handles a new leader, a
 * lost race and a repaired znode.
 */
public final class Assigner implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Assigner.class);

  /** Delay that combines changes by servers that die or start together. */
  private static final Duration DEBOUNCE = Duration.ofMillis(100);

  private static final Duration RETRY = Duration.ofSeconds(1);

  private final ClusterWatch cluster;
  private final AssignmentStore store;
  private final ServerReports reports;
  private final LoadTracker loads;
  private final TablePlanner planner;
  private final ManagerMetrics metrics;
  private final Worker worker;

  private final AtomicReference<RegionCensus> census = new AtomicReference<>();
  private volatile View view = View.NONE; // written by the assigner thread only

  /**
   * The outcome of the last pass. Immutable.
   *
   * @param tables tables by group
   * @param census regions at the last reading of {@code hbase:meta}; null: not read yet
   */
  public record View(Map<String, SlotTable> tables, RegionCensus census) {
    static final View NONE = new View(Map.of(), null);
  }

  /**
   * Creates an assigner that is idle until {@link #changed}.
   *
   * @param interval time between passes without a request; such a pass repairs tables that another
   *     process changed
   */
  public Assigner(
      ClusterWatch cluster,
      AssignmentStore store,
      ServerReports reports,
      LoadTracker loads,
      TablePlanner planner,
      ManagerMetrics metrics,
      Duration interval) {
    this.cluster = cluster;
    this.store = store;
    this.reports = reports;
    this.loads = loads;
    this.planner = planner;
    this.metrics = metrics;
    this.worker = new Worker("assigner", interval, this::pass);
  }

  /** Requests a pass, because servers or the leadership changed. Does not block. */
  public void changed() {
    worker.soon(DEBOUNCE);
  }

  /**
   * Replaces the census of the regions, and requests a pass. Does not block.
   *
   * @param latest result of a complete reading, non-null
   */
  public void regionsRead(RegionCensus latest) {
    census.set(latest);
    worker.soon(Duration.ZERO);
  }

  /** The outcome of the last pass; {@link View#NONE} while this manager does not lead. */
  public View view() {
    return view;
  }

  private void pass() {
    Optional<String> fence;
    try {
      fence = cluster.leadership().fence();
    } catch (IOException e) {
      failed(e);
      return;
    }
    if (fence.isEmpty()) {
      view = View.NONE;
      census.set(null); // stale if this manager leads again
      reports.retainAll(Set.of());
      loads.retainAll(Set.of());
      planner.reset();
      return;
    }
    Optional<Map<ServerName, ServerRegistration>> live = cluster.membership().live();
    Optional<Set<ServerName>> drained = cluster.draining().now();
    if (live.isEmpty() || drained.isEmpty()) {
      return; // the first reading of each requests a pass
    }
    reports.retainAll(live.get().keySet());
    loads.retainAll(live.get().keySet());
    RegionCensus regions = census.get();
    Map<String, SlotTable> tables = new TreeMap<>(view.tables());
    try {
      for (String group : groups(live.get(), regions)) {
        assign(group, servers(live.get(), drained.get(), group), regions, fence.get())
            .ifPresentOrElse(table -> tables.put(group, table), () -> worker.soon(DEBOUNCE));
      }
    } catch (IOException e) {
      failed(e);
    }
    if (!worker.isClosed()) {
      view = new View(Map.copyOf(tables), regions);
    }
  }

  private void failed(IOException e) {
    if (worker.isClosed()) {
      LOG.debug("assignment pass interrupted by close", e);
      return;
    }
    metrics.assignmentFailed();
    LOG.warn("slot assignment failed, retryIn={}", RETRY, e);
    worker.soon(RETRY);
  }

  private Set<String> groups(Map<ServerName, ServerRegistration> live, RegionCensus regions)
      throws IOException {
    Set<String> groups = new TreeSet<>(store.groups());
    live.values().forEach(server -> groups.add(server.getGroup()));
    if (regions != null) {
      groups.addAll(regions.groups());
    }
    return groups;
  }

  private static List<ServerName> servers(
      Map<ServerName, ServerRegistration> live, Set<ServerName> draining, String group) {
    return live.entrySet().stream()
        .filter(server -> server.getValue().getGroup().equals(group))
        .map(Map.Entry::getKey)
        .filter(server -> !draining.contains(server))
        .toList();
  }

  /** Assigns a group's slots, and returns the new table; empty if another writer was faster. */
  private Optional<SlotTable> assign(
      String group, List<ServerName> servers, RegionCensus regions, String fence)
      throws IOException {
    Stored before = store.read(group);
    TablePlanner.Plan plan =
        planner.plan(
            group,
            before.table(),
            servers,
            Optional.ofNullable(regions).map(each -> each.regionsBySlot(group)));
    SlotTable next = plan.table();
    if (before.readable() && next.equals(before.table())) {
      planner.written(plan);
      return Optional.of(next);
    }
    if (!store.write(group, before, next, fence)) {
      metrics.assignmentConflict();
      return Optional.empty();
    }
    planner.written(plan);
    int moved = changedSlots(before.table(), next);
    metrics.slotsMoved(moved);
    metrics.slotsMovedByLoad(plan.moves().size());
    plan.moves().forEach(move -> LOG.info("slot moved by load, group={} move={}", group, move));
    LOG.info("slots assigned, group={} changed={} slotsByServer={}", group, moved, next);
    return Optional.of(next);
  }

  private static int changedSlots(SlotTable before, SlotTable after) {
    return (int)
        IntStream.range(0, SlotTable.SLOTS)
            .filter(slot -> !before.ownerOf(slot).equals(after.ownerOf(slot)))
            .count();
  }

  /** Interrupts a running pass and waits up to 10 s for its end. No pass starts afterwards. */
  @Override
  public void close() {
    worker.close();
  }
}
