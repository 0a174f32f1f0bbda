// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.client.UnknownIndexException;
import io.lighter.index.spec.EntryCodec;
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
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Creates, drops and describes indexes. Thread-safe, as far as the tables are others: only one
 * caller at a time may change the indexes of a table, or alter the table.
 *
 * <p>{@link #create} and {@link #drop} may end at any step, by a crash, say. The same call may then
 * be repeated; it goes on with the step that is missing. A create that failed may also be dropped.
 */
public final class IndexAdmin {
  private final IndexCluster cluster;
  private final Supplier<byte[]> gates;

  /**
   * Creates the object for a cluster.
   *
   * @param gates names of read gates, each another one
   */
  IndexAdmin(IndexCluster cluster, Supplier<byte[]> gates) {
    this.cluster = cluster;
    this.gates = gates;
  }

  /**
   * Administers the indexes of a cluster.
   *
   * @param connection stays the caller's, which needs the permission to create tables and to alter
   *     the data table
   */
  public static IndexAdmin of(Connection connection) {
    return new IndexAdmin(
        new HBaseIndexCluster(connection),
        () -> Bytes.toBytes("g%016x".formatted(ThreadLocalRandom.current().nextLong())));
  }

  /**
   * Creates an index on an empty table.
   *
   * <ol>
   *   <li>Create the index table, which refuses lookups.
   *   <li>Put the definition and the observer into the data table. When the procedure has ended,
   *       each region has closed and opened again, so each later write maintains the index.
   *   <li>Check again that the table is empty: a write before step 2 has no entry.
   *   <li>Open the read gate of the index table.
   * </ol>
   *
   * If a step fails, what was created is removed again.
   *
   * @param name the name of the index
   * @param definition as {@link IndexSpec#parse} reads it
   * @return the index; the existing one if it was created before with the same definition
   * @throws IndexRefusedException with all reasons why the index cannot be created
   * @throws TableNotFoundException if there is no such data table
   * @throws IOException if HBase fails or does not answer
   */
  public IndexInfo create(TableName table, String name, String definition, CreateOptions options)
      throws IOException {
    TableDescriptor data = requireTable(table);
    Optional<TableDescriptor> entries = entries(table, name);
    if (isActive(data, entries, name, definition)) {
      return info(data, entries, table, name);
    }
    IndexSpec spec = new IndexChecks(cluster, data, name).require(definition, entries, options);
    try {
      if (entries.isEmpty()) {
        cluster.create(IndexTables.building(table, spec), splits(spec));
      }
      define(table, spec);
      requireStillEmpty(table, name);
      openGate(table, name);
    } catch (IOException | RuntimeException e) {
      undo(table, name, e);
      throw e;
    }
    return info(requireTable(table), entries(table, name), table, name);
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

  /** One region for each salt bucket. */
  private static byte[][] splits(IndexSpec spec) {
    List<byte[]> prefixes = new EntryCodec(spec).saltPrefixes();
    return prefixes.subList(1, prefixes.size()).toArray(byte[][]::new);
  }

  private void define(TableName table, IndexSpec spec) throws IOException {
    TableDescriptor data = requireTable(table);
    TableDescriptor defined = withDefinition(data, spec);
    if (!defined.equals(data)) {
      cluster.modify(defined);
      TableDescriptor result = requireTable(table);
      if (!withDefinition(result, spec).equals(result)) {
        throw new IOException(
            "index %s of %s: another client has altered the table meanwhile; try again"
                .formatted(spec.name(), table));
      }
    }
  }

  private static TableDescriptor withDefinition(TableDescriptor data, IndexSpec spec)
      throws IOException {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(data)
            .setValue(IndexNames.definitionKey(spec.name()), spec.text());
    if (!IndexProblem.hasObserver(data)) {
      builder.setCoprocessor(IndexNames.OBSERVER);
    }
    return builder.build();
  }

  private void requireStillEmpty(TableName table, String name) throws IOException {
    if (cluster.hasCells(table)) {
      throw new IndexRefusedException(
          List.of(
              IndexChecks.hasCells(
                  requireTable(table),
                  name,
                  " by now, written while the index was being created")));
    }
  }

  private void openGate(TableName table, String name) throws IOException {
    TableDescriptor entries =
        entries(table, name)
            .orElseThrow(
                () ->
                    new IOException(
                        "index %s of %s: another client has deleted the index table"
                            .formatted(name, table)));
    cluster.modify(IndexTables.active(entries, gates.get()));
  }

  private void undo(TableName table, String name, Exception failure) {
    try {
      remove(table, name);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e); // 'index drop' removes the rest, and 'index create' goes on with it
    }
  }

  /**
   * Drops an index.
   *
   * <ol>
   *   <li>Close the read gate: lookups are refused from here on.
   *   <li>Take the definition, and with the last one the observer, from the data table. When the
   *       procedure has ended, no write maintains the index any more.
   *   <li>Delete the index table, to which no region writes.
   * </ol>
   *
   * @throws UnknownIndexException if there is nothing of such an index
   * @throws IOException if HBase fails or does not answer, or if the table with the index table's
   *     name is another one; repeat the call
   */
  public void drop(TableName table, String name) throws IOException {
    Optional<TableDescriptor> data = cluster.descriptor(table);
    Optional<TableDescriptor> entries = entries(table, name);
    Map<String, String> definitions = data.map(IndexSpecs::definitions).orElse(Map.of());
    boolean own = entries.isPresent() && isIndexOf(entries.get(), table);
    if (!own && !definitions.containsKey(name)) {
      throw new UnknownIndexException(table, name, definitions.keySet());
    }
    remove(table, name);
  }

  private void remove(TableName table, String name) throws IOException {
    Optional<TableDescriptor> entries = entries(table, name).filter(each -> isIndexOf(each, table));
    if (entries.isPresent()) {
      TableDescriptor dropping = IndexTables.dropping(entries.get());
      if (!dropping.equals(entries.get())) {
        cluster.modify(dropping);
      }
    }
    Optional<TableDescriptor> data = cluster.descriptor(table);
    if (data.isPresent()) {
      TableDescriptor without = withoutDefinition(data.get(), name);
      if (!without.equals(data.get())) {
        cluster.modify(without);
      }
    }
    if (entries.isPresent()) {
      cluster.delete(entries.get().getTableName());
    }
  }

  private static TableDescriptor withoutDefinition(TableDescriptor data, String name) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(data).removeValue(IndexNames.definitionKey(name));
    boolean last = IndexSpecs.definitions(data).keySet().stream().allMatch(name::equals);
    if (last && IndexProblem.hasObserver(data)) {
      builder.removeCoprocessor(IndexNames.OBSERVER);
    }
    return builder.build();
  }

  private static boolean isIndexOf(TableDescriptor entries, TableName table) {
    return IndexTables.dataTable(entries).equals(Optional.of(table));
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
            info(tables.get(data.get()), Optional.of(each), data.get(), name.get()));
      } else {
        for (String index : IndexSpecs.definitions(each).keySet()) {
          TableName indexTable = IndexNames.indexTable(each.getTableName(), index);
          indexes.put(
              indexTable,
              info(each, Optional.ofNullable(tables.get(indexTable)), each.getTableName(), index));
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
    Optional<TableDescriptor> entries = entries(table, name).filter(each -> isIndexOf(each, table));
    Map<String, String> definitions = data.map(IndexSpecs::definitions).orElse(Map.of());
    if (entries.isEmpty() && !definitions.containsKey(name)) {
      throw new UnknownIndexException(table, name, definitions.keySet());
    }
    IndexInfo index = info(data.orElse(null), entries, table, name);
    IndexCluster.TableLoad none = new IndexCluster.TableLoad(0, 0, List.of());
    IndexCluster.TableLoad ofIndex = entries.isPresent() ? cluster.load(index.indexTable()) : none;
    IndexCluster.TableLoad ofData = data.isPresent() ? cluster.load(table) : none;
    return new IndexInfo.Status(index, ofIndex.regions(), ofIndex.bytes(), ofData.unobserved());
  }

  /**
   * Describes an index.
   *
   * @param data descriptor of the data table, or null if there is none
   */
  private static IndexInfo info(
      TableDescriptor data, Optional<TableDescriptor> entries, TableName table, String name) {
    Optional<String> problem =
        data == null
            ? Optional.of("there is no table %s; drop the index".formatted(table))
            : IndexProblem.of(data, entries, name);
    Optional<String> definition =
        Optional.ofNullable(data)
            .map(each -> IndexSpecs.definitions(each).get(name))
            .or(() -> entries.flatMap(IndexTables::definition));
    Optional<IndexState> state = entries.flatMap(IndexTables::state);
    boolean broken = state.isEmpty() || (state.get() == IndexState.ACTIVE && problem.isPresent());
    return new IndexInfo(
        table,
        name,
        definition,
        IndexNames.indexTable(table, name),
        broken ? IndexInfo.BROKEN : state.get().name(),
        problem);
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
