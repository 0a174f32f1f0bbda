// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexAdmin;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.testing.index.CheckedIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;
import org.apache.hadoop.hbase.util.Bytes;

/** A checked table with an index of each kind, and what the index tables contain. Thread-safe. */
final class CheckedIndexTables {
  /** {@code VERSIONS} of the data table. */
  static final int VERSIONS = 3;

  private static final int REGIONS = 3;
  private static final String COMPACTION_MIN = "3";

  private final Connection connection;
  private final TableName table;
  private final Map<CheckedIndex, IndexSpec> specs;

  CheckedIndexTables(Connection connection, TableName table) {
    this.connection = connection;
    this.table = table;
    this.specs =
        Stream.of(CheckedIndex.values())
            .collect(
                Collectors.toMap(
                    index -> index,
                    index ->
                        IndexSpec.parse(
                            index.indexName(), index.definition(IndexMutations.FAMILY_NAME))));
  }

  /** An entry of an index: a key as text, and the key of a row of the data table. */
  record Entry(String key, String row) {}

  /** Creates the table and its indexes, all with small stores that are often compacted. */
  void create(CheckSettings settings) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptorBuilder data =
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(IndexMutations.FAMILY)
                      .setMaxVersions(VERSIONS)
                      .setBlocksize(CheckTable.BLOCK_BYTES)
                      .build());
      admin.createTable(tuned(data, settings), splitKeys(settings.rows()));
      IndexAdmin indexes = IndexAdmin.of(connection);
      for (IndexSpec spec : specs.values()) {
        indexes.create(table, spec.name(), spec.text(), CreateOptions.DEFAULT);
        TableName name = IndexNames.indexTable(table, spec.name());
        TableDescriptor index = admin.getDescriptor(name);
        admin.modifyTable(tuned(TableDescriptorBuilder.newBuilder(index), settings));
      }
    }
  }

  private static TableDescriptor tuned(TableDescriptorBuilder table, CheckSettings settings) {
    table
        .setRegionSplitPolicyClassName(ConstantSizeRegionSplitPolicy.class.getName())
        .setValue("hbase.hstore.compaction.min", COMPACTION_MIN)
        .setValue("hbase.hstore.blockingStoreFiles", "200");
    settings.engine().ifPresent(engine -> table.setValue("hbase.hstore.engine.class", engine));
    return table.build();
  }

  private static byte[][] splitKeys(int rows) {
    byte[][] splitKeys = new byte[REGIONS - 1][];
    for (int i = 1; i < REGIONS; i++) {
      splitKeys[i - 1] = Keys.ofRow(rows * i / REGIONS);
    }
    return splitKeys;
  }

  /** The data table, then those of the indexes. */
  List<TableName> all() {
    List<TableName> all = new ArrayList<>(List.of(table));
    all.addAll(ofIndexes());
    return all;
  }

  /** The tables of the indexes. */
  List<TableName> ofIndexes() {
    return Stream.of(CheckedIndex.values())
        .map(index -> IndexNames.indexTable(table, index.indexName()))
        .toList();
  }

  /** The families of one of the tables. */
  List<String> families(TableName name) {
    return List.of(
        name.equals(table) ? IndexMutations.FAMILY_NAME : Bytes.toString(IndexNames.family()));
  }

  /** Chooses the rows at which regions of one of the tables are split. */
  RegionDisturber.SplitRows splitRows(TableName name, CheckContext context) {
    if (name.equals(table)) {
      return RegionDisturber.rowsOf(context);
    }
    for (CheckedIndex index : CheckedIndex.values()) {
      if (name.equals(IndexNames.indexTable(table, index.indexName()))) {
        return entryRows(index, context);
      }
    }
    throw new IllegalArgumentException(name + " is not a table of this check");
  }

  /** Chooses among the rows of entries of random keys; few tries fail in a region of some size. */
  private RegionDisturber.SplitRows entryRows(CheckedIndex index, CheckContext context) {
    IndexSpec spec = specs.get(index);
    EntryCodec codec = new EntryCodec(spec);
    return (region, random) -> {
      int tries = 20;
      for (int i = 0; i < tries; i++) {
        byte[] value = IndexMutations.value(index.column(), IndexChanges.keyOf(index, random));
        byte[] row = Keys.ofRow(random.nextInt(context.model().rowCount()));
        byte[] entry = entryRow(codec, value, row);
        if (isInside(entry, region)) {
          return entry;
        }
      }
      return null;
    };
  }

  private static byte[] entryRow(EntryCodec codec, byte[] value, byte[] row) {
    try {
      return codec.entryRow(codec.key(List.of(value)), row);
    } catch (IndexKeyException e) {
      throw new IllegalStateException("a short key is refused", e);
    }
  }

  private static boolean isInside(byte[] row, RegionInfo region) {
    return region.containsRow(row) && !Bytes.equals(row, region.getStartKey());
  }

  /**
   * The entries of an index, read from the index table without the client of the index.
   *
   * @throws IOException if a row of the index table is no entry
   */
  List<Entry> entries(CheckedIndex index) throws IOException {
    EntryCodec codec = new EntryCodec(specs.get(index));
    List<Entry> entries = new ArrayList<>();
    try (Table entryTable = connection.getTable(IndexNames.indexTable(table, index.indexName()));
        ResultScanner scanner = entryTable.getScanner(new Scan())) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        entries.add(decode(codec, index, result.getRow()));
      }
    }
    return entries;
  }

  private static Entry decode(EntryCodec codec, CheckedIndex index, byte[] entryRow)
      throws IOException {
    try {
      EntryCodec.Entry entry = codec.decode(entryRow);
      byte[] value = codec.values(entry.key()).get(0);
      return new Entry(
          IndexMutations.text(index.column(), value).orElseThrow(), Keys.toString(entry.row()));
    } catch (IndexKeyException e) {
      throw new IOException("no entry: " + Bytes.toStringBinary(entryRow), e);
    }
  }
}
