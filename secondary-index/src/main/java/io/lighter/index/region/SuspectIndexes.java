// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the read gates of the indexes of a data table whose rows are not those that the indexes
 * know. Thread-safe.
 *
 * <p>A region must not be read before lookups are refused. Its opening therefore fails until no
 * index table is {@link IndexState#ACTIVE}; HBase opens it again after a pause. No opening waits
 * for a procedure of the master, since regions of the index table need the same threads.
 */
final class SuspectIndexes {
  private static final Logger LOG = LoggerFactory.getLogger(SuspectIndexes.class);

  /** Regions of a table open together; one of them asks the master, and again if that is lost. */
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private final Supplier<Connection> connection;
  private final ConcurrentMap<String, Object> shared;
  private final MonotonicClock clock;

  /**
   * Creates the object of a region.
   *
   * @param connection of the region server
   * @param shared what the coprocessors of the class share on a region server
   */
  SuspectIndexes(
      Supplier<Connection> connection, ConcurrentMap<String, Object> shared, MonotonicClock clock) {
    this.connection = connection;
    this.shared = shared;
    this.clock = clock;
  }

  /**
   * Returns if no lookup reads any of the indexes.
   *
   * @param why what is wrong with the region
   * @throws IOException if an index has to be marked first; the opening has to be tried again
   */
  void requireRefused(TableName table, List<IndexSpec> specs, String why) throws IOException {
    for (IndexSpec spec : specs) {
      TableName indexTable = IndexNames.indexTable(table, spec.name());
      Optional<TableDescriptor> entries = descriptor(indexTable);
      if (entries.isPresent()
          && IndexTables.dataTable(entries.get()).equals(Optional.of(table))
          && IndexTables.state(entries.get()).equals(Optional.of(IndexState.ACTIVE))) {
        mark(entries.get(), why);
        throw new IOException(
            "index %s of %s: a region cannot be opened before the index is SUSPECT, since %s"
                .formatted(spec.name(), table, why));
      }
    }
  }

  private Optional<TableDescriptor> descriptor(TableName table) throws IOException {
    try (Admin admin = connection.get().getAdmin()) {
      return Optional.of(admin.getDescriptor(table));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  private void mark(TableDescriptor entries, String why) throws IOException {
    long now = clock.nanoTime();
    String key = "suspect " + entries.getTableName();
    boolean[] mine = {false};
    Object unused =
        shared.compute(
            key,
            (name, last) -> {
              mine[0] = last == null || now - (Long) last >= AGAIN.toNanos();
              return mine[0] ? now : last;
            });
    if (mine[0]) {
      LOG.warn(
          "{} is marked SUSPECT: of a region of its data table, {}", entries.getTableName(), why);
      try (Admin admin = connection.get().getAdmin()) {
        Future<Void> procedure = admin.modifyTableAsync(IndexTables.suspect(entries));
        LOG.debug("procedure {}", procedure);
      }
    }
  }
}
