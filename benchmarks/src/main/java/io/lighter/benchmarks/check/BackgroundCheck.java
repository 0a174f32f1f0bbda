package io.lighter.benchmarks.check;

import io.lighter.benchmarks.cluster.Await;
import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.cluster.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history checker while somebody else does things to the cluster: it writes and reads a table
 * of two families and checks every read until it is stopped. It leaves regions where they are.
 * Thread-safe.
 */
public final class BackgroundCheck {
  /** A clock that is further ahead takes all cells of the table for expired. */
  public static final Duration CELLS_LIVE = CheckTable.LIFE_LEFT;

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundCheck.class);
  private static final String ENGINE = "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final int VALUE_BYTES = 200;
  private static final Map<String, String> NOTHING_BY_ITSELF =
      Map.of("hbase.hstore.compaction.min", "100");

  /** For requests that are under way, and for the comparison of all rows at the end. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Checker checker;
  private final CompactionCounts.Source counts;
  private final CompletableFuture<CheckReport> result;

  private BackgroundCheck(
      Checker checker, CompactionCounts.Source counts, CompletableFuture<CheckReport> result) {
    this.checker = checker;
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

    /** Creates the table and starts writing and reading. */
    public BackgroundCheck start() throws IOException {
      CompactionCounts.Source counts = this::counts;
      Checker checker =
          new Checker(
              cluster.configuration(),
              cluster.connection(),
              table,
              settings(),
              counts,
              System::nanoTime,
              LOG::info);
      return new BackgroundCheck(checker, counts, run(checker));
    }

    private CheckSettings settings() {
      return new CheckSettings(
          seed,
          limit,
          rows,
          VALUE_BYTES,
          engine,
          filePause.isPresent() ? Map.of() : NOTHING_BY_ITSELF,
          false,
          new CheckSettings.Load(
              2,
              2,
              1,
              Duration.ofMillis(10),
              Duration.ofMillis(10),
              filePause.orElse(CheckSettings.Load.NEVER),
              CheckSettings.Load.NEVER,
              CheckSettings.Load.NEVER,
              CheckSettings.Load.NEVER,
              linkPause));
    }

    /** Of all region servers that there are by now. */
    private CompactionCounts counts() throws IOException {
      List<Path> logs =
          cluster.processNames().stream()
              .filter(name -> name.role() == Role.REGION_SERVER)
              .map(cluster::logFile)
              .toList();
      return new LogCounts(logs, table).read();
    }

    private static CompletableFuture<CheckReport> run(Checker checker) {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return checker.run();
            } catch (IOException e) {
              throw new CompletionException(e);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              throw new CompletionException(e);
            }
          },
          task -> new Thread(task, "history-check").start());
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
    return checker.whileRegionsChange(request);
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
    checker.whileRegionServerReturns(absence, comeback);
  }

  /** As {@link #whileRegionsChange}, of something for which stores are flushed. */
  public <T> T whileStoresFlush(Callable<T> request) throws Exception {
    return checker.whileStoresFlush(request);
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

  /** What became of the table's compactions so far. */
  public CompactionCounts compactions() throws IOException {
    return counts.read();
  }

  /** How many changes of rows were acknowledged so far. */
  public long changes() {
    return checker.changes();
  }

  /** How many reads and writes have failed so far; writes are sent again. */
  public long failedOperations() {
    return checker.failedOperations();
  }

  /**
   * Waits until every read and write that has begun by now is through, and counted if it failed.
   *
   * @return false: some were not when {@code limit} was over
   */
  public boolean awaitOperations(Duration limit) throws InterruptedException {
    return checker.requests().awaitBegun(limit);
  }

  /** Forgets how long gets and writes have taken so far, see {@link #longestOperation}. */
  public void restartLongestOperation() {
    checker.requests().restart();
  }

  /**
   * How long the longest get or write has taken since {@link #restartLongestOperation}, with all
   * the retries of HBase's client; one that is under way counts as far as it is.
   */
  public Duration longestOperation() {
    return Duration.ofNanos(checker.requests().longestNanos());
  }

  /**
   * What to tell when whoever does things to the cluster breaks off, and nobody waits for the
   * verdict: the reads that were wrong by then, if any, and the cause.
   */
  public IOException withViolations(IOException cause) {
    // A check that has broken off has told of them itself.
    return result.isDone() ? cause : checker.withViolations(cause);
  }

  /** Ends the writing and reading; all rows are compared then. */
  public void stop() {
    checker.stop();
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
