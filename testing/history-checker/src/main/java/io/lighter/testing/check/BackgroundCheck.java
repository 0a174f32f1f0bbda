package io.lighter.testing.check;

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
 * The history checker while somebody else does things to the cluster: it writes and reads a table
 * of two families, or two tables, and checks every read until it is stopped. Regions stay where
 * they are, but for the time of {@link #disturb}. Thread-safe.
 */
public final class BackgroundCheck {
  /** A clock that is further ahead takes all cells of the table for expired. */
  public static final Duration CELLS_LIVE = TableShape.LIFE_LEFT;

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundCheck.class);
  private static final String ENGINE = "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final int VALUE_BYTES = 200;
  private static final Map<String, String> NOTHING_BY_ITSELF =
      Map.of("hbase.hstore.compaction.min", "100");

  /** Of the varied table: its minor compactions are not warmed, its major ones are. */
  private static final String WARMED_BYTES = "60KB";

  /** For requests that are under way, and for the comparison of all rows at the end. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final List<Checker> checkers;
  private final DisturbanceGate gate;
  private final CompactionCounts.Source counts;
  private final CompletableFuture<CheckReport> result;

  /**
   * A check that has begun.
   *
   * @param checkers of one table each, at least one
   * @param gate of all their disturbances
   * @param counts of the first one's table
   * @param result of all together
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

  /** A check that has not begun. */
  public static Builder of(LocalCluster cluster, TableName table) {
    return new Builder(cluster, table);
  }

  /** The second table of a check that was told to {@link Builder#linkingEvery}. */
  public static TableName linksOf(TableName table) {
    return LinkedRows.tableOf(table);
  }

  /** The table of stripes and date tiers of a check that was told to {@link Builder#varied}. */
  public static TableName variedOf(TableName table) {
    return TableName.valueOf(table.getNameAsString() + "_varied");
  }

  /** The most files of a region of {@link #variedOf} after a major compaction. */
  public static int maxFilesOfVariedRegion() {
    return TableShape.varied(Instant.now(), TableShape.Migration.NONE).maxFilesOfRegion();
  }

  /** Collects what a check does; not thread-safe. */
  public static final class Builder {
    private final LocalCluster cluster;
    private final TableName table;
    private long seed = 20261121;
    private int rows = 600;
    private Duration limit = Duration.ofMinutes(10);
    private Optional<String> engine = Optional.of(ENGINE);
    private Optional<Duration> filePause = Optional.empty();
    private Duration linkPause = CheckSettings.Load.NEVER;
    private boolean isVaried;
    private boolean isDisturbed;

    private Builder(LocalCluster cluster, TableName table) {
      this.cluster = cluster;
      this.table = table;
    }

    /** Sets the seed of everything that is random. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Sets the rows of the table; counters come on top. */
    public Builder rows(int count) {
      rows = count;
      return this;
    }

    /** Sets after what time it stops by itself. */
    public Builder limit(Duration time) {
      limit = time;
      return this;
    }

    /** The table names no store engine: Lighter has no part in it. */
    public Builder withoutLighter() {
      engine = Optional.empty();
      return this;
    }

    /** It flushes and compacts all the time; otherwise the table is compacted on request only. */
    public Builder compactingEvery(Duration meanPause) {
      filePause = Optional.of(meanPause);
      return this;
    }

    /** Writes also rows that are never changed, to a table of their own, {@link #linksOf}. */
    public Builder linkingEvery(Duration meanPause) {
      linkPause = meanPause;
      return this;
    }

    /**
     * Checks a second table, {@link #variedOf}, of stripes and date tiers, with secondary replicas,
     * and with a store file tracker that changes when it is disturbed.
     */
    public Builder varied() {
      isVaried = true;
      return this;
    }

    /**
     * Between {@link BackgroundCheck#disturb} and {@link BackgroundCheck#leaveInPeace}, and only
     * then, files and regions are changed in all ways that {@code lighter check} knows.
     */
    public Builder disturbed() {
      isDisturbed = true;
      return this;
    }

    /** Creates the tables and starts writing and reading. */
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
          TableShape.plain(),
          false,
          load(2, Duration.ofSeconds(1), linkPause));
    }

    private CheckSettings variedSettings() {
      return new CheckSettings(
          seed + 1,
          limit,
          rows / 4,
          VALUE_BYTES,
          engine,
          Map.of(LighterOption.WARMUP_MIN_BYTES.key(), WARMED_BYTES),
          TableShape.varied(Instant.now(), TableShape.Migration.ONE_WAY),
          false,
          load(1, Duration.ofSeconds(1), CheckSettings.Load.NEVER));
    }

    /** With disturbances as often as a fault of some seconds needs them. */
    private CheckSettings.Load load(int writers, Duration pause, Duration links) {
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
          orNever(pause.multipliedBy(8)));
    }

    private Duration orNever(Duration pause) {
      return isDisturbed ? pause : CheckSettings.Load.NEVER;
    }

    /** Of all region servers that there are by now. */
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
   * What it found, see {@link CheckReport}.
   *
   * @param failed reads and writes, after all the retries of HBase's client
   */
  public record Verdict(
      long violations,
      long rowsChecked,
      long failed,
      long offloaded,
      long local,
      long warmups,
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
          report.toText(),
          JsonParser.parseString(report.toJson()).getAsJsonObject());
    }
  }

  /** Something that takes a while. */
  @FunctionalInterface
  public interface Task<E extends Exception> {
    /** Does it. */
    void run() throws E;
  }

  /**
   * Fails if it has broken off.
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
   * Does something for which regions may be closed and opened, here or elsewhere. What scans return
   * meanwhile is not held against HBase as far as {@link Disturbances} says.
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
   * Lets a region server come back that others have replaced. What only it can have shown meanwhile
   * may be as old as its absence.
   *
   * @param absence for how long it has been away; nobody was answered by it meanwhile
   * @param comeback returns when it has ended, or knows that it has been replaced
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

  /** As {@link #whileRegionsChange}, of something for which stores are flushed. */
  public <T> T whileStoresFlush(Callable<T> request) throws Exception {
    Callable<T> nested = request;
    for (Checker checker : checkers) {
      Callable<T> inner = nested;
      nested = () -> checker.whileStoresFlush(inner);
    }
    return nested.call();
  }

  /** Lets the disturbances of {@link Builder#disturbed} begin. */
  public void disturb() {
    gate.open();
  }

  /**
   * Lets no further disturbance begin, and waits for those that have.
   *
   * @return false: some were still under way when {@code limit} was over
   */
  public boolean leaveInPeace(Duration limit) throws InterruptedException {
    return gate.close(limit);
  }

  /**
   * Waits until {@code more} compactions of the table have been offloaded.
   *
   * @throws IOException if there are not so many in time, or the check has ended
   */
  public void awaitOffloaded(int more, Duration patience) throws IOException {
    long before = compactions().offloaded();
    Await.until(
        more + " more offloaded compactions",
        patience,
        () -> {
          requireRunning();
          return compactions().offloaded() >= before + more;
        });
  }

  /** What became of the compactions of the first table so far. */
  public CompactionCounts compactions() throws IOException {
    return counts.read();
  }

  /** How many changes of rows of the table with fewest were acknowledged so far. */
  public long changes() {
    return checkers.stream().mapToLong(Checker::changes).min().getAsLong();
  }

  /** How many reads and writes have failed so far; writes are sent again. */
  public long failedOperations() {
    return checkers.stream().mapToLong(Checker::failedOperations).sum();
  }

  /**
   * Waits until every read and write that has begun by now is through, and counted if it failed.
   *
   * @return false: some were not when {@code limit} was over
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

  /** Forgets how long gets and writes have taken so far, see {@link #longestOperation}. */
  public void restartLongestOperation() {
    checkers.forEach(checker -> checker.requests().restart());
  }

  /**
   * How long the longest get or write has taken since {@link #restartLongestOperation}, with all
   * the retries of HBase's client; one that is under way counts as far as it is.
   */
  public Duration longestOperation() {
    return longest(OpenRequests::longestNanos);
  }

  /** As {@link #longestOperation}, of those during which {@link #disturb} moved no region. */
  public Duration longestServedOperation() {
    return longest(OpenRequests::longestServedNanos);
  }

  private Duration longest(ToLongFunction<OpenRequests> nanos) {
    return Duration.ofNanos(
        checkers.stream().map(Checker::requests).mapToLong(nanos).max().getAsLong());
  }

  /**
   * What to tell when whoever does things to the cluster breaks off, and nobody waits for the
   * verdict: the reads that were wrong by then, if any, and the cause.
   */
  public IOException withViolations(IOException cause) {
    // A check that has broken off has told of them itself.
    IOException told = cause;
    for (Checker checker : result.isDone() ? List.<Checker>of() : checkers) {
      told = checker.withViolations(told);
    }
    return told;
  }

  /** Ends the writing and reading; all rows are compared then. */
  public void stop() {
    checkers.forEach(Checker::stop);
  }

  /**
   * What was found; waits until it is known.
   *
   * @throws IOException if the check broke off
   */
  public Verdict verdict() throws IOException {
    try {
      return Verdict.of(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
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
