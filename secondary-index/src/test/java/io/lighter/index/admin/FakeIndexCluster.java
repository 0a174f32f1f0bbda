// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexSpecs;
import io.lighter.index.spec.KeyExtractor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Tables as descriptors, with writers that begin at a step. A write to a table whose observer
 * defines an index needs the index table. Not thread-safe.
 */
final class FakeIndexCluster implements IndexCluster {
  final Map<TableName, TableDescriptor> tables = new TreeMap<>();
  final List<String> steps = new ArrayList<>();
  final List<String> probeProblems = new ArrayList<>();
  final Set<TableName> disabled = new HashSet<>();

  boolean cellAcls;
  boolean labels;

  final Set<String> snapshots = new TreeSet<>();

  /** Whether the data table has rows. */
  boolean hasRows;

  /** Rows that were written while no index was maintained, and of which no snapshot was taken. */
  int unindexedRows;

  /** The step, from 1 on, in which a writer writes a row before the step changes anything. */
  int writeBeforeStep;

  /** The step that fails before it changes anything; 0 for none. */
  int failBefore;

  /** The step that fails after it has changed the cluster; 0 for none. */
  int failAfter;

  /** Whether every step from a failed one on fails, as when the client has died. */
  boolean dead;

  private boolean died;
  private int step;

  @Override
  public Optional<TableDescriptor> descriptor(TableName table) throws IOException {
    requireAlive();
    return Optional.ofNullable(tables.get(table));
  }

  @Override
  public List<TableDescriptor> descriptors() {
    return List.copyOf(tables.values());
  }

  @Override
  public boolean isEnabled(TableName table) {
    return !disabled.contains(table);
  }

  @Override
  public void create(TableDescriptor table, byte[][] splits) throws IOException {
    change(
        "create " + table.getTableName() + " with " + splits.length + " splits",
        () -> tables.put(table.getTableName(), table));
  }

  @Override
  public void modify(TableDescriptor table) throws IOException {
    String what =
        IndexTables.dataTable(table).isPresent()
            ? IndexTables.state(table).orElseThrow()
                + (IndexTables.gate(table).isPresent() ? " with gate" : " without gate")
            : "indexes "
                + IndexSpecs.definitions(table).keySet()
                + (IndexProblem.hasObserver(table) ? ", observed" : "")
                + (maintained(table).isEmpty() == IndexSpecs.definitions(table).isEmpty()
                    ? ""
                    : ", suspended")
                + (IndexHold.isHeld(table) ? ", held" : "");
    change(what, () -> tables.put(table.getTableName(), table));
  }

  @Override
  public void delete(TableName table) throws IOException {
    change(
        "delete " + table,
        () -> {
          tables.remove(table);
          requireWritable();
        });
  }

  private static List<String> maintained(TableDescriptor table) {
    return IndexSpecs.definitions(table).keySet().stream()
        .filter(index -> !IndexSpecs.isSuspended(table, index))
        .toList();
  }

  /** Fails if a write of some data table would insert into an index table that is gone. */
  private void requireWritable() {
    for (TableDescriptor table : tables.values()) {
      for (String index : maintained(table)) {
        TableName entries =
            io.lighter.index.spec.IndexNames.indexTable(table.getTableName(), index);
        if (IndexTables.dataTable(table).isEmpty() && !tables.containsKey(entries)) {
          throw new AssertionError("writes of " + table.getTableName() + " fail");
        }
      }
    }
  }

  @Override
  public boolean hasCells(TableName table) throws IOException {
    requireAlive();
    steps.add("has cells?");
    return hasRows;
  }

  @Override
  public List<List<Result>> firstRows(TableName table, KeyExtractor keys, int regions, int rows) {
    return List.of(List.of());
  }

  @Override
  public void snapshot(TableName table, String snapshot) throws IOException {
    if (!snapshots.contains(snapshot)) {
      change(
          "snapshot",
          () -> {
            snapshots.add(snapshot);
            unindexedRows = 0;
          });
    }
  }

  @Override
  public void deleteSnapshot(String snapshot) throws IOException {
    if (snapshots.contains(snapshot)) {
      change("delete snapshot", () -> snapshots.remove(snapshot));
    }
  }

  @Override
  public boolean hasSnapshot(String snapshot) {
    return snapshots.contains(snapshot);
  }

  /** Tables of snapshots of data tables, with their descriptors. */
  final Map<String, TableDescriptor> tableSnapshots = new TreeMap<>();

  @Override
  public Optional<TableName> snapshotTable(String snapshot) {
    return Optional.ofNullable(tableSnapshots.get(snapshot)).map(TableDescriptor::getTableName);
  }

  @Override
  public void restore(TableName table, String snapshot, UnaryOperator<TableDescriptor> change)
      throws IOException {
    change(
        "restore " + snapshot,
        () -> {
          requireRefused(table);
          tables.put(table, change.apply(tableSnapshots.get(snapshot)));
        });
  }

  /** Fails if lookups read an index of a table. */
  private void requireRefused(TableName data) {
    for (TableDescriptor table : tables.values()) {
      if (IndexTables.dataTable(table).equals(Optional.of(data))
          && IndexTables.gate(table).isPresent()) {
        throw new AssertionError("lookups read " + table.getTableName());
      }
    }
  }

  @Override
  public void copy(String snapshot, TableName table) throws IOException {
    change(
        "copy " + snapshot,
        () -> tables.put(table, TableDescriptorBuilder.copy(table, tableSnapshots.get(snapshot))));
  }

  @Override
  public List<String> serversWithoutObserver(TableName data) {
    return probeProblems;
  }

  @Override
  public boolean hasCellAccessControl() {
    return cellAcls;
  }

  @Override
  public boolean hasVisibilityLabels() {
    return labels;
  }

  @Override
  public TableLoad load(TableName table) {
    return new TableLoad(3, 1 << 20, List.of("rs7"));
  }

  /** A builder fills an index. */
  void fill() throws IOException {
    change("fill", () -> {});
  }

  /** Another kind of step. */
  void step(String what, Runnable action) throws IOException {
    change(what, action);
  }

  /** The client lives again. */
  void revive() {
    died = false;
    dead = false;
    failBefore = 0;
    failAfter = 0;
    step = 0;
    steps.clear();
  }

  private void requireAlive() throws IOException {
    if (died) {
      throw new IOException("the client is dead");
    }
  }

  private void change(String what, Runnable action) throws IOException {
    requireAlive();
    step++;
    if (step == writeBeforeStep) {
      write();
    }
    if (step == failBefore) {
      fail(what);
    }
    action.run();
    steps.add(what);
    if (step == failAfter) {
      fail(what);
    }
  }

  /** Writes a row to the data table. */
  void write() {
    hasRows = true;
    boolean indexed =
        tables.values().stream()
            .anyMatch(
                table -> IndexTables.dataTable(table).isEmpty() && !maintained(table).isEmpty());
    unindexedRows += indexed ? 0 : 1;
  }

  private void fail(String what) throws IOException {
    died = dead;
    throw new IOException("injected: " + what);
  }
}
