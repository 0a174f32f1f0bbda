// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes one index from step to step. The descriptors of both tables say which steps have ended, so
 * each method goes on where an earlier call was cut short. Confined to a thread.
 *
 * <p>A step that changes the data table's descriptor is never skipped because the descriptor is
 * changed already: the procedure of the earlier call may still reopen regions, and only the end of
 * a procedure says that no region runs with the old descriptor. The id of the build in the index
 * table is the record of that end.
 */
final class IndexLife {
  private static final Logger LOG = LoggerFactory.getLogger(IndexLife.class);

  private final IndexCluster cluster;
  private final IndexBuilder builder;
  private final Supplier<byte[]> gates;
  private final TableName table;
  private final String name;
  private final BuildListener listener;

  /**
   * Creates the object for an index.
   *
   * @param gates names of read gates, each another one
   */
  IndexLife(
      IndexCluster cluster,
      IndexBuilder builder,
      Supplier<byte[]> gates,
      TableName table,
      String name,
      BuildListener listener) {
    this.cluster = cluster;
    this.builder = builder;
    this.gates = gates;
    this.table = table;
    this.name = name;
    this.listener = listener;
  }

  /**
   * Builds the index, from the first step that has not ended. A new index is removed again if a
   * step up to {@link BuildStep#MARK} fails; behind that, the same call goes on.
   */
  void build(IndexSpec spec) throws IOException {
    Optional<TableDescriptor> entries = entries();
    boolean fresh = entries.isEmpty() && !IndexSpecs.definitions(requireData()).containsKey(name);
    try {
      Optional<BuildId> build = entries.flatMap(IndexLife::buildOf);
      if (build.isEmpty()) {
        build = begin(spec, entries.isEmpty());
      }
      if (build.isEmpty()) {
        openGate(build); // no rows, so nothing to build
        return;
      }
    } catch (IOException | RuntimeException e) {
      if (fresh) {
        undo(e);
      }
      throw e;
    }
    BuildId build = buildOf(requireEntries()).orElseThrow(this::altered);
    fill(spec, build);
    openGate(Optional.of(build));
  }

  /** Makes each later write maintain the index; returns an id if there are rows from before. */
  private Optional<BuildId> begin(IndexSpec spec, boolean create) throws IOException {
    if (create) {
      begun(BuildStep.CREATE, "");
      byte[][] splits =
          cluster.hasCells(table)
              ? KeySample.splits(
                  spec,
                  cluster.firstRows(table, spec.keys(), KeySample.MOST_REGIONS, KeySample.ROWS))
              : KeySample.splits(spec);
      cluster.create(IndexTables.building(table, spec), splits);
      listener.ended(BuildStep.CREATE);
    }
    begun(BuildStep.DEFINE, "");
    define(spec);
    listener.ended(BuildStep.DEFINE);
    if (!cluster.hasCells(table)) {
      return Optional.empty();
    }
    BuildId build = BuildId.random();
    cluster.modify(IndexTables.marked(requireBuilding(Optional.empty()), build.value()));
    LOG.info("{}: index {} of {} is maintained by writes, and is built now", build, name, table);
    listener.ended(BuildStep.MARK);
    return Optional.of(build);
  }

  private void define(IndexSpec spec) throws IOException {
    cluster.modify(withDefinition(requireData(), spec));
    TableDescriptor result = requireData();
    if (!withDefinition(result, spec).equals(result)) {
      throw altered();
    }
  }

  private IOException altered() {
    return new IOException(
        "index %s of %s: another client has altered the table meanwhile; try again"
            .formatted(name, table));
  }

  private static TableDescriptor withDefinition(TableDescriptor data, IndexSpec spec)
      throws IOException {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(data)
            .removeValue(
                IndexNames.HOLD) // its owner does not know this index, and may load no more
            .removeValue(IndexNames.suspendedKey(spec.name()))
            .setValue(IndexNames.definitionKey(spec.name()), spec.text());
    if (!IndexProblem.hasObserver(data)) {
      builder.setCoprocessor(IndexNames.observer());
    }
    return builder.build();
  }

  private void fill(IndexSpec spec, BuildId build) throws IOException {
    begun(BuildStep.SNAPSHOT, build.value());
    cluster.snapshot(table, build.snapshot());
    listener.ended(BuildStep.SNAPSHOT);
    TableDescriptor unused =
        requireBuilding(Optional.of(build)); // or the snapshot is of other rows
    try {
      builder.fill(new IndexBuilder.Target(build, table, spec), listener);
    } catch (IndexRefusedException e) {
      discard(build); // the next attempt has to see the row as it is then
      throw e;
    }
    begun(BuildStep.CLEAN, build.value());
    discard(build);
    listener.ended(BuildStep.CLEAN);
  }

  private void discard(BuildId build) throws IOException {
    builder.discard(build);
    cluster.deleteSnapshot(build.snapshot());
  }

  /**
   * HBase compares nothing when it writes a descriptor. If a region server finds that rows were
   * restored, and has both its procedures ended between the two calls here, its mark is lost.
   */
  private void openGate(Optional<BuildId> build) throws IOException {
    cluster.modify(IndexTables.active(requireBuilding(build), gates.get()));
    listener.ended(BuildStep.OPEN);
  }

  /** The descriptor of the index table, which no region server has marked since. */
  private TableDescriptor requireBuilding(Optional<BuildId> build) throws IOException {
    TableDescriptor entries = requireEntries();
    Optional<IndexState> state = IndexTables.state(entries);
    if (state.equals(Optional.of(IndexState.SUSPECT))) {
      throw new IndexRefusedException(
          List.of(
              "index %s of %s: SUSPECT, since a table was restored or truncated meanwhile; run"
                      .formatted(name, table)
                  + " 'lighter index rebuild'"));
    }
    if (!state.equals(Optional.of(IndexState.BUILDING)) || !buildOf(entries).equals(build)) {
      throw altered();
    }
    return entries;
  }

  private void undo(Exception failure) {
    try {
      remove();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e); // 'index drop' removes the rest, and 'index create' goes on with it
    }
  }

  /**
   * Closes the read gate, then makes writes leave the index alone. When it returns, no region
   * inserts entries.
   */
  void suspend() throws IOException {
    Optional<TableDescriptor> entries = entries().filter(each -> isIndexOf(each, table));
    if (entries.isPresent()) {
      discardBuild(entries.get());
      TableDescriptor suspended = IndexTables.suspended(entries.get());
      if (!suspended.equals(entries.get())) {
        cluster.modify(suspended);
      }
    }
    cluster.modify(
        TableDescriptorBuilder.newBuilder(requireData())
            .setValue(IndexNames.suspendedKey(name), "true")
            .build());
  }

  /** Deletes the index table, to which no region may write any more. */
  void deleteEntries() throws IOException {
    Optional<TableDescriptor> entries = entries().filter(each -> isIndexOf(each, table));
    if (entries.isPresent()) {
      cluster.delete(entries.get().getTableName());
    }
  }

  /** Closes the read gate, ends the maintenance of the index, and deletes its table. */
  void remove() throws IOException {
    Optional<TableDescriptor> entries = entries().filter(each -> isIndexOf(each, table));
    boolean again = false;
    if (entries.isPresent()) {
      TableDescriptor dropping = IndexTables.dropping(entries.get());
      again = dropping.equals(entries.get());
      if (!again) {
        cluster.modify(dropping);
      }
    }
    Optional<TableDescriptor> data = cluster.descriptor(table);
    if (data.isPresent()) {
      TableDescriptor without = withoutDefinition(data.get());
      if (again || !without.equals(data.get())) {
        cluster.modify(without);
      }
    }
    if (entries.isPresent()) {
      discardBuild(entries.get());
      cluster.delete(entries.get().getTableName());
    }
  }

  private void discardBuild(TableDescriptor entries) throws IOException {
    Optional<BuildId> build = buildOf(entries);
    if (build.isPresent()) {
      discard(build.get());
    }
  }

  private TableDescriptor withoutDefinition(TableDescriptor data) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(data)
            .removeValue(IndexNames.suspendedKey(name))
            .removeValue(IndexNames.definitionKey(name));
    boolean last = IndexSpecs.definitions(data).keySet().stream().allMatch(name::equals);
    if (last && IndexProblem.hasObserver(data)) {
      builder.removeCoprocessor(IndexNames.OBSERVER);
    }
    return builder.build();
  }

  static boolean isIndexOf(TableDescriptor entries, TableName table) {
    return IndexTables.dataTable(entries).equals(Optional.of(table));
  }

  /** The build that fills an index table. */
  static Optional<BuildId> buildOf(TableDescriptor entries) {
    return IndexTables.build(entries).map(BuildId::new);
  }

  private void begun(BuildStep step, String build) {
    listener.progress(new BuildProgress(build.isEmpty() ? name : build, step, 0, 0, 0));
  }

  private TableDescriptor requireData() throws IOException {
    return cluster.descriptor(table).orElseThrow(() -> new TableNotFoundException(table));
  }

  private TableDescriptor requireEntries() throws IOException {
    return entries()
        .orElseThrow(
            () ->
                new IOException(
                    "index %s of %s: another client has deleted the index table"
                        .formatted(name, table)));
  }

  private Optional<TableDescriptor> entries() throws IOException {
    return cluster.descriptor(IndexNames.indexTable(table, name));
  }
}
