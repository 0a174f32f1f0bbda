// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.client.UnknownIndexException;
import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Creates, rebuilds, suspends, drops and describes indexes. Thread-safe, as far as the tables are
 * others: only one caller at a time may change the indexes of a table, or alter the table.
 *
 * <p>A call may end at any step, by a crash, say. The same call may then be repeated; it goes on
 * with the step that is missing. A create that failed may also be dropped.
 */
public final class IndexAdmin {
  private final IndexCluster cluster;
  private final IndexBuilder builder;
  private final Supplier<byte[]> gates;

  /**
   * Creates the object for a cluster.
   *
   * @param gates names of read gates, each another one
   */
  IndexAdmin(IndexCluster cluster, IndexBuilder builder, Supplier<byte[]> gates) {
    this.cluster = cluster;
    this.builder = builder;
    this.gates = gates;
  }

  /**
   * Administers the indexes of a cluster for a program that has HBase's client only. A table with
   * rows gets no index.
   *
   * @param connection stays the caller's, which needs the permission to create tables and to alter
   *     the data table
   */
  public static IndexAdmin of(Connection connection) {
    return of(connection, new NoBuilder());
  }

  /**
   * Administers the indexes of a cluster.
   *
   * @param connection stays the caller's, which needs the permission to create tables and to alter
   *     the data table
   * @param builder builds the entries of rows that exist
   */
  public static IndexAdmin of(Connection connection, IndexBuilder builder) {
    return new IndexAdmin(
        new HBaseIndexCluster(connection),
        builder,
        () -> Bytes.toBytes("g%016x".formatted(ThreadLocalRandom.current().nextLong())));
  }

  /**
   * Creates an index, while the table is written.
   *
   * <ol>
   *   <li>Create the index table, which refuses lookups.
   *   <li>Put the definition and the observer into the data table. When the procedure has ended,
   *       each region has closed and opened again, so each later write maintains the index.
   *   <li>If the table has rows: take a snapshot, and load the entries of its rows.
   *   <li>Open the read gate of the index table.
   * </ol>
   *
   * If the first or second step fails, what was created is removed again.
   *
   * @param name the name of the index
   * @param definition as {@link IndexSpec#parse} reads it
   * @return the index; the existing one if it was created before with the same definition
   * @throws IndexRefusedException with all reasons why the index cannot be created, or with the row
   *     that cannot have an entry
   * @throws TableNotFoundException if there is no such data table
   * @throws IOException if HBase fails or does not answer
   */
  public IndexInfo create(
      TableName table,
      String name,
      String definition,
      CreateOptions options,
      BuildListener listener)
      throws IOException {
    TableDescriptor data = requireTable(table);
    Optional<TableDescriptor> entries = entries(table, name);
    if (isActive(data, entries, name, definition)) {
      return IndexInfo.of(data, entries, table, name);
    }
    IndexSpec spec =
        new IndexChecks(cluster, builder, data, name).require(definition, entries, options);
    life(table, name, listener).build(spec);
    return IndexInfo.of(requireTable(table), entries(table, name), table, name);
  }

  /** Creates an index, as the other method does. */
  public IndexInfo create(TableName table, String name, String definition, CreateOptions options)
      throws IOException {
    return create(table, name, definition, options, BuildListener.NONE);
  }

  private static boolean isActive(
      TableDescriptor data, Optional<TableDescriptor> entries, String name, String definition) {
    if (entries.isEmpty() || IndexProblem.of(data, entries, name).isPresent()) {
      return false;
    }
    try {
      String wanted = IndexSpec.parse(name, definition).text();
      return IndexTables.definition(entries.get()).equals(Optional.of(wanted));
    } catch (IndexSpecException e) {
      return false; // the checks report it with all other problems
    }
  }

  /**
   * Builds an index anew, while the table is written: suspends it, deletes its table, and creates
   * it again with its definition. A build that was cut short goes on instead.
   *
   * @throws UnknownIndexException if there is no such index
   * @throws IndexRefusedException with all reasons why the index cannot be built
   * @throws IOException if HBase fails or does not answer; repeat the call
   */
  public IndexInfo rebuild(
      TableName table, String name, CreateOptions options, BuildListener listener)
      throws IOException {
    TableDescriptor data = requireTable(table);
    Optional<TableDescriptor> entries = requireKnown(Optional.of(data), table, name);
    String definition =
        Optional.ofNullable(IndexSpecs.definitions(data).get(name))
            .or(() -> entries.flatMap(IndexTables::definition))
            .orElse("");
    IndexState state = entries.flatMap(IndexTables::state).orElse(IndexState.SUSPENDED);
    requireNotDropped(table, name, state);
    IndexSpec spec =
        new IndexChecks(cluster, builder, data, name).requireAgain(definition, options);
    IndexLife life = life(table, name, listener);
    if (state != IndexState.BUILDING) {
      life.suspend();
      life.deleteEntries();
    }
    life.build(spec);
    return IndexInfo.of(requireTable(table), entries(table, name), table, name);
  }

  /**
   * Ends the maintenance of an index, and refuses its lookups, until it is built anew. For an index
   * that holds up the writes of its table.
   *
   * @throws UnknownIndexException if there is no such index
   * @throws IOException if HBase fails or does not answer; repeat the call
   */
  public IndexInfo suspend(TableName table, String name) throws IOException {
    TableDescriptor data = requireTable(table);
    Optional<TableDescriptor> entries = requireKnown(Optional.of(data), table, name);
    requireNotDropped(
        table, name, entries.flatMap(IndexTables::state).orElse(IndexState.SUSPENDED));
    life(table, name, BuildListener.NONE).suspend();
    return IndexInfo.of(requireTable(table), entries(table, name), table, name);
  }

  private static void requireNotDropped(TableName table, String name, IndexState state)
      throws IndexRefusedException {
    if (state == IndexState.DROPPING) {
      throw new IndexRefusedException(
          List.of(
              "index %s of %s: DROPPING; run 'lighter index drop %s %s' again, then create it anew"
                  .formatted(name, table, table, name)));
    }
  }

  /**
   * Drops an index.
   *
   * <ol>
   *   <li>Close the read gate: lookups are refused from here on.
   *   <li>Take the definition, and with the last one the observer, from the data table. When the
   *       procedure has ended, no write maintains the index any more.
   *   <li>Delete what a build has left, and the index table, to which no region writes.
   * </ol>
   *
   * @throws UnknownIndexException if there is nothing of such an index
   * @throws IOException if HBase fails or does not answer, or if the table with the index table's
   *     name is another one; repeat the call
   */
  public void drop(TableName table, String name) throws IOException {
    Optional<TableDescriptor> unused = requireKnown(cluster.descriptor(table), table, name);
    life(table, name, BuildListener.NONE).remove();
  }

  private IndexLife life(TableName table, String name, BuildListener listener) {
    return new IndexLife(cluster, builder, gates, table, name, listener);
  }

  /** The index table of an index of which there is anything. */
  private Optional<TableDescriptor> requireKnown(
      Optional<TableDescriptor> data, TableName table, String name) throws IOException {
    Optional<TableDescriptor> entries =
        entries(table, name).filter(each -> IndexLife.isIndexOf(each, table));
    Map<String, String> definitions = data.map(IndexSpecs::definitions).orElse(Map.of());
    if (entries.isEmpty() && !definitions.containsKey(name)) {
      throw new UnknownIndexException(table, name, definitions.keySet());
    }
    return entries;
  }

  /** All indexes, by table and name; also what is left of indexes that were not dropped. */
  public List<IndexInfo> list() throws IOException {
    Map<TableName, TableDescriptor> tables = new TreeMap<>();
    cluster.descriptors().forEach(table -> tables.put(table.getTableName(), table));
    Map<TableName, IndexInfo> indexes = new TreeMap<>(); // by index table
    for (TableDescriptor each : tables.values()) {
      Optional<TableName> data = IndexTables.dataTable(each);
      Optional<String> name = IndexTables.indexName(each);
      if (data.isPresent() && name.isPresent()) {
        indexes.put(
            each.getTableName(),
            IndexInfo.of(tables.get(data.get()), Optional.of(each), data.get(), name.get()));
      } else {
        for (String index : IndexSpecs.definitions(each).keySet()) {
          TableName indexTable = IndexNames.indexTable(each.getTableName(), index);
          indexes.put(
              indexTable,
              IndexInfo.of(
                  each, Optional.ofNullable(tables.get(indexTable)), each.getTableName(), index));
        }
      }
    }
    List<IndexInfo> sorted = new ArrayList<>(indexes.values());
    sorted.sort(Comparator.comparing(IndexInfo::table).thenComparing(IndexInfo::name));
    return sorted;
  }

  /** The indexes of one table, by name. */
  public List<IndexInfo> list(TableName table) throws IOException {
    TableDescriptor unused = requireTable(table);
    return list().stream().filter(index -> index.table().equals(table)).toList();
  }

  /**
   * An index and what the master knows of its tables.
   *
   * @throws UnknownIndexException if there is no such index
   */
  public IndexInfo.Status status(TableName table, String name) throws IOException {
    Optional<TableDescriptor> data = cluster.descriptor(table);
    Optional<TableDescriptor> entries = requireKnown(data, table, name);
    IndexInfo index = IndexInfo.of(data.orElse(null), entries, table, name);
    IndexCluster.TableLoad none = new IndexCluster.TableLoad(0, 0, List.of());
    IndexCluster.TableLoad ofIndex = entries.isPresent() ? cluster.load(index.indexTable()) : none;
    IndexCluster.TableLoad ofData = data.isPresent() ? cluster.load(table) : none;
    Optional<BuildId> build = entries.flatMap(IndexLife::buildOf);
    return new IndexInfo.Status(
        index,
        ofIndex.regions(),
        ofIndex.bytes(),
        ofData.unobserved(),
        build.isPresent() ? builder.progress(build.get()) : Optional.empty(),
        data.flatMap(IndexHold::of).map(hold -> hold.describe(table.getNameAsString())));
  }

  private TableDescriptor requireTable(TableName table) throws IOException {
    return cluster.descriptor(table).orElseThrow(() -> new TableNotFoundException(table));
  }

  private Optional<TableDescriptor> entries(TableName table, String name) throws IOException {
    return IndexNames.nameProblem(name).isEmpty()
        ? cluster.descriptor(IndexNames.indexTable(table, name))
        : Optional.empty();
  }
}
