// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Takes the snapshots that {@link IndexRestore} brings back. Confined to a thread. */
public final class IndexSnapshots {
  private final IndexCluster cluster;
  private final IndexAdmin indexes;

  IndexSnapshots(IndexCluster cluster, IndexAdmin indexes) {
    this.cluster = cluster;
    this.indexes = indexes;
  }

  /**
   * Takes snapshots in a cluster.
   *
   * @param connection stays the caller's, which needs the permissions of HBase's administrator
   */
  public static IndexSnapshots of(Connection connection) {
    return new IndexSnapshots(new HBaseIndexCluster(connection), IndexAdmin.of(connection));
  }

  /**
   * Takes a snapshot of a data table, whose regions HBase flushes first. Writes go on. It is tried
   * again for some minutes while regions move or split.
   *
   * @param table may be without an index
   * @param snapshot as HBase allows the name of a snapshot
   * @return the indexes that the table has
   * @throws IndexRefusedException with all reasons why there can be no such snapshot
   * @throws TableNotFoundException if there is no such table
   * @throws IOException if HBase fails or does not answer
   */
  public List<IndexInfo> take(TableName table, String snapshot) throws IOException {
    TableDescriptor data =
        cluster.descriptor(table).orElseThrow(() -> new TableNotFoundException(table));
    List<String> problems = new ArrayList<>();
    IndexTables.dataTable(data)
        .ifPresent(
            of ->
                problems.add(
                    "table %s is an index table; take a snapshot of its data table %s"
                        .formatted(table, of)));
    nameProblem(snapshot).ifPresent(problems::add);
    if (problems.isEmpty() && cluster.snapshotTable(snapshot).isPresent()) {
      problems.add("there is a snapshot '%s' already; choose another name".formatted(snapshot));
    }
    if (!problems.isEmpty()) {
      throw new IndexRefusedException(problems);
    }
    cluster.snapshot(table, snapshot);
    return indexes.list(table);
  }

  /** Why HBase would refuse the name. */
  private static Optional<String> nameProblem(String snapshot) {
    try {
      byte[] unused = TableName.isLegalTableQualifierName(Bytes.toBytes(snapshot), true);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "snapshot '%s': expected letters, digits, '_', '-' and '.', with a letter, digit or '_' first"
              .formatted(snapshot));
    }
  }
}
