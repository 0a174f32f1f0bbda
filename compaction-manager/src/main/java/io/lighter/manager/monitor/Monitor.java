// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.manager.monitor.Alert.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the cluster's state each {@link #INTERVAL} while this manager leads.
 *
 * <p>{@link #tick} is called by one thread, which owns all mutable state but {@link #view} and the
 * history. Readers of both never wait. ZooKeeper is read once a second for any number of readers.
 */
public final class Monitor {
  /** Time between two ticks. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);

  private final Source source;
  private final History history = new History();
  private final LocalTrend local = new LocalTrend();
  private final TableTrend tables = new TableTrend();
  private final LostServers lostServers = new LostServers();
  private final AlertBoard board = new AlertBoard();

  /** Written by the thread of {@link #tick} only; null while this manager does not lead. */
  private volatile View view;

  /** The source of snapshots. */
  public interface Source {
    /** Whether this manager leads; false also without ZooKeeper. */
    boolean leads();

    /** Whether ZooKeeper answers. */
    boolean isConnected();

    /**
     * Whether another manager leads; called only while this one does not.
     *
     * @throws IOException if ZooKeeper does not answer
     */
    boolean anotherLeads() throws IOException;

    /** Milliseconds since 1970, never going back. */
    long timeMs();

    /**
     * Reads the cluster's current state.
     *
     * @throws IOException if ZooKeeper does not answer
     */
    Snapshot read() throws IOException;
  }

  /** The last snapshot and its alerts. Immutable. */
  public record View(Snapshot snapshot, List<AlertBoard.Active> alerts) {
    /** Creates a view with a copy of {@code alerts}. */
    public View {
      alerts = List.copyOf(alerts);
    }
  }

  /** Creates a monitor without a view. */
  public Monitor(Source source) {
    this.source = source;
  }

  /**
   * Reads the state once, adds it to the history, and replaces the view. If ZooKeeper does not
   * answer, the last view stays, with an alert.
   */
  public void tick() {
    Snapshot snapshot;
    try {
      if (!source.leads()) {
        checkLostLeadership();
        return;
      }
      snapshot = source.read();
    } catch (IOException e) {
      LOG.debug("cannot read the cluster's state", e);
      showZooKeeperAlert();
      return;
    }
    history.add(snapshot);
    local.add(snapshot);
    tables.add(snapshot);
    lostServers.add(snapshot);
    List<Alert> alerts =
        AlertRules.of(snapshot, local.recent(), tables.mostlyLocal(), lostServers.recent());
    view = new View(snapshot, board.update(alerts, snapshot.timeMs()));
  }

  /**
   * Drops the state if another manager leads. A manager that has lost its connection keeps the
   * state: it has to win the election again, even without a rival.
   */
  private void checkLostLeadership() throws IOException {
    if (!source.isConnected()) {
      showZooKeeperAlert();
    } else if (view != null && source.anotherLeads()) { // reads ZooKeeper only if needed
      forget();
    }
  }

  /** Keeps the last snapshot, and adds the alert that ZooKeeper does not answer. */
  private void showZooKeeperAlert() {
    View last = view;
    if (last == null) {
      return;
    }
    List<Alert> alerts =
        new ArrayList<>(
            AlertRules.of(
                last.snapshot(), local.recent(), tables.mostlyLocal(), lostServers.recent()));
    alerts.add(
        new Alert(
            Kind.ZOOKEEPER_SILENT, "", "ZooKeeper does not answer the manager; this page is old"));
    view = new View(last.snapshot(), board.update(alerts, source.timeMs()));
  }

  private void forget() {
    view = null;
    history.clear();
    local.clear();
    tables.clear();
    lostServers.clear();
    board.clear();
  }

  /** The last view; empty while this manager does not lead, or before the first snapshot. */
  public Optional<View> view() {
    return Optional.ofNullable(view);
  }

  /** The snapshots since this manager leads; thread-safe. */
  public History history() {
    return history;
  }

  /** Number of alerts; 0 while this manager does not lead. */
  public int alerts() {
    return view().map(each -> each.alerts().size()).orElse(0);
  }

  /** Number of tables with a table-stays-local alert; 0 while this manager does not lead. */
  public int tablesStayingLocal() {
    return alerts(Kind.TABLE_STAYS_LOCAL);
  }

  /** Number of tables with a blocks-misplaced alert; 0 while this manager does not lead. */
  public int tablesMisplaced() {
    return alerts(Kind.BLOCKS_MISPLACED);
  }

  /** Number of tables with a merges-late alert; 0 while this manager does not lead. */
  public int tablesWithLateMerges() {
    return alerts(Kind.MERGES_LATE);
  }

  /** Number of tables with an index-broken alert; 0 while this manager does not lead. */
  public int tablesWithBrokenIndexes() {
    return alerts(Kind.INDEX_BROKEN);
  }

  /** Number of tables with an index-suspect alert; 0 while this manager does not lead. */
  public int tablesWithSuspectIndexes() {
    return alerts(Kind.INDEX_SUSPECT);
  }

  /** 1 while all tables are switched off; 0 while this manager does not lead. */
  public int switchedOff() {
    return alerts(Kind.SWITCHED_OFF);
  }

  private int alerts(Kind kind) {
    return (int)
        view().stream()
            .flatMap(each -> each.alerts().stream())
            .filter(active -> active.alert().kind() == kind)
            .count();
  }
}
