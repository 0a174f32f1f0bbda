// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexProblem;
import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Puts the hold of a data table into its descriptor, and takes it away. The end of either procedure
 * is a barrier: each region has closed and opened again. Confined to a thread.
 */
final class IndexHolds {
  private final IndexCluster cluster;
  private final TableName table;

  IndexHolds(IndexCluster cluster, TableName table) {
    this.cluster = cluster;
    this.table = table;
  }

  /** The descriptor of the data table. */
  TableDescriptor require() throws IOException {
    return cluster.descriptor(table).orElseThrow(() -> new TableNotFoundException(table));
  }

  /** The names of all indexes that are not suspended. */
  static SortedSet<String> indexes(TableDescriptor data) {
    SortedSet<String> names = new TreeSet<>(IndexSpecs.definitions(data).keySet());
    names.removeIf(name -> IndexSpecs.isSuspended(data, name));
    return names;
  }

  /**
   * Why a hold cannot begin now, a sentence each.
   *
   * @param subject a hold of the same one goes on
   */
  List<String> problems(TableDescriptor data, String subject) throws IOException {
    List<String> problems = new ArrayList<>();
    Optional<IndexHold> other = IndexHold.of(data).filter(hold -> !isSame(hold, subject));
    other.ifPresent(
        hold -> problems.add("%s: %s".formatted(table, hold.describe(table.getNameAsString()))));
    for (String name : indexes(data)) {
      IndexProblem.of(data, cluster.descriptor(IndexNames.indexTable(table, name)), name)
          .ifPresent(why -> problems.add("index %s of %s: %s".formatted(name, table, why)));
    }
    return problems;
  }

  private static boolean isSame(IndexHold hold, String subject) {
    return hold.subject().equals(subject);
  }

  /**
   * Holds the table, and returns behind the barrier. A hold of the same subject is taken over with
   * its id, whatever its owner has done.
   *
   * @param id of a new hold
   * @throws IndexRefusedException if an index is not whole, or if the table is held otherwise
   */
  IndexHold begin(String id, String subject) throws IOException {
    TableDescriptor data = require();
    refuse(problems(data, subject));
    String kept =
        IndexHold.of(data).filter(hold -> isSame(hold, subject)).map(IndexHold::id).orElse(id);
    IndexHold hold = new IndexHold(kept, indexes(data), subject);
    cluster.modify(
        TableDescriptorBuilder.newBuilder(data).setValue(IndexNames.HOLD, hold.text()).build());
    // An index may have been created, suspended or dropped since the first look.
    TableDescriptor result = requireHeld(hold);
    List<String> problems = problems(result, subject);
    if (!problems.isEmpty()) {
      end(hold);
      refuse(problems);
    }
    return hold;
  }

  private static void refuse(List<String> problems) throws IndexRefusedException {
    if (!problems.isEmpty()) {
      throw new IndexRefusedException(problems);
    }
  }

  /**
   * The descriptor of the data table, as long as it is held for these indexes.
   *
   * @throws IOException if another command has ended the hold, or has changed the indexes
   */
  TableDescriptor requireHeld(IndexHold hold) throws IOException {
    TableDescriptor data = require();
    if (!IndexHold.of(data).equals(Optional.of(hold)) || !indexes(data).equals(hold.indexes())) {
      throw new IOException(
          "%s: another command has ended '%s', or has changed the indexes %s; try again"
              .formatted(table, hold.text(), hold.indexes()));
    }
    return data;
  }

  /** Ends the hold, unless another one is there, and returns behind the barrier. */
  void end(IndexHold hold) throws IOException {
    TableDescriptor data = require();
    if (IndexHold.of(data).map(IndexHold::id).equals(Optional.of(hold.id()))) {
      cluster.modify(TableDescriptorBuilder.newBuilder(data).removeValue(IndexNames.HOLD).build());
    }
  }
}
