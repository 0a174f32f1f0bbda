// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Restores and clones of a table in memory. */
class IndexRestoreTest {
  private static final TableName TABLE = TableName.valueOf("ns:t");
  private static final TableName COPY = TableName.valueOf("ns:u");

  private final FakeIndexCluster cluster = new FakeIndexCluster();
  private int gates;
  private final IndexAdmin admin =
      new IndexAdmin(cluster, new FakeBuilder(cluster), () -> Bytes.toBytes("g" + ++gates));
  private final IndexRestore restore =
      new IndexRestore(cluster, admin, CreateOptions.DEFAULT, BuildListener.NONE);

  @BeforeEach
  void createIndexes() throws IOException {
    cluster.tables.put(
        TABLE,
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build());
    create("city");
    TableDescriptor held =
        TableDescriptorBuilder.newBuilder(cluster.tables.get(TABLE))
            .setValue(IndexNames.HOLD, "bulkload ib-1 city /dir")
            .build();
    cluster.tableSnapshots.put("monday", held);
    create("town");
    cluster.write();
    cluster.revive();
  }

  private void create(String name) throws IOException {
    IndexInfo unused = admin.create(TABLE, name, "value f:city string", CreateOptions.DEFAULT);
  }

  /** {@link FakeIndexCluster} fails the test if lookups read an index during the restoration. */
  @Test
  void restoredTableHasTheIndexesOfTheSnapshotBuiltAnew() throws IOException {
    assertThat(restore.restore(TABLE, "monday"))
        .singleElement()
        .satisfies(
            index -> {
              assertThat(index.name()).isEqualTo("city");
              assertThat(index.state()).isEqualTo("ACTIVE");
            });

    assertThat(cluster.steps)
        .containsSubsequence(
            "SUSPENDED without gate",
            "restore monday",
            "delete ns:t__town",
            "delete ns:t__city",
            "snapshot",
            "fill",
            "ACTIVE with gate");
    assertThat(cluster.tables).containsOnlyKeys(TABLE, IndexNames.indexTable(TABLE, "city"));
    assertThat(IndexHold.isHeld(cluster.tables.get(TABLE))).isFalse();
  }

  @Test
  void clonedTableHasIndexesOfItsOwn() throws IOException {
    assertThat(restore.copy("monday", COPY))
        .singleElement()
        .satisfies(index -> assertThat(index.state()).isEqualTo("ACTIVE"));

    assertThat(cluster.tables).containsKeys(COPY, IndexNames.indexTable(COPY, "city"));
    assertThat(IndexHold.isHeld(cluster.tables.get(COPY))).isFalse();
    assertThat(admin.list(TABLE)).allMatch(index -> index.state().equals("ACTIVE"));
  }

  @Test
  void restorationIsRepeatedAfterACrashAtEachStep() throws IOException {
    cluster.revive();
    int steps = stepsOfARestoration();
    for (int step = 1; step <= steps; step++) {
      cluster.revive();
      cluster.dead = true;
      cluster.failBefore = step;
      assertThatExceptionOfType(IOException.class)
          .as("step %d", step)
          .isThrownBy(() -> restore.restore(TABLE, "monday"))
          .withMessageStartingWith("injected");
      cluster.revive();

      assertThat(restore.restore(TABLE, "monday").get(0).state()).isEqualTo("ACTIVE");
    }
  }

  private int stepsOfARestoration() throws IOException {
    assertThat(restore.restore(TABLE, "monday")).hasSize(1); // drops the other index
    cluster.revive();
    assertThat(restore.restore(TABLE, "monday")).hasSize(1);
    return (int) cluster.steps.stream().filter(step -> !step.endsWith("?")).count();
  }

  @Test
  void whatCannotBeRestoredIsRefused() {
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> restore.restore(TABLE, "sunday"))
        .withMessageContaining("there is no snapshot 'sunday'");
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> restore.restore(COPY, "monday"))
        .withMessageContaining("'lighter index clone'");
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> restore.copy("sunday", TABLE))
        .satisfies(refusal -> assertThat(refusal.problems()).hasSize(2));
    assertThat(cluster.steps).isEmpty();
  }
}
