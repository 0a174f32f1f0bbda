// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The descriptor of an index table: whose index it is, its definition, its state, and its <i>read
 * gate</i>.
 *
 * <p>The read gate is an empty family that the table has while lookups may read the index. Each
 * page of a lookup asks for the entries and for the gate, so a region without that family refuses
 * the page. Once the procedure that takes the gate away has ended, no region answers a lookup that
 * was opened before, whatever the client has cached. Each life of an index has a gate of another
 * name, so that a client cannot take an index that was dropped and created anew for the one it
 * knows.
 */
public final class IndexTables {
  private IndexTables() {}

  /** The descriptor of a new index table, without a gate. */
  public static TableDescriptor building(TableName data, IndexSpec spec) {
    return IndexNames.indexTableDescriptor(data, spec.name())
        .setValue(IndexNames.DEFINITION, spec.text())
        .setValue(IndexNames.STATE, IndexState.BUILDING.name())
        .build();
  }

  /**
   * The descriptor of an index table that lookups may read.
   *
   * @param gate the name of the gate's family, which no earlier life of the index had
   */
  public static TableDescriptor active(TableDescriptor table, byte[] gate) {
    return withoutGate(table)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(gate)
                .setMaxVersions(1)
                .setBloomFilterType(BloomType.NONE)
                .build())
        .removeValue(IndexNames.BUILD)
        .setValue(IndexNames.STATE, IndexState.ACTIVE.name())
        .build();
  }

  /**
   * The descriptor of an index table that is filled by a build.
   *
   * @param build the id of the build
   */
  public static TableDescriptor marked(TableDescriptor table, String build) {
    return TableDescriptorBuilder.newBuilder(table).setValue(IndexNames.BUILD, build).build();
  }

  /** The descriptor of an index table that writes leave alone. */
  public static TableDescriptor suspended(TableDescriptor table) {
    return withoutGate(table)
        .removeValue(IndexNames.BUILD)
        .setValue(IndexNames.STATE, IndexState.SUSPENDED.name())
        .build();
  }

  /**
   * The descriptor of an index table whose entries may be missing. HBase writes it before it
   * reopens regions, so some of them may still answer lookups; {@link #refused} says that none
   * does. The id of a build stays, since its snapshot and files have to be deleted.
   *
   * @param closer who writes it
   */
  public static TableDescriptor suspect(TableDescriptor table, String closer) {
    return withoutGate(table)
        .setValue(IndexNames.STATE, IndexState.SUSPECT.name())
        .setValue(IndexNames.CLOSING, closer)
        .build();
  }

  /**
   * Whether lookups read the index, or will when its build has ended. While the table of a new
   * index has no id of a build, the snapshot of the rows is not taken.
   */
  public static boolean mustBeWhole(TableDescriptor table) {
    return state(table)
        .map(
            state ->
                state == IndexState.ACTIVE
                    || (state == IndexState.BUILDING && build(table).isPresent()))
        .orElse(false);
  }

  /** The descriptor of an index table of which all regions have lost their gate. */
  public static TableDescriptor refused(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table).removeValue(IndexNames.CLOSING).build();
  }

  /** Whether a region may answer lookups, although the table is {@link IndexState#SUSPECT}. */
  public static boolean isGateClosing(TableDescriptor table) {
    return closer(table).isPresent();
  }

  /** Who has the regions lose their gate; empty if nobody has. */
  public static Optional<String> closer(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(IndexNames.CLOSING));
  }

  /** The descriptor of an index table that is being dropped. */
  public static TableDescriptor dropping(TableDescriptor table) {
    return withoutGate(table).setValue(IndexNames.STATE, IndexState.DROPPING.name()).build();
  }

  private static TableDescriptorBuilder withoutGate(TableDescriptor table) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    gate(table).ifPresent(builder::removeColumnFamily);
    return builder.removeValue(IndexNames.CLOSING);
  }

  /** The data table of an index table; empty for a table that is no index. */
  public static Optional<TableName> dataTable(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(IndexNames.OF)).map(TableName::valueOf);
  }

  /** The name of an index; empty for a table that is no index, or whose name is no index's. */
  public static Optional<String> indexName(TableDescriptor table) {
    return dataTable(table)
        .flatMap(
            data -> {
              String before = IndexNames.indexTable(data, "").getNameAsString();
              String name = table.getTableName().getNameAsString();
              return name.startsWith(before) && name.length() > before.length()
                  ? Optional.of(name.substring(before.length()))
                  : Optional.empty();
            });
  }

  /** The state of an index; empty if its table says none that is known. */
  public static Optional<IndexState> state(TableDescriptor table) {
    return IndexState.of(table.getValue(IndexNames.STATE));
  }

  /**
   * The build that fills an index table. It is there from the moment at which all regions of the
   * data table maintain the index.
   */
  public static Optional<String> build(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(IndexNames.BUILD));
  }

  /** The definition that an index table was created for. */
  public static Optional<String> definition(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(IndexNames.DEFINITION));
  }

  /**
   * The index whose entries a table has; empty for a table that is no index, or that names none.
   *
   * @throws IndexSpecException if the definition is none
   */
  public static Optional<IndexSpec> spec(TableDescriptor table) {
    return indexName(table)
        .flatMap(name -> definition(table).map(text -> IndexSpec.parse(name, text)));
  }

  /** The gate's family of an index table; empty while lookups are refused. */
  public static Optional<byte[]> gate(TableDescriptor table) {
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (!Bytes.equals(family.getName(), IndexNames.family())) {
        return Optional.of(family.getName());
      }
    }
    return Optional.empty();
  }
}
