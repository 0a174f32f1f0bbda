// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Closes the read gates of the indexes of a data table whose rows are not those that the indexes
 * know. Thread-safe.
 *
 * <p>A region must not be read before lookups are refused. Its opening therefore fails until no
 * region of an index table answers lookups; HBase opens it again after a pause. No opening waits
 * for a procedure of the master, since regions of the index table need the same threads.
 */
final class SuspectIndexes {
  private final Supplier<Connection> connection;
  private final SuspectMarks marks;

  /**
   * Creates the object of a region.
   *
   * @param connection of the region server
   * @param marks of the same server
   */
  SuspectIndexes(Supplier<Connection> connection, SuspectMarks marks) {
    this.connection = connection;
    this.marks = marks;
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
          && SuspectMarks.mayBeRead(entries.get())) {
        marks.begin(indexTable, "of a region of its data table, " + why);
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
}
