// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.index.IndexHistory;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * One check of one indexed table on a running cluster: creates the table and its indexes, writes
 * and looks up during disturbances of all tables, and compares the outcome. Keeps the tables. Used
 * once, by one thread.
 */
final class IndexChecker {
  private final Configuration configuration;
  private final Connection connection;
  private final TableName table;
  private final IndexCheckSettings settings;
  private final Function<TableName, CompactionCounts.Source> compactions;
  private final Optional<ServerKiller> killer;
  private final LongSupplier clock;
  private final Consumer<String> progress;
  private final Tally tally = new Tally();
  private final StopSignal stop = new StopSignal();
  private final IndexHistory history;
  private final Disturbances disturbances;
  private final Model model;

  /**
   * Creates a check.
   *
   * @param configuration configuration of the cluster of {@code connection}
   * @param compactions sources of counts by table, read before and after
   * @param killer kills region servers; empty: none is killed
   * @param clock monotonic clock in nanoseconds
   * @param progress receives progress messages
   */
  IndexChecker(
      Configuration configuration,
      Connection connection,
      TableName table,
      IndexCheckSettings settings,
      Function<TableName, CompactionCounts.Source> compactions,
      Optional<ServerKiller> killer,
      LongSupplier clock,
      Consumer<String> progress) {
    this.configuration = configuration;
    this.connection = connection;
    this.table = table;
    this.settings = settings;
    this.compactions = compactions;
    this.killer = killer;
    this.clock = clock;
    this.progress = progress;
    this.history = new IndexHistory(settings.rows(), CheckedIndexTables.VERSIONS);
    this.disturbances = new Disturbances(clock);
    this.model = new Model(clock, settings.rows(), tally, disturbances.returns(), () -> {});
  }

  /**
   * Runs the check.
   *
   * @throws IOException if the cluster fails, so that lookups cannot be judged
   */
  IndexReport run() throws IOException, InterruptedException {
    CheckedIndexTables tables = new CheckedIndexTables(connection, table);
    try (Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true); // only this check moves regions
    }
    tables.create(settings.common());
    try (AsyncConnection asyncConnection = connect();
        IndexClients clients = IndexClients.open(connection, asyncConnection, table)) {
      return run(tables, clients, context(asyncConnection));
    } catch (IOException e) {
      throw model.withViolations(e);
    }
  }

  /** Ends writing early; {@link #run} continues with the comparison. Callable by any thread. */
  void stop() {
    stop.give();
  }

  /** Events of one kind so far. Callable by any thread. */
  long count(Tally.Event event) {
    return tally.get(event);
  }

  private AsyncConnection connect() throws IOException, InterruptedException {
    try {
      return ConnectionFactory.createAsyncConnection(configuration).get();
    } catch (ExecutionException e) {
      throw new IOException("cannot connect: " + e.getCause(), e.getCause());
    }
  }

  private CheckContext context(AsyncConnection asyncConnection) {
    CheckSettings common = settings.common();
    Cells cells = new Cells(common.valueBytes(), common.shape().timestamps());
    return new CheckContext(
        configuration,
        connection,
        asyncConnection,
        table,
        common,
        cells,
        model,
        new ResultChecker(model, cells),
        tally,
        disturbances,
        new OpenRequests(clock, disturbances.regionChanges()),
        new DisturbanceGate(true),
        new FlushFloors(),
        stop);
  }

  private IndexReport run(CheckedIndexTables tables, IndexClients clients, CheckContext context)
      throws IOException, InterruptedException {
    CompactionCounts before = compactions(List.of(table));
    CompactionCounts beforeOfIndexes = compactions(tables.ofIndexes());
    SplittableRandom random = new SplittableRandom(settings.seed());
    long start = clock.getAsLong();
    try (CheckThreads threads = new CheckThreads(table, stop, clock)) {
      startWork(threads, clients.all(), context, random);
      startDisturbances(threads, tables, context, random);
      threads.watch(settings.duration(), this::tell);
      threads.end();
    }
    Duration took = Duration.ofNanos(clock.getAsLong() - start);
    double stale = (double) clients.staleEntries() / Math.max(1, lookups());
    IndexFinalCheck.Entries entries =
        new IndexFinalCheck(context, history, tables, clients.all()).run();
    return new IndexReport(
        report(took, compactions(List.of(table)).minus(before)),
        compactions(tables.ofIndexes()).minus(beforeOfIndexes),
        stale,
        entries);
  }

  private void startWork(
      CheckThreads threads,
      List<IndexLookups> clients,
      CheckContext context,
      SplittableRandom random) {
    ContendedRows contended = new ContendedRows(context);
    for (int i = 0; i < settings.writers(); i++) {
      threads.start("writer-" + i, new IndexWriter(context, history, contended, random.split(), i));
    }
    for (int i = 0; i < settings.readers(); i++) {
      threads.start(
          "reader-" + i,
          new IndexReader(context, history, clients, settings.removalDelay(), random.split()));
    }
  }

  private void startDisturbances(
      CheckThreads threads,
      CheckedIndexTables tables,
      CheckContext context,
      SplittableRandom random) {
    for (TableName each : tables.all()) {
      CheckContext of = context.of(each);
      threads.start(
          "files of " + each, new FileDisturber(of, random.split(), tables.families(each)));
      threads.start(
          "regions of " + each,
          new RegionDisturber(of, random.split(), tables.splitRows(each, of), Optional.empty()));
      threads.start("switch of " + each, new SwitchDisturber(of, random.split()));
    }
    killer.ifPresent(
        kills ->
            threads.start(
                "kills", new KillDisturber(context, random.split(), settings.killPause(), kills)));
  }

  private CompactionCounts compactions(List<TableName> tables) throws IOException {
    CompactionCounts sum = new CompactionCounts(0, 0, 0, 0);
    for (TableName each : tables) {
      sum = sum.plus(compactions.apply(each).read());
    }
    return sum;
  }

  private long lookups() {
    return tally.get(Tally.Event.LOOKUP) + tally.get(Tally.Event.ASYNC_LOOKUP);
  }

  private void tell(Duration passed) {
    progress.accept(
        "%s: %d s: %d lookups, %d rows judged, %d changes, %d violations"
            .formatted(
                table,
                passed.toSeconds(),
                lookups(),
                tally.get(Tally.Event.JUDGED),
                tally.get(Tally.Event.WRITE),
                model.violationCount()));
  }

  private CheckReport report(Duration took, CompactionCounts counts) {
    Map<Tally.Event, Long> events = new EnumMap<>(Tally.Event.class);
    for (Tally.Event event : Tally.Event.values()) {
      events.put(event, tally.get(event));
    }
    return new CheckReport(
        settings.seed(),
        took,
        events,
        counts,
        model.violationCount(),
        model.violations(),
        tally.firstFailure());
  }
}
