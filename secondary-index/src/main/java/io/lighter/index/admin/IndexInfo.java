// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/**
 * An index, as the descriptors of its tables say.
 *
 * @param table the data table
 * @param name the name of the index
 * @param definition the definition, as far as a table has one
 * @param indexTable the index table, which may be missing
 * @param state the state; {@code BROKEN} if the tables contradict each other
 * @param problem why lookups are refused; empty if they are answered
 */
public record IndexInfo(
    TableName table,
    String name,
    Optional<String> definition,
    TableName indexTable,
    String state,
    Optional<String> problem) {
  /** The state of an index whose tables contradict each other. */
  public static final String BROKEN = "BROKEN";

  /**
   * An index with what the master knows of its tables.
   *
   * @param index the index
   * @param indexRegions regions of the index table
   * @param indexBytes bytes of its store files, as far as reported
   * @param unobserved names of servers with regions of the data table that have not reported the
   *     observer; it may be missing there, or the report is not in yet
   */
  public record Status(
      IndexInfo index, int indexRegions, long indexBytes, List<String> unobserved) {}
}
