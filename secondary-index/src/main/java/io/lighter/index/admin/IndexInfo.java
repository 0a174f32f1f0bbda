// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpecs;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

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
   * Describes an index.
   *
   * @param data descriptor of the data table, or null if there is none
   */
  static IndexInfo of(
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
        broken ? BROKEN : state.get().name(),
        problem);
  }

  /**
   * An index with what the master knows of its tables.
   *
   * @param index the index
   * @param indexRegions regions of the index table
   * @param indexBytes bytes of its store files, as far as reported
   * @param unobserved names of servers with regions of the data table that have not reported the
   *     observer; it may be missing there, or the report is not in yet
   * @param progress how far its build is; empty if there is none, or if its files cannot be read
   * @param hold the bulk load of the table that is under way or was cut short
   */
  public record Status(
      IndexInfo index,
      int indexRegions,
      long indexBytes,
      List<String> unobserved,
      Optional<BuildProgress> progress,
      Optional<String> hold) {}
}
