// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
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
  private final SuspectMaster master;
  private final SuspectMarks marks;

  /**
   * Creates the object of a region.
   *
   * @param marks of the same server
   */
  SuspectIndexes(SuspectMaster master, SuspectMarks marks) {
    this.master = master;
    this.marks = marks;
  }

  /**
   * Returns if no lookup reads any of the indexes. Marks begin for all others at once.
   *
   * @param names of the indexes
   * @param why what is wrong with the region
   * @throws IOException if an index has to be marked first; the opening has to be tried again
   */
  void requireRefused(TableName table, Set<String> names, String why) throws IOException {
    List<String> open = new ArrayList<>();
    for (String name : names) {
      Optional<TableDescriptor> read = read(table, name);
      if (read.isPresent()) {
        marks.begin(read.get(), "of a region of its data table, " + why);
        open.add(name);
      }
    }
    if (!open.isEmpty()) {
      throw new IOException(
          "indexes %s of %s: a region cannot be opened before they are SUSPECT, since %s"
              .formatted(open, table, why));
    }
  }

  /** The table of an index, if a lookup may read it. */
  private Optional<TableDescriptor> read(TableName table, String name) throws IOException {
    if (!IndexNames.nameProblem(name).isEmpty()) {
      return Optional.empty(); // no table has such a name
    }
    return master
        .descriptor(IndexNames.indexTable(table, name))
        .filter(entries -> IndexTables.dataTable(entries).equals(Optional.of(table)))
        .filter(SuspectMarks::mayBeRead);
  }
}
