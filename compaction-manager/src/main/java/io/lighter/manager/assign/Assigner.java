package io.lighter.manager.assign;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.manager.assign.AssignmentStore.Stored;
import io.lighter.manager.balance.LoadTracker;
import io.lighter.manager.balance.TablePlanner;
import io.lighter.manager.cluster.DrainingServers;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.cluster.Membership;
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
 * Keeps the slot tables right while this manager leads.
 *
 * <p>Threading: one thread, {@code assigner}, runs the passes and is the only one that computes or
 * writes tables. Whoever notices a change (Curator's event thread, the reader of {@code
 * hbase:meta}) only asks for a pass. A pass keeps nothing from the one before, but what load was
 * measured: it reads each table, computes the next one, and writes it by compare-and-set if it
 * differs. So a new leader, a lost race and a repaired znode need no code of their own. Other
 * threads see the outcome in {@link #view}.
 */
public final class Assigner implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Assigner.class);

  /** Servers that die or start together are handled together. */
  private static final Duration DEBOUNCE = Duration.ofMillis(100);

  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Leadership leadership;
  private final Membership membership;
  private final DrainingServers draining;
  private final AssignmentStore store;
  private final ServerReports reports;
  private final LoadTracker loads;
  private final TablePlanner planner;
  private final ManagerMetrics metrics;
  private final Worker worker;

  private final AtomicReference<RegionCensus> census = new AtomicReference<>();
  private volatile View view = View.NONE; // written by the assigner thread only

  /**
   * What the last pass left behind.
   *
   * @param tables by group
   * @param census null: not read yet
   */
  public record View(Map<String, SlotTable> tables, RegionCensus census) {
    static final View NONE = new View(Map.of(), null);
  }

  /**
   * Idle until {@link #changed}.
   *
   * @param interval between passes that nothing asked for; they repair what others broke
   */
  public Assigner(
      Leadership leadership,
      Membership membership,
      DrainingServers draining,
      AssignmentStore store,
      ServerReports reports,
      LoadTracker loads,
      TablePlanner planner,
      ManagerMetrics metrics,
      Duration interval) {
    this.leadership = leadership;
    this.membership = membership;
    this.draining = draining;
    this.store = store;
    this.reports = reports;
    this.loads = loads;
    this.planner = planner;
    this.metrics = metrics;
    this.worker = new Worker("assigner", interval, this::pass);
  }

  /** Servers came or went, or leadership did. Does not block. */
  public void changed() {
    worker.soon(DEBOUNCE);
  }

  /** Takes a new reading of the regions into account. Does not block. */
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
      fence = leadership.fence();
    } catch (IOException e) {
      failed(e);
      return;
    }
    if (fence.isEmpty()) {
      view = View.NONE;
      census.set(null); // would be stale when this manager leads again
      reports.retainAll(Set.of());
      loads.retainAll(Set.of());
      planner.reset();
      return;
    }
    Optional<Map<ServerName, ServerRegistration>> live = membership.live();
    Optional<Set<ServerName>> drained = draining.now();
    if (live.isEmpty() || drained.isEmpty()) {
      return; // the first reading of each asks for a pass
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
      LOG.debug("A pass was ended by the manager's end", e);
      return;
    }
    metrics.assignmentFailed();
    LOG.warn("Slots could not be assigned; next attempt in {}", RETRY, e);
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

  /** The group's table from now on; empty when another writer was faster. */
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
    plan.moves().forEach(move -> LOG.info("Group {}: balance: {}", group, move));
    LOG.info("Group {}: {} slots have a new owner; slots by server: {}", group, moved, next);
    return Optional.of(next);
  }

  private static int changedSlots(SlotTable before, SlotTable after) {
    return (int)
        IntStream.range(0, SlotTable.SLOTS)
            .filter(slot -> !before.ownerOf(slot).equals(after.ownerOf(slot)))
            .count();
  }

  /** Ends the pass that runs, if any; none starts afterwards. */
  @Override
  public void close() {
    worker.close();
  }
}
