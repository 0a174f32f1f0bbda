// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/**
 * Flushes the region of a table each time that as many rows were inserted, so that all loads have
 * equal flushes. A flush runs beside the next inserts. It waits while the store has too many files,
 * as HBase lets flushes wait. Confined to the thread that inserts.
 */
final class PacedFlushes implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final long END_S = 60;

  private final Admin admin;
  private final TableName table;
  private final ServerName server;
  private final byte[] region;
  private final long rowsOfFlush;
  private final LongUnaryOperator mostFiles;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread flusher = new Thread(task, "load-flush");
            flusher.setDaemon(true);
            return flusher;
          });

  /** Number of flushes that were asked for. */
  private long flushes;

  /** The last of these flushes. */
  private Future<?> last;

  /**
   * Flushes nothing yet.
   *
   * @param admin used by no other object while a flush is in flight
   * @param table a table of one region
   * @param rowsOfFlush rows of a flush, at least 1
   * @param mostFiles files up to which a flush goes on, by the number of flushes before it
   */
  PacedFlushes(Admin admin, TableName table, long rowsOfFlush, LongUnaryOperator mostFiles)
      throws IOException {
    this.admin = admin;
    this.table = table;
    this.server = admin.getRegionServers().iterator().next();
    this.region = admin.getRegions(table).get(0).getRegionName();
    this.rowsOfFlush = rowsOfFlush;
    this.mostFiles = mostFiles;
  }

  /**
   * Flushes if enough rows are there.
   *
   * @param rows number of rows that HBase has acknowledged
   */
  void inserted(long rows) throws IOException {
    if (rows / rowsOfFlush > flushes) {
      awaitLast();
      Await.until("room for a flush", LIMIT, () -> files() <= mostFiles.applyAsLong(flushes));
      flushes++;
      last =
          thread.submit(
              () -> {
                admin.flushRegion(region);
                return null;
              });
    }
  }

  /** Waits for the end of the last flush. */
  void awaitLast() throws IOException {
    if (last == null) {
      return;
    }
    try {
      last.get();
    } catch (ExecutionException e) {
      throw new IOException("a flush failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a flush of " + table);
    }
  }

  private int files() throws IOException {
    List<RegionMetrics> regions = admin.getRegionMetrics(server, table);
    return regions.stream().mapToInt(RegionMetrics::getStoreFileCount).sum();
  }

  @Override
  public void close() throws IOException {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_S, TimeUnit.SECONDS)) {
        throw new IOException("a flush of %s has not ended".formatted(table));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a flush of " + table);
    }
  }
}
