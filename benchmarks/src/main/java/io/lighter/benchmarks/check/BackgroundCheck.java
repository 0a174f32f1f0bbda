package io.lighter.benchmarks.check;

import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.cluster.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
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
 * of two families and checks every read until it is stopped. It neither flushes nor compacts, and
 * leaves regions where they are. Thread-safe.
 */
public final class BackgroundCheck {
  /** How long cells live in the table; a clock that is further ahead takes all for expired. */
  public static final Duration CELLS_LIVE = CheckTable.TTL;

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundCheck.class);
  private static final String ENGINE = "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final int VALUE_BYTES = 200;
  private static final Map<String, String> NOTHING_BY_ITSELF =
      Map.of("hbase.hstore.compaction.min", "100");
  private static final Duration NEVER = Duration.ofDays(1000);

  /** For requests that are under way, and for the comparison of all rows at the end. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Checker checker;
  private final CompletableFuture<CheckReport> result;

  private BackgroundCheck(Checker checker, CompletableFuture<CheckReport> result) {
    this.checker = checker;
    this.result = result;
  }

  /**
   * Creates the table and starts writing and reading.
   *
   * @param rows of the table; counters come on top
   * @param limit after which it stops by itself
   */
  public static BackgroundCheck start(
      LocalCluster cluster, TableName table, long seed, int rows, Duration limit)
      throws IOException {
    CheckSettings settings =
        new CheckSettings(
            seed,
            limit,
            rows,
            VALUE_BYTES,
            ENGINE,
            NOTHING_BY_ITSELF,
            false,
            new CheckSettings.Load(
                2, 2, 1, Duration.ofMillis(10), Duration.ofMillis(10), NEVER, NEVER, NEVER));
    Checker checker =
        new Checker(
            cluster.configuration(),
            cluster.connection(),
            table,
            settings,
            () ->
                new LogCounts(
                        cluster.processNames().stream()
                            .filter(name -> name.role() == Role.REGION_SERVER)
                            .map(cluster::logFile)
                            .toList(),
                        table)
                    .read(),
            System::nanoTime,
            LOG::info);
    return new BackgroundCheck(
        checker,
        CompletableFuture.supplyAsync(
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
            task -> new Thread(task, "history-check").start()));
  }

  /** What it found, see {@link CheckReport}. */
  public record Verdict(
      long violations, long rowsChecked, long offloaded, long local, String text, JsonObject json) {
    private static Verdict of(CheckReport report) {
      return new Verdict(
          report.violationCount(),
          report.count(Tally.Event.ROW_CHECKED),
          report.compactions().offloaded(),
          report.compactions().local(),
          report.toText(),
          JsonParser.parseString(report.toJson()).getAsJsonObject());
    }
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

  /** As {@link #whileRegionsChange}, of something for which stores are flushed. */
  public <T> T whileStoresFlush(Callable<T> request) throws Exception {
    return checker.whileStoresFlush(request);
  }

  /** How many changes of rows were acknowledged so far. */
  public long changes() {
    return checker.changes();
  }

  /** How many reads and writes have failed so far; writes are sent again. */
  public long failedOperations() {
    return checker.failedOperations();
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
