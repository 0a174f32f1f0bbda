// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A history checker in the background of other actions on the cluster. It writes and reads one or
 * two tables of two families, and checks every read until stopped. Regions move only after {@link
 * #disturb}. Thread-safe.
 */
public final class BackgroundCheck {
  /** Time to live of the cells; a clock that is further ahead sees all cells as expired. */
  public static final Duration CELLS_LIVE = TableShape.LIFE_LEFT;

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundCheck.class);
  private static final String ENGINE = "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final int VALUE_BYTES = 200;
  private static final Map<String, String> NOTHING_BY_ITSELF =
      Map.of("hbase.hstore.compaction.min", "100");

  /**
   * Size limit for warm-ups of the varied table: major compactions are warmed, minor ones are not.
   */
  private static final String WARMED_BYTES = "60KB";

  /** Mean time between two changes of the live table from an engine of Lighter's and back. */
  private static final Duration ENGINE_PAUSE = Duration.ofSeconds(6);

  /** Timeout for requests in progress, and for the final comparison of all rows. */
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private final List<Checker> checkers;
  private final DisturbanceGate gate;
  private final CompactionCounts.Source counts;
  private final CompletableFuture<CheckReport> result;

  /**
   * Creates a running check.
   *
   * @param checkers checkers of one table each, at least one
   * @param gate gate of all disturbances
   * @param counts compaction counts of the first table
   * @param result combined result
   */
  private BackgroundCheck(
      List<Checker> checkers,
      DisturbanceGate gate,
      CompactionCounts.Source counts,
      CompletableFuture<CheckReport> result) {
    this.checkers = List.copyOf(checkers);
    this.gate = gate;
    this.counts = counts;
    this.result = result;
  }

  /** Builder of a check. */
  public static Builder of(LocalCluster cluster, TableName table) {
    return new Builder(cluster, table);
  }

  /** Table of linked rows of a check with {@link Builder#linkingEvery}. */
  public static TableName linksOf(TableName table) {
    return LinkedRows.tableOf(table);
  }

  /** Table with stripes and date tiers of a check with {@link Builder#varied}. */
  public static TableName variedOf(TableName table) {
    return TableName.valueOf(table.getNameAsString() + "_varied");
  }

  /** Maximum number of files of a region of {@link #variedOf} after a major compaction. */
  public static int maxFilesOfVariedRegion() {
    return TableShape.varied(Instant.now(), TableShape.Migration.NONE).maxFilesOfRegion();
  }

  /**
   * Maximum number of files of a region of the first table after a major compaction.
   *
   * @param engine engine of {@link Builder#engineBelow}
   */
  public static int maxFilesOfRegion(EngineName engine) {
    return TableShape.plain(engine, Instant.now()).maxFilesOfRegion();
  }

  /**
   * Maximum number of files of a region of {@link #linksOf} after a major compaction.
   *
   * @param engine engine of {@link Builder#engineBelow}
   */
  public static int maxFilesOfLinkedRegion(EngineName engine) {
    return TableShape.plain(engine, Instant.now()).maxFilesOfLinkedRegion();
  }

  /** Builder of a check; not thread-safe. */
  public static final class Builder {
    private final LocalCluster cluster;
    private final TableName table;
    private long seed = 20261121;
    private int rows = 600;
    private Duration limit = Duration.ofMinutes(10);
    private Optional<String> engine = Optional.of(ENGINE);
    private EngineName engineBelow = EngineName.DEFAULT;
    private Optional<Duration> filePause = Optional.empty();
    private Duration linkPause = CheckSettings.Load.NEVER;
    private boolean isVaried;
    private boolean isDisturbed;
    private TableShape.Migration migration = TableShape.Migration.ONE_WAY;

    private Builder(LocalCluster cluster, TableName table) {
      this.cluster = cluster;
      this.table = table;
    }

    /** Sets the seed of all random choices. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Sets the number of rows, without counters. */
    public Builder rows(int count) {
      rows = count;
      return this;
    }

    /** Sets the time after which the check stops itself. */
    public Builder limit(Duration time) {
      limit = time;
      return this;
    }

    /** Creates the table without a store engine, so that Lighter is not involved. */
    public Builder withoutLighter() {
      engine = Optional.empty();
      return this;
    }

    /**
     * Sets the engine below Lighter's of the first table and of {@link #linksOf}; HBase's default
     * one if not called. During disturbances, a table with an engine of Lighter's also changes to
     * the default one and back.
     */
    public Builder engineBelow(EngineName value) {
      engineBelow = value;
      return this;
    }

    /** Flushes and compacts continuously; otherwise the table is compacted on request only. */
    public Builder compactingEvery(Duration meanPause) {
      filePause = Optional.of(meanPause);
      return this;
    }

    /** Also writes rows that never change, to the separate table {@link #linksOf}. */
    public Builder linkingEvery(Duration meanPause) {
      linkPause = meanPause;
      return this;
    }

    /**
     * Also checks the table {@link #variedOf} with stripes, date tiers and secondary replicas. Its
     * store file tracker changes during disturbances.
     */
    public Builder varied() {
      isVaried = true;
      return this;
    }

    /** Leaves the tables their tracker, which is {@code FILE} in a cluster with an object store. */
    public Builder withoutMigration() {
      migration = TableShape.Migration.NONE;
      return this;
    }

    /**
     * Enables all disturbances of {@code lighter check} to files and regions, between {@link
     * BackgroundCheck#disturb} and {@link BackgroundCheck#endDisturbances} only.
     */
    public Builder disturbed() {
      isDisturbed = true;
      return this;
    }

    /** Creates the tables and starts to write and read. */
    public BackgroundCheck start() throws IOException {
      DisturbanceGate gate = new DisturbanceGate(!isDisturbed);
      List<Checker> checkers = new ArrayList<>();
      checkers.add(checker(table, plainSettings(), gate));
      if (isVaried) {
        checkers.add(checker(variedOf(table), variedSettings(), gate));
      }
      return new BackgroundCheck(checkers, gate, () -> counts(table), Checks.start(checkers));
    }

    private Checker checker(TableName checked, CheckSettings settings, DisturbanceGate gate)
        throws IOException {
      return new Checker(
          cluster.configuration(),
          cluster.connection(),
          checked,
          settings,
          () -> counts(checked),
          System::nanoTime,
          gate,
          LOG::info);
    }

    private CheckSettings plainSettings() {
      return new CheckSettings(
          seed,
          limit,
          rows,
          VALUE_BYTES,
          engine,
          filePause.isPresent() ? Map.of() : NOTHING_BY_ITSELF,
          TableShape.plain(engineBelow, Instant.now()),
          false,
          load(
              2,
              Duration.ofSeconds(1),
              linkPause,
              engineBelow.isOwn() ? orNever(ENGINE_PAUSE) : CheckSettings.Load.NEVER));
    }

    private CheckSettings variedSettings() {
      return new CheckSettings(
          seed + 1,
          limit,
          rows / 4,
          VALUE_BYTES,
          engine,
          Map.of(LighterOption.WARMUP_MIN_BYTES.key(), WARMED_BYTES),
          TableShape.varied(Instant.now(), migration),
          false,
          load(1, Duration.ofSeconds(1), CheckSettings.Load.NEVER, CheckSettings.Load.NEVER));
    }

    /** Load with enough disturbances for a fault of some seconds. */
    private CheckSettings.Load load(
        int writers, Duration pause, Duration links, Duration engineChange) {
      return new CheckSettings.Load(
          writers,
          2,
          1,
          Duration.ofMillis(10),
          Duration.ofMillis(10),
          filePause.orElse(isDisturbed ? pause : CheckSettings.Load.NEVER),
          orNever(pause.multipliedBy(3)),
          orNever(pause.multipliedBy(4)),
          orNever(pause.multipliedBy(5)),
          links,
          orNever(pause.multipliedBy(8)),
          engineChange);
    }

    private Duration orNever(Duration pause) {
      return isDisturbed ? pause : CheckSettings.Load.NEVER;
    }

    /** Compaction counts of all current region servers. */
    private CompactionCounts counts(TableName table) throws IOException {
      List<Path> logs =
          cluster.processNames().stream()
              .filter(name -> name.role() == Role.REGION_SERVER)
              .map(cluster::logFile)
              .toList();
      return new LogCounts(logs, table).read();
    }
  }

  /**
   * The result of a check, see {@link CheckReport}.
   *
   * @param failed reads and writes that failed after all retries of HBase's client
   * @param engineChanges changes of the live table's engine
   */
  public record Verdict(
      long violations,
      long rowsChecked,
      long failed,
      long offloaded,
      long local,
      long warmups,
      long engineChanges,
      String text,
      JsonObject json) {
    private static Verdict of(CheckReport report) {
      return new Verdict(
          report.violationCount(),
          report.count(Tally.Event.ROW_CHECKED),
          report.count(Tally.Event.READ_FAILED) + report.count(Tally.Event.WRITE_FAILED),
          report.compactions().offloaded(),
          report.compactions().local(),
          report.compactions().warmups(),
          report.count(Tally.Event.ENGINE_CHANGE),
          report.toText(),
          JsonParser.parseString(report.toJson()).getAsJsonObject());
    }
  }

  /** A long-running action. */
  @FunctionalInterface
  public interface Task<E extends Exception> {
    /** Runs the action. */
    void run() throws E;
  }

  /**
   * Throws if the check has been aborted.
   *
   * @throws IOException with the reason
   */
  public void requireRunning() throws IOException {
    if (result.isDone()) {
      Verdict verdict = verdict();
      throw new IOException("the check has ended: " + verdict.text());
    }
  }

  /**
   * Runs a request that may close and open regions. Scans meanwhile are checked as far as {@link
   * Disturbances} describes.
   */
  public <T> T whileRegionsChange(Callable<T> request) throws Exception {
    Callable<T> nested = request;
    for (Checker checker : checkers) {
      Callable<T> inner = nested;
      nested = () -> checker.whileRegionsChange(inner);
    }
    return nested.call();
  }

  /**
   * Resumes a region server that others have replaced. Reads that only this server can have
   * answered may be as old as its absence.
   *
   * @param absence time for which the server answered no request
   * @param comeback returns when the server has exited or learned of its replacement
   */
  public <E extends Exception> void whileRegionServerReturns(Duration absence, Task<E> comeback)
      throws E {
    Task<E> nested = comeback;
    for (Checker checker : checkers) {
      Task<E> inner = nested;
      nested = () -> checker.whileRegionServerReturns(absence, inner);
    }
    nested.run();
  }

  /** Runs a request that may flush stores; checks as in {@link #whileRegionsChange}. */
  public <T> T whileStoresFlush(Callable<T> request) throws Exception {
    Callable<T> nested = request;
    for (Checker checker : checkers) {
      Callable<T> inner = nested;
      nested = () -> checker.whileStoresFlush(inner);
    }
    return nested.call();
  }

  /** Starts the disturbances of {@link Builder#disturbed}. */
  public void disturb() {
    gate.open();
  }

  /**
   * Blocks new disturbances, and waits for those in progress.
   *
   * @return false if some were still in progress after {@code limit}
   */
  public boolean endDisturbances(Duration limit) throws InterruptedException {
    return gate.close(limit);
  }

  /**
   * Waits until {@code more} compactions of the table have been offloaded.
   *
   * @throws IOException if there are fewer in time, or the check has ended
   */
  public void awaitOffloaded(int more, Duration timeout) throws IOException {
    long before = compactions().offloaded();
    Await.until(
        more + " more offloaded compactions",
        timeout,
        () -> {
          requireRunning();
          return compactions().offloaded() >= before + more;
        });
  }

  /** Compaction counts of the first table so far. */
  public CompactionCounts compactions() throws IOException {
    return counts.read();
  }

  /** Acknowledged changes of rows so far, in the table with the fewest. */
  public long changes() {
    return checkers.stream().mapToLong(Checker::changes).min().getAsLong();
  }

  /** Failed reads and writes so far; writes are retried. */
  public long failedOperations() {
    return checkers.stream().mapToLong(Checker::failedOperations).sum();
  }

  /**
   * Waits until every read and write in progress has ended, and failures are counted.
   *
   * @return false if some were still in progress after {@code limit}
   */
  public boolean awaitOperations(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    for (Checker checker : checkers) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      if (!checker.requests().awaitBegun(left)) {
        return false;
      }
    }
    return true;
  }

  /** Resets {@link #longestOperation}. */
  public void restartLongestOperation() {
    checkers.forEach(checker -> checker.requests().restart());
  }

  /**
   * Longest get or write since {@link #restartLongestOperation}, including client retries and
   * requests in progress.
   */
  public Duration longestOperation() {
    return longest(OpenRequests::longestNanos);
  }

  /**
   * As {@link #longestOperation}, without operations during which {@link #disturb} moved a region.
   */
  public Duration longestServedOperation() {
    return longest(OpenRequests::longestServedNanos);
  }

  private Duration longest(ToLongFunction<OpenRequests> nanos) {
    return Duration.ofNanos(
        checkers.stream().map(Checker::requests).mapToLong(nanos).max().getAsLong());
  }

  /** An exception for an aborted test: the violations so far, if any, and the cause. */
  public IOException withViolations(IOException cause) {
    // A check that was aborted has reported its own violations.
    IOException told = cause;
    for (Checker checker : result.isDone() ? List.<Checker>of() : checkers) {
      told = checker.withViolations(told);
    }
    return told;
  }

  /** Ends writing and reading, and starts the final comparison of all rows. */
  public void stop() {
    checkers.forEach(Checker::stop);
  }

  /**
   * The result; waits for the end of the check.
   *
   * @throws IOException if the check was aborted
   */
  public Verdict verdict() throws IOException {
    try {
      return Verdict.of(result.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      throw new IOException("the check broke off: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("the check does not end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
