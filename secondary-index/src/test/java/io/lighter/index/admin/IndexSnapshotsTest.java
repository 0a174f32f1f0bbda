// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots of a table in memory. */
class IndexSnapshotsTest {
  private static final TableName TABLE = TableName.valueOf("ns:t");

  private final FakeIndexCluster cluster = new FakeIndexCluster();
  private final IndexAdmin admin =
      new IndexAdmin(cluster, new FakeBuilder(cluster), () -> Bytes.toBytes("g1"));
  private final IndexSnapshots snapshots = new IndexSnapshots(cluster, admin);

  @BeforeEach
  void createIndex() throws IOException {
    cluster.tables.put(
        TABLE,
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build());
    IndexInfo unused = admin.create(TABLE, "city", "value f:city string", CreateOptions.DEFAULT);
  }

  @Test
  void snapshotIsTakenOfTheDataTable() throws IOException {
    assertThat(snapshots.take(TABLE, "monday"))
        .singleElement()
        .satisfies(index -> assertThat(index.name()).isEqualTo("city"));
    assertThat(cluster.snapshots).containsExactly("monday");
  }

  @Test
  void existingSnapshotIsNotTakenForTheNewOne() {
    cluster.tableSnapshots.put("monday", cluster.tables.get(TABLE));
    assertRefused(TABLE, "monday", "there is a snapshot 'monday' already");
  }

  @Test
  void indexTableHasNoSnapshotOfItsOwn() {
    assertRefused(TableName.valueOf("ns:t__city"), "monday", "a snapshot of its data table ns:t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "-a", ".a", "a/b", "ns:a"})
  void nameThatHBaseRefusesIsAReason(String name) {
    assertRefused(TABLE, name, "snapshot '" + name + "': expected letters");
  }

  @Test
  void unknownTableIsAnError() {
    assertThatExceptionOfType(TableNotFoundException.class)
        .isThrownBy(() -> snapshots.take(TableName.valueOf("ns:u"), "monday"));
  }

  private void assertRefused(TableName table, String snapshot, String reason) {
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> snapshots.take(table, snapshot))
        .satisfies(
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem).contains(reason)));
    assertThat(cluster.snapshots).isEmpty();
  }
}
