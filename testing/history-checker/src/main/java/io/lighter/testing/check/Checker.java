// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.testing.cluster.Volumes;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * One check of one table on a running cluster: creates the table, runs the activity, compares the
 * outcome. Keeps the table. Used once, by one thread.
 */
final class Checker {
  private final Configuration configuration;
  private final Connection connection;
  private final TableName table;
  private final CheckSettings settings;
  private final CompactionCounts.Source compactions;
  private final LongSupplier clock;
  private final Consumer<String> progress;
  private final Tally tally = new Tally();
  private final StopSignal stop = new StopSignal();
  private final Disturbances disturbances;
  private final OpenRequests requests;
  private final DisturbanceGate gate;
  private final Model model;

  /** Volumes whose SSDs the check fills; empty: it fills none. */
  private final Optional<Volumes> volumes;

  /**
   * Creates a check.
   *
   * @param configuration configuration of the cluster of {@code connection}
   * @param compactions source of counts, read before and after
   * @param clock monotonic clock in nanoseconds
   * @param gate gate of all disturbances to the table's files and regions
   * @param progress receives progress messages
   */
  Checker(
      Configuration configuration,
      Connection connection,
      TableName table,
      CheckSettings settings,
      CompactionCounts.Source compactions,
      LongSupplier clock,
      DisturbanceGate gate,
      Consumer<String> progress) {
    this(
        configuration,
        connection,
        table,
        settings,
        compactions,
        clock,
        gate,
        progress,
        Optional.empty());
  }

  /**
   * Creates a check, as the other constructor does.
   *
   * @param volumes volumes of the cluster, of which the check fills some
   */
  Checker(
      Configuration configuration,
      Connection connection,
      TableName table,
      CheckSettings settings,
      CompactionCounts.Source compactions,
      LongSupplier clock,
      DisturbanceGate gate,
      Consumer<String> progress,
      Optional<Volumes> volumes) {
    this.volumes = volumes;
    this.configuration = configuration;
    this.connection = connection;
    this.table = table;
    this.settings = settings;
    this.compactions = compactions;
    this.clock = clock;
    this.gate = gate;
    this.progress = progress;
    this.disturbances = new Disturbances(clock);
    this.requests = new OpenRequests(clock, disturbances.regionChanges());
    this.model =
        new Model(
            clock,
            settings.rows(),
            tally,
            disturbances.returns(),
            () -> {
              if (settings.stopAtFirstViolation()) {
                stop.give();
              }
            });
  }

  /**
   * Runs the check.
   *
   * @throws IOException if the cluster fails, so that the reads cannot be judged
   */
  CheckReport run() throws IOException, InterruptedException {
    try (Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true); // only this check moves regions, see Disturbances
      CheckTable.create(admin, table, settings);
      if (settings.load().links()) {
        CheckTable.createLinks(admin, LinkedRows.tableOf(table), settings);
      }
    }
    try (AsyncConnection asyncConnection = connect()) {
      Cells cells = new Cells(settings.valueBytes(), settings.shape().timestamps());
      return run(
          new CheckContext(
              configuration,
              connection,
              asyncConnection,
              table,
              settings,
              cells,
              model,
              new ResultChecker(model, cells),
              tally,
              disturbances,
              requests,
              gate,
              new FlushFloors(),
              stop));
    } catch (IOException e) {
      throw model.withViolations(e);
    }
  }

  private AsyncConnection connect() throws IOException, InterruptedException {
    try {
      return ConnectionFactory.createAsyncConnection(configuration).get();
    } catch (ExecutionException e) {
      throw new IOException("cannot connect: " + e.getCause(), e.getCause());
    }
  }

  /**
   * Ends writing and reading early; {@link #run} continues with the comparison. Callable by any
   * thread.
   */
  void stop() {
    stop.give();
  }

  /**
   * Runs a request that may close or open regions or kill region servers. Scans and increments
   * meanwhile are checked as far as {@link Disturbances} describes. Callable by any thread.
   */
  <T> T whileRegionsChange(Callable<T> request) throws Exception {
    return disturbances
        .regionChanges()
        .during(
            () -> disturbances.serverDeaths().during(() -> disturbances.flushes().during(request)));
  }

  /**
   * Runs a request that may flush stores; as {@link #whileRegionsChange}. Callable by any thread.
   */
  <T> T whileStoresFlush(Callable<T> request) throws Exception {
    return disturbances.flushes().during(request);
  }

  /** See {@link ServerReturns#during}. Callable by any thread. */
  <E extends Exception> void whileRegionServerReturns(
      Duration absence, BackgroundCheck.Task<E> comeback) throws E {
    disturbances.returns().during(absence, comeback);
  }

  /** See {@link Model#withViolations}. Callable by any thread. */
  IOException withViolations(IOException cause) {
    return model.withViolations(cause);
  }

  /** Acknowledged changes of rows so far. Callable by any thread. */
  long changes() {
    return tally.get(Tally.Event.WRITE);
  }

  /** Events of one kind so far. Callable by any thread. */
  long count(Tally.Event event) {
    return tally.get(event);
  }

  /** Failed reads and writes so far; writes are retried. Callable by any thread. */
  long failedOperations() {
    return tally.get(Tally.Event.READ_FAILED) + tally.get(Tally.Event.WRITE_FAILED);
  }

  /** Durations of gets and writes. Callable by any thread. */
  OpenRequests requests() {
    return requests;
  }

  private CheckReport run(CheckContext context) throws IOException, InterruptedException {
    CompactionCounts before = compactions.read();
    SplittableRandom random = new SplittableRandom(settings.seed());
    Optional<LinkedRows> links =
        settings.load().links()
            ? Optional.of(new LinkedRows(context, random.split()))
            : Optional.empty();
    long start = clock.getAsLong();
    try (CheckThreads threads = new CheckThreads(table, stop, clock)) {
      startThreads(threads, context, random);
      links.ifPresent(task -> threads.start("links", task));
      threads.watch(settings.duration(), this::tell);
      threads.end();
    }
    Duration took = Duration.ofNanos(clock.getAsLong() - start);
    if (!settings.stopAtFirstViolation() || model.violationCount() == 0) {
      new FinalCheck(context, links).run();
    }
    return report(took, compactions.read().minus(before));
  }

  private void startThreads(CheckThreads threads, CheckContext context, SplittableRandom random) {
    CheckSettings.Load load = settings.load();
    for (int i = 0; i < load.writers(); i++) {
      threads.start("writer-" + i, new Writer(context, random.split(), i));
    }
    for (int i = 0; i < load.getters(); i++) {
      threads.start("getter-" + i, new Getter(context, random.split()));
    }
    for (int i = 0; i < load.scanners(); i++) {
      threads.start("scanner-" + i, new Scanner(context, random.split()));
    }
    threads.start("files", new FileDisturber(context, random.split()));
    threads.start("regions", new RegionDisturber(context, random.split()));
    threads.start("switch", new SwitchDisturber(context, random.split()));
    if (settings.shape().migration() != TableShape.Migration.NONE) {
      threads.start("tracker", new TrackerDisturber(context, random.split()));
    }
    if (load.changesEngine()) {
      EngineName engine = settings.shape().engine().orElseThrow();
      threads.start("engine", new EngineDisturber(context, random.split(), engine));
    }
    if (settings.shape().hasTiers()) {
      threads.start("tiers", new TierDisturber(context, random.split()));
    }
    if (volumes.isPresent()) {
      threads.start("volumes", new VolumeDisturber(context, random.split(), volumes.get()));
    }
  }

  private void tell(Duration passed) {
    progress.accept(
        "%s: %d s: %d rows checked, %d changes, %d violations"
            .formatted(
                table,
                passed.toSeconds(),
                tally.get(Tally.Event.ROW_CHECKED),
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
