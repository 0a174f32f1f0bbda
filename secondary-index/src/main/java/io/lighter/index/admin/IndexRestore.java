// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Brings rows back from a snapshot of a data table, and builds its indexes from these rows. The
 * snapshot may be from any program; snapshots of index tables are not needed.
 *
 * <p>An index table of the time of the snapshot would not do: sequence ids of a region that HBase
 * makes anew begin with those of its files. The index may have delete markers above that, such as
 * those of a repair, and they would hide new entries.
 *
 * <p>Confined to a thread; only one caller at a time may change a table and its indexes.
 */
public final class IndexRestore {
  private final IndexCluster cluster;
  private final IndexAdmin indexes;
  private final CreateOptions options;
  private final BuildListener listener;

  IndexRestore(
      IndexCluster cluster, IndexAdmin indexes, CreateOptions options, BuildListener listener) {
    this.cluster = cluster;
    this.indexes = indexes;
    this.options = options;
    this.listener = listener;
  }

  /**
   * Restores tables of a cluster.
   *
   * @param connection stays the caller's, which needs the permissions of HBase's administrator
   * @param builder builds the entries
   */
  public static IndexRestore of(
      Connection connection, IndexBuilder builder, CreateOptions options, BuildListener listener) {
    return new IndexRestore(
        new HBaseIndexCluster(connection), IndexAdmin.of(connection, builder), options, listener);
  }

  /**
   * Gives a table the rows, the form and the indexes of a snapshot.
   *
   * <ol>
   *   <li>Suspend all indexes, so that lookups are refused.
   *   <li>Disable the table, restore the snapshot, suspend the indexes that it defines, and enable
   *       the table.
   *   <li>Drop indexes that the snapshot has not.
   *   <li>Build the others anew.
   * </ol>
   *
   * If the call fails behind the second step, the table has its rows, and {@link
   * IndexAdmin#rebuild} goes on. A repetition restores the rows once more.
   *
   * @return the indexes
   * @throws IndexRefusedException if there is no such snapshot of the table
   */
  public List<IndexInfo> restore(TableName table, String snapshot) throws IOException {
    Optional<TableName> source = cluster.snapshotTable(snapshot);
    if (!source.equals(Optional.of(table))) {
      throw new IndexRefusedException(
          List.of(
              source.isEmpty()
                  ? "there is no snapshot '%s'".formatted(snapshot)
                  : "snapshot '%s' is of %s, not of %s; make a table of it with 'lighter index clone'"
                      .formatted(snapshot, source.get(), table)));
    }
    List<IndexInfo> before = indexes.list(table);
    for (IndexInfo index : before) {
      IndexInfo unused = indexes.suspend(table, index.name());
    }
    cluster.restore(table, snapshot, this::suspended);
    Map<String, String> definitions = definitions(table);
    for (IndexInfo index : before) {
      if (!definitions.containsKey(index.name())) {
        indexes.drop(table, index.name());
      }
    }
    return rebuild(table, definitions);
  }

  /**
   * Makes a table of a snapshot, with indexes of its own.
   *
   * @param table does not exist
   * @return the indexes
   * @throws IndexRefusedException if there is no such snapshot, or if the table exists
   */
  public List<IndexInfo> copy(String snapshot, TableName table) throws IOException {
    List<String> problems = new ArrayList<>();
    if (cluster.snapshotTable(snapshot).isEmpty()) {
      problems.add("there is no snapshot '%s'".formatted(snapshot));
    }
    if (cluster.descriptor(table).isPresent()) {
      problems.add(
          "table %s exists; choose another name, or run 'lighter index rebuild' if an earlier attempt"
                  .formatted(table)
              + " has made it");
    }
    if (!problems.isEmpty()) {
      throw new IndexRefusedException(problems);
    }
    cluster.copy(snapshot, table);
    TableDescriptor data = cluster.descriptor(table).orElseThrow();
    cluster.modify(suspended(data));
    return rebuild(table, definitions(table));
  }

  private Map<String, String> definitions(TableName table) throws IOException {
    return new TreeMap<>(cluster.descriptor(table).map(IndexSpecs::definitions).orElse(Map.of()));
  }

  private List<IndexInfo> rebuild(TableName table, Map<String, String> definitions)
      throws IOException {
    List<IndexInfo> built = new ArrayList<>();
    for (String name : definitions.keySet()) {
      built.add(indexes.rebuild(table, name, options, listener));
    }
    return built;
  }

  /** A data table whose writes leave all indexes alone, and that is not held. */
  private TableDescriptor suspended(TableDescriptor data) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(data).removeValue(IndexNames.HOLD);
    for (String name : IndexSpecs.definitions(data).keySet()) {
      builder.setValue(IndexNames.suspendedKey(name), "true");
    }
    return builder.build();
  }
}
