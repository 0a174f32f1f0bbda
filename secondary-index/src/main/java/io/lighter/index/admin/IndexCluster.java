// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.KeyExtractor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** What {@link IndexAdmin} asks of a cluster. */
interface IndexCluster {
  /** The descriptor of a table; empty if there is none. */
  Optional<TableDescriptor> descriptor(TableName table) throws IOException;

  /** The descriptors of all tables of users. */
  List<TableDescriptor> descriptors() throws IOException;

  /** Whether a table is enabled. */
  boolean isEnabled(TableName table) throws IOException;

  /** Creates a table with regions that begin at these rows. Returns when it is enabled. */
  void create(TableDescriptor table, byte[][] splits) throws IOException;

  /**
   * Changes a table. Returns when all of its regions run with the new descriptor: each operation
   * that began in a region before has then ended.
   */
  void modify(TableDescriptor table) throws IOException;

  /**
   * The first rows of regions, with the columns of some keys only.
   *
   * @param regions most regions that are read, evenly spread
   * @param rows most rows of a region
   * @return for each region that was read, its rows
   */
  List<List<Result>> firstRows(TableName table, KeyExtractor keys, int regions, int rows)
      throws IOException;

  /** Takes a snapshot of a table, flushed first, unless there is one of that name. */
  void snapshot(TableName table, String snapshot) throws IOException;

  /** Deletes a snapshot, if there is one of that name. */
  void deleteSnapshot(String snapshot) throws IOException;

  /** Whether there is a snapshot of that name. */
  boolean hasSnapshot(String snapshot) throws IOException;

  /** The table of a snapshot; empty if there is no such snapshot. */
  Optional<TableName> snapshotTable(String snapshot) throws IOException;

  /**
   * Disables a table, gives it the rows of a snapshot of it, changes it, and enables it.
   *
   * @param change of the descriptor that the snapshot has
   */
  void restore(TableName table, String snapshot, UnaryOperator<TableDescriptor> change)
      throws IOException;

  /** Makes a table of a snapshot, and enables it. */
  void copy(String snapshot, TableName table) throws IOException;

  /** Disables a table, if it is enabled, and deletes it. */
  void delete(TableName table) throws IOException;

  /** Whether a table has any cell, deleted ones and delete markers included. */
  boolean hasCells(TableName table) throws IOException;

  /**
   * Tries whether every live region server, and the master, can load the observer of indexes.
   *
   * @param data the table to be indexed, in whose namespace a table may be created for a while
   * @return what is wrong, one sentence for each server
   */
  List<String> serversWithoutObserver(TableName data) throws IOException;

  /** Whether cells may have access control lists of their own. */
  boolean hasCellAccessControl() throws IOException;

  /** Whether cells may have visibility labels. */
  boolean hasVisibilityLabels() throws IOException;

  /** The regions of a table and the servers that have them, as reported to the master. */
  TableLoad load(TableName table) throws IOException;

  /**
   * Regions of a table.
   *
   * @param regions number of regions that are assigned
   * @param bytes of their store files
   * @param unobserved host names of servers that have regions of the table and have not reported
   *     the observer
   */
  record TableLoad(int regions, long bytes, List<String> unobserved) {}
}
