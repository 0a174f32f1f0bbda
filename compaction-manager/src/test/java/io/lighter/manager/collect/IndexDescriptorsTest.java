// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class IndexDescriptorsTest {
  private static final TableName TABLE = TableName.valueOf("ns:t");
  private static final IndexSpec BLIND =
      IndexSpec.parse("city", "value f:city string cleanup=compaction");
  private static final IndexSpec EAGER = IndexSpec.parse("city", "value f:city string");

  private final IndexDescriptors descriptors =
      new IndexDescriptors(LighterConfiguration.defaults());

  @Test
  void indexThatLeavesEntriesToCompactionsIsCollected() throws IOException {
    CollectedIndex index = only(data(BLIND), active(BLIND));

    assertThat(index.data()).isEqualTo(TABLE);
    assertThat(index.table()).isEqualTo(TableName.valueOf("ns:t__city"));
    assertThat(Bytes.toString(index.family())).isEqualTo("f");
    assertThat(index.ratio()).isEqualTo(0.2);
    assertThat(index.problem()).isEmpty();
  }

  @Test
  void indexWithAnotherCleanupOrWithoutATableIsNone() throws IOException {
    assertThat(descriptors.indexes(List.of(data(EAGER), active(EAGER)))).isEmpty();
    assertThat(descriptors.indexes(List.of(data(BLIND)))).isEmpty();
    assertThat(descriptors.indexes(List.of(active(BLIND)))).isEmpty();
    TableDescriptor garbled =
        TableDescriptorBuilder.newBuilder(active(BLIND))
            .setValue(IndexNames.DEFINITION, "value f:city strin")
            .build();
    assertThat(descriptors.indexes(List.of(data(BLIND), garbled))).isEmpty();
  }

  @Test
  void indexThatIsNotKeptIsLeftAlone() throws IOException {
    TableDescriptor active = active(BLIND);
    assertThat(only(data(BLIND), IndexTables.building(TABLE, BLIND)).problem().orElseThrow())
        .startsWith("BUILDING");
    assertThat(only(data(BLIND), IndexTables.suspect(active, "rs1")).problem().orElseThrow())
        .startsWith("SUSPECT");
    assertThat(only(data(BLIND), IndexTables.suspended(active)).problem().orElseThrow())
        .startsWith("SUSPENDED");
    TableDescriptor suspended = with(data(BLIND), IndexNames.suspendedKey("city"), "true");
    assertThat(only(suspended, active).problem()).isPresent();
    TableDescriptor held = with(data(BLIND), IndexNames.HOLD, "bulkload ib-1 city /dir");
    assertThat(only(held, active).problem()).contains("a bulk load runs or was cut short");
  }

  @Test
  void optionsOfTheIndexTableCount() throws IOException {
    String ratio = LighterOption.INDEX_GC_RATIO.key();
    assertThat(only(data(BLIND), with(active(BLIND), ratio, "0.5")).ratio()).isEqualTo(0.5);
    assertThat(only(data(BLIND), with(active(BLIND), ratio, "0")).problem())
        .contains("lighter.index.gc.ratio is 0");
    assertThat(only(data(BLIND), with(active(BLIND), ratio, "much")).problem())
        .contains(
            "lighter.index.gc.ratio = 'much': expected 0, or a number from 0.01 to 1, such as 0.2");
    assertThat(only(data(BLIND), with(active(BLIND), ratio, "NaN")).problem()).isPresent();
    TableDescriptor off = with(active(BLIND), LighterOption.INDEX_GC_ENABLED.key(), "false");
    assertThat(only(data(BLIND), off).problem()).contains("lighter.index.gc.enabled is not true");
  }

  private CollectedIndex only(TableDescriptor data, TableDescriptor entries) {
    List<CollectedIndex> indexes = descriptors.indexes(List.of(data, entries));
    assertThat(indexes).hasSize(1);
    return indexes.get(0);
  }

  private static TableDescriptor active(IndexSpec spec) {
    return IndexTables.active(IndexTables.building(TABLE, spec), Bytes.toBytes("g1"));
  }

  private static TableDescriptor data(IndexSpec spec) throws IOException {
    return TableDescriptorBuilder.newBuilder(TABLE)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
        .setCoprocessor(IndexNames.observer())
        .setValue(IndexNames.definitionKey(spec.name()), spec.text())
        .build();
  }

  private static TableDescriptor with(TableDescriptor table, String key, String value) {
    return TableDescriptorBuilder.newBuilder(table).setValue(key, value).build();
  }
}
