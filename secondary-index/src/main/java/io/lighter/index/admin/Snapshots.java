// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.SnapshotType;
import org.apache.hadoop.hbase.snapshot.HBaseSnapshotException;
import org.apache.hadoop.hbase.util.RetryCounter;
import org.apache.hadoop.hbase.util.RetryCounterFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes snapshots by HBase's blocking client. Confined to a thread. */
final class Snapshots {
  private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

  /**
   * A region that splits or moves, or a server that dies, fails a snapshot: 12 more attempts, whose
   * pauses double from 1 s to 30 s.
   */
  private static final RetryCounterFactory ATTEMPTS =
      new RetryCounterFactory(
          new RetryCounter.RetryConfig(
              12,
              1_000,
              30_000,
              TimeUnit.MILLISECONDS,
              new RetryCounter.ExponentialBackoffPolicyWithLimit()));

  private final Connection connection;

  Snapshots(Connection connection) {
    this.connection = connection;
  }

  boolean has(String snapshot) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return !admin.listSnapshots(Pattern.compile(Pattern.quote(snapshot))).isEmpty();
    }
  }

  /** The table of a snapshot; empty if there is none of that name. */
  Optional<TableName> table(String snapshot) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.listSnapshots(Pattern.compile(Pattern.quote(snapshot))).stream()
          .map(SnapshotDescription::getTableName)
          .findFirst();
    }
  }

  /**
   * Takes a snapshot, with a flush of each region first, unless there is one of that name. Another
   * client that takes the same one is waited for.
   */
  void take(TableName table, String snapshot) throws IOException {
    RetryCounter attempts = ATTEMPTS.create();
    while (!has(snapshot)) {
      try (Admin admin = connection.getAdmin()) {
        admin.snapshot(new SnapshotDescription(snapshot, table, SnapshotType.FLUSH));
      } catch (IOException e) {
        if (!attempts.shouldRetry() || isFinal(e) || !isEnabled(table)) {
          throw e;
        }
        LOG.info("snapshot {} of {} failed and is tried again", snapshot, table, e);
        pause(attempts);
      }
    }
  }

  /** Whether another attempt fails as well, such as without the permission. */
  private static boolean isFinal(IOException failure) {
    return failure instanceof DoNotRetryIOException && !(failure instanceof HBaseSnapshotException);
  }

  /** Whether the table can have a snapshot at all. */
  private boolean isEnabled(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.isTableEnabled(table);
    }
  }

  private static void pause(RetryCounter attempts) throws InterruptedIOException {
    try {
      attempts.sleepUntilNextRetry();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
