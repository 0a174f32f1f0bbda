// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An index that lookups may read, by the descriptors of its two tables. Immutable.
 *
 * @param table the data table
 * @param spec the definition
 * @param indexTable the index table
 * @param gate the family of the read gate
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record IndexDescription(TableName table, IndexSpec spec, TableName indexTable, byte[] gate) {
  /**
   * Describes an index.
   *
   * @param data descriptor of the data table
   * @param entries descriptor of the index table, if there is one
   * @param name the name of the index
   * @throws UnknownIndexException if neither table knows the index
   * @throws IndexNotReadyException if lookups must not read it
   */
  static IndexDescription readable(
      TableDescriptor data, Optional<TableDescriptor> entries, String name) throws IOException {
    TableName table = data.getTableName();
    Map<String, String> definitions = IndexSpecs.definitions(data);
    if (entries.isEmpty() && !definitions.containsKey(name)) {
      throw new UnknownIndexException(table, name, definitions.keySet());
    }
    Optional<String> problem = IndexProblem.of(data, entries, name);
    if (problem.isPresent()) {
      throw new IndexNotReadyException(table, name, problem.get());
    }
    TableDescriptor indexTable = entries.orElseThrow();
    try {
      return new IndexDescription(
          table,
          IndexSpec.parse(name, definitions.get(name)),
          IndexNames.indexTable(table, name),
          IndexTables.gate(indexTable).orElseThrow());
    } catch (IndexSpecException e) {
      throw new IndexNotReadyException(table, name, e.getMessage());
    }
  }

  boolean hasGate(byte[] other) {
    return Bytes.equals(gate, other);
  }
}
