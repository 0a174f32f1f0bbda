// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StrategyTest {
  private static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .build();

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void onlyOffloadedStrategiesHaveTheEngine(Strategy strategy) {
    TableDescriptor configured = strategy.configure(TABLE);

    assertThat(configured.getValue("hbase.hstore.engine.class"))
        .endsWith(strategy.isOffloaded() ? ".OffloadingStoreEngine" : ".DefaultStoreEngine");
    assertThat(configured.getValue("lighter.warmup.strategy") != null)
        .isEqualTo(strategy.isOffloaded());
  }

  @Test
  void baselinesOfHBaseUseItsOwnSettings() {
    assertThat(Strategy.WTC.configure(TABLE).getValue("hbase.rs.cachecompactedblocksonwrite"))
        .isEqualTo("true");
    assertThat(Strategy.PF.configure(TABLE).getColumnFamilies()[0].isPrefetchBlocksOnOpen())
        .isTrue();
    assertThat(Strategy.SS.configure(TABLE).getColumnFamilies()[0].isPrefetchBlocksOnOpen())
        .isFalse();
  }

  @Test
  void controlIsTheOnlyStrategyWithoutACompaction() {
    assertThat(Strategy.values()).filteredOn(Strategy::isControl).containsExactly(Strategy.OFF);
    assertThat(Strategy.OFF.configure(TABLE)).isEqualTo(Strategy.SS.configure(TABLE));
    assertThat(Figure.values())
        .allSatisfy(figure -> assertThat(figure.strategies()).startsWith(Strategy.OFF));
  }

  @Test
  void namesAreFoundInAnyCase() {
    assertThat(Strategy.byName("off")).contains(Strategy.OFF);
    assertThat(Strategy.byName("tiw")).contains(Strategy.TIW);
    assertThat(Strategy.byName("none")).isEmpty();
  }
}
