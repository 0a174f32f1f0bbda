// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import java.io.IOException;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the master take the read gates of index tables away, with the state {@link
 * IndexState#SUSPECT}. Thread-safe.
 *
 * <p>The master may answer only when the index table is enabled, and then reopens its regions. So
 * this work has a thread of its own, one for each index table of a region server: no thread that
 * opens regions waits for it.
 */
final class SuspectMarks {
  private static final Logger LOG = LoggerFactory.getLogger(SuspectMarks.class);

  private final Supplier<Connection> connection;
  private final ConcurrentMap<String, Object> shared;

  /**
   * Creates the marks of a region.
   *
   * @param connection of the region server
   * @param shared what the coprocessors of the class share on a region server
   */
  SuspectMarks(Supplier<Connection> connection, ConcurrentMap<String, Object> shared) {
    this.connection = connection;
    this.shared = shared;
  }

  /**
   * Begins to mark an index table, unless this server is about it.
   *
   * @param why what is wrong
   */
  void begin(TableName indexTable, String why) {
    String name = "lighter-suspect-" + indexTable;
    if (shared.putIfAbsent(name, true) == null) {
      LOG.warn("{} is marked SUSPECT: {}", indexTable, why);
      Thread thread = new Thread(() -> mark(indexTable, name), name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void mark(TableName indexTable, String name) {
    try (Admin admin = connection.get().getAdmin()) {
      TableDescriptor entries = admin.getDescriptor(indexTable);
      if (mayBeRead(entries)) {
        // Also if a procedure of another server has written the same: this one ends later.
        admin.modifyTable(IndexTables.suspect(entries));
        TableDescriptor closed = admin.getDescriptor(indexTable);
        if (IndexTables.isGateClosing(closed)) {
          admin.modifyTable(IndexTables.refused(closed));
          LOG.info("{} is SUSPECT, and no region answers lookups", indexTable);
        }
      }
    } catch (IOException | RuntimeException e) { // the opening that needs it is tried again
      LOG.warn("{} cannot be marked SUSPECT", indexTable, e);
    } finally {
      shared.remove(name);
    }
  }

  /** Whether a region of an index table may still answer lookups, or will behind a build. */
  static boolean mayBeRead(TableDescriptor entries) {
    return IndexTables.mustBeWhole(entries) || IndexTables.isGateClosing(entries);
  }
}
