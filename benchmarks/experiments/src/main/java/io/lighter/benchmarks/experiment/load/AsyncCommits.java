// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits with {@code ASYNC_WAL}, kills the region server, and counts the old commits that are
 * lost. A commit is old a second after the longest delay that the option allows. Confined to one
 * thread.
 */
final class AsyncCommits {
  /** Value of {@code lighter.wal.async.max.delay}. */
  static final Duration DELAY = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(AsyncCommits.class);
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final Duration OLD = DELAY.plusSeconds(1);
  private static final int OLD_COMMITS = 10_000;

  /** Commits of a unit of the interval. */
  private static final int COMMITS_OF_BATCH = 1_000;

  private static final int PUTS_OF_CALL = 50;
  private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** The log is not synced because of its size, so that what is recovered was synced in time. */
  private static final String NO_SYNC_BYTES = Integer.toString(256 << 20);

  private static final byte[] FAMILY = Bytes.toBytes(LoadRows.FAMILY);
  private static final byte[] VALUE = Bytes.toBytes("0123456789abcdef");

  private final LocalCluster cluster;
  private final Clock clock;

  /**
   * A commit that was acknowledged.
   *
   * @param nanos time of the acknowledgement
   */
  private record Commit(String row, long nanos) {}

  AsyncCommits(LocalCluster cluster, Clock clock) {
    this.cluster = cluster;
    this.clock = clock;
  }

  /**
   * Commits, kills, and counts.
   *
   * @throws IOException if the cluster fails
   */
  CommitRun run(Row row, int repeat) throws IOException {
    restart(
        Map.of(
            LighterOption.WAL_ASYNC_MAX_DELAY.key(),
            DELAY.toSeconds() + "s",
            "hbase.wal.batch.size",
            NO_SYNC_BYTES));
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(row.engine().table(EngineLoad.TABLE, row.plan()));
      Instant start = clock.instant();
      List<Commit> old = commitUntilKilled();
      TimeSpan span = new TimeSpan(start, clock.instant());
      cluster.restart(REGION_SERVER);
      List<CommitRun.Batch> batches = batches(old, foundRows());
      EngineLoad.drop(admin);
      return new CommitRun(row, repeat, span, batches, List.of());
    } finally {
      restart(Map.of());
    }
  }

  private void restart(Map<String, String> site) throws IOException {
    cluster.setSite(Role.REGION_SERVER, site);
    cluster.restart(REGION_SERVER);
  }

  /** Commits until enough commits are old; returns those that were old at the kill. */
  private List<Commit> commitUntilKilled() throws IOException {
    List<Commit> commits = new ArrayList<>();
    AtomicBoolean killed = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<?> writer =
          thread.submit(
              () -> {
                commit(commits, killed);
                return null;
              });
      Await.until(
          "old commits",
          LIMIT,
          () -> writer.isDone() || old(commits, System.nanoTime()).size() >= OLD_COMMITS);
      if (writer.isDone()) {
        await(writer);
      }
      long killNanos = System.nanoTime();
      killed.set(true);
      cluster.kill(REGION_SERVER);
      return old(commits, killNanos);
    } finally {
      thread.shutdownNow();
    }
  }

  /** Returns after the kill; the last call may fail then. */
  private void commit(List<Commit> commits, AtomicBoolean killed) throws IOException {
    try (Table table = cluster.connection().getTable(EngineLoad.TABLE)) {
      for (int next = 0; !killed.get(); next += PUTS_OF_CALL) {
        List<Put> puts = new ArrayList<>();
        for (int i = next; i < next + PUTS_OF_CALL; i++) {
          puts.add(
              new Put(Bytes.toBytes("%09d".formatted(i)))
                  .addColumn(FAMILY, null, VALUE)
                  .setDurability(Durability.ASYNC_WAL));
        }
        table.put(new ArrayList<>(puts));
        long acknowledged = System.nanoTime();
        synchronized (commits) {
          puts.forEach(put -> commits.add(new Commit(Bytes.toString(put.getRow()), acknowledged)));
        }
        LockSupport.parkNanos(PAUSE_NANOS); // spreads the commits over several delays
      }
    }
  }

  private static void await(Future<?> writer) throws IOException {
    try {
      writer.get();
      throw new IOException("the commits have ended");
    } catch (ExecutionException e) {
      throw new IOException("a commit failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for commits");
    }
  }

  private static List<Commit> old(List<Commit> commits, long nanos) {
    synchronized (commits) {
      return commits.stream().filter(it -> nanos - it.nanos() >= OLD.toNanos()).toList();
    }
  }

  private static List<CommitRun.Batch> batches(List<Commit> old, Set<String> found) {
    List<CommitRun.Batch> batches = new ArrayList<>();
    for (int from = 0; from < old.size(); from += COMMITS_OF_BATCH) {
      List<Commit> batch = old.subList(from, Math.min(old.size(), from + COMMITS_OF_BATCH));
      long lost = batch.stream().filter(commit -> !found.contains(commit.row())).count();
      batches.add(new CommitRun.Batch(batch.size(), (int) lost));
    }
    return batches;
  }

  /** Rows of the table, once its region is open again. */
  private Set<String> foundRows() throws IOException {
    Set<String> found = new HashSet<>();
    Await.until(
        "the region after the kill",
        LIMIT,
        () -> {
          try {
            found.addAll(rows());
            return true;
          } catch (IOException e) { // a scan waits for a minute only
            LOG.info("region not open yet", e);
            return false;
          }
        });
    return found;
  }

  private Set<String> rows() throws IOException {
    Set<String> found = new HashSet<>();
    try (Table table = cluster.connection().getTable(EngineLoad.TABLE);
        ResultScanner rows =
            table.getScanner(
                new Scan().setCaching(COMMITS_OF_BATCH).setFilter(new KeyOnlyFilter()))) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        found.add(Bytes.toString(row.getRow()));
      }
    }
    return found;
  }
}
