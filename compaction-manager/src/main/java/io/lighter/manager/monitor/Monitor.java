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
 * Looks at the cluster each {@link #INTERVAL} while this manager leads.
 *
 * <p>{@link #tick} is called by one thread, which owns all mutable state but {@link #view} and the
 * history. Whoever shows something reads these and waits for nobody: however many look, ZooKeeper
 * is asked once a second.
 */
public final class Monitor {
  /** Time between two ticks. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);

  private final Source source;
  private final History history = new History();
  private final LocalTrend local = new LocalTrend();
  private final TableTrend tables = new TableTrend();
  private final Departures departures = new Departures();
  private final AlertBoard board = new AlertBoard();

  private volatile View view; // written by tick's thread; null while this manager does not lead

  /** Where the monitor looks. */
  public interface Source {
    /** Whether this manager leads. Without ZooKeeper it does not know, and says no. */
    boolean leads();

    /** Whether ZooKeeper answers. */
    boolean isConnected();

    /**
     * Whether another manager leads. Called while this one does not.
     *
     * @throws IOException if ZooKeeper does not answer
     */
    boolean anotherLeads() throws IOException;

    /** Milliseconds since 1970, never going back. */
    long timeMs();

    /**
     * The cluster now.
     *
     * @throws IOException if ZooKeeper does not answer
     */
    Snapshot read() throws IOException;
  }

  /** The last look and what is wrong in it. Immutable. */
  public record View(Snapshot snapshot, List<AlertBoard.Active> alerts) {
    /** Copies the list. */
    public View {
      alerts = List.copyOf(alerts);
    }
  }

  public Monitor(Source source) {
    this.source = source;
  }

  /** Looks once. */
  public void tick() {
    Snapshot snapshot;
    try {
      if (!source.leads()) {
        notLeading();
        return;
      }
      snapshot = source.read();
    } catch (IOException e) {
      LOG.debug("The cluster cannot be looked at", e);
      zooKeeperIsSilent();
      return;
    }
    history.add(snapshot);
    local.add(snapshot);
    tables.add(snapshot);
    departures.add(snapshot);
    List<Alert> alerts =
        AlertRules.of(snapshot, local.recent(), tables.staying(), departures.recent());
    view = new View(snapshot, board.update(alerts, snapshot.timeMs()));
  }

  /**
   * A manager that has lost its connection does not lead until it has won again, if only against
   * itself: it forgets what it knew when another one leads, and not before.
   */
  private void notLeading() throws IOException {
    if (!source.isConnected()) {
      zooKeeperIsSilent();
    } else if (view != null && source.anotherLeads()) { // ZooKeeper is not asked for nothing
      forget();
    }
  }

  /** What was known stays; what is wrong now is said. */
  private void zooKeeperIsSilent() {
    View last = view;
    if (last == null) {
      return;
    }
    List<Alert> alerts =
        new ArrayList<>(
            AlertRules.of(last.snapshot(), local.recent(), tables.staying(), departures.recent()));
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
    departures.clear();
    board.clear();
  }

  /** The last look; empty while this manager does not lead, or has not looked yet. */
  public Optional<View> view() {
    return Optional.ofNullable(view);
  }

  public History history() {
    return history;
  }

  /** How many alerts there are; 0 while this manager does not lead. */
  public int alerts() {
    return view().map(each -> each.alerts().size()).orElse(0);
  }

  /** Tables with an alert that they stay on region servers; 0 while this manager does not lead. */
  public int tablesStayingLocal() {
    return (int)
        view().stream()
            .flatMap(each -> each.alerts().stream())
            .filter(active -> active.alert().kind() == Kind.TABLE_STAYS_LOCAL)
            .count();
  }
}
