// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.LoadListener;
import io.lighter.index.client.Lookup;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** What {@code lighter index} asks of a cluster. */
interface IndexedCluster extends Closeable {
  /**
   * A row that a lookup found.
   *
   * @param row the key of the row, escaped
   * @param key the parts of the secondary key as text
   * @param moved whether the row came out of order, since its key changed during the lookup
   * @param cells values by column, both escaped
   */
  record FoundRow(String row, List<String> key, boolean moved, Map<String, String> cells) {}

  /** Takes the rows of a lookup. */
  @FunctionalInterface
  interface Rows {
    void accept(FoundRow row);
  }

  /**
   * How entries of rows that exist are built.
   *
   * @param jobs most jobs at a time, in this process
   * @param here whether all jobs run in this process, also if there are compaction servers
   * @param listener follows the build
   */
  record Build(int jobs, boolean here, BuildListener listener) {}

  /** Creates an index, or returns the same one that exists. */
  IndexInfo create(
      TableName table, String index, String definition, CreateOptions options, Build build)
      throws IOException;

  /** Builds an index anew. */
  IndexInfo rebuild(TableName table, String index, CreateOptions options, Build build)
      throws IOException;

  /** Ends the maintenance of an index until it is built anew. */
  IndexInfo suspend(TableName table, String index) throws IOException;

  /**
   * Loads HFiles into a table with indexes.
   *
   * @param jobs most jobs at a time, in this process
   */
  void bulkLoad(TableName table, String folder, int jobs, LoadListener listener) throws IOException;

  /**
   * Ends a bulk load that was cut short.
   *
   * @return the folder of its files
   */
  String cancelBulkLoad(TableName table) throws IOException;

  /** Takes a snapshot of a table, and returns the table's indexes. */
  List<IndexInfo> snapshot(TableName table, String snapshot) throws IOException;

  /** Restores a table from a snapshot of it, and builds its indexes. */
  List<IndexInfo> restore(TableName table, String snapshot, CreateOptions options, Build build)
      throws IOException;

  /** Makes a table of a snapshot, and builds its indexes. */
  List<IndexInfo> copy(String snapshot, TableName table, CreateOptions options, Build build)
      throws IOException;

  /** Drops an index. */
  void drop(TableName table, String index) throws IOException;

  /** All indexes. */
  List<IndexInfo> list() throws IOException;

  /** The indexes of a table. */
  List<IndexInfo> list(TableName table) throws IOException;

  /** An index and its tables. */
  IndexInfo.Status status(TableName table, String index) throws IOException;

  /** What the leading manager says, or why none says anything. */
  ClusterStatus managers();

  /** Compares an index with its table. */
  CheckReport check(TableName table, String index, boolean repair) throws IOException;

  /**
   * Looks rows up.
   *
   * @throws IllegalArgumentException if the range does not suit the index
   */
  void lookup(TableName table, Lookup lookup, Rows rows) throws IOException;
}
