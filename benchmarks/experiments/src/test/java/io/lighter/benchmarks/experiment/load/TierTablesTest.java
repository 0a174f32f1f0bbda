// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TierTablesTest {
  private static final String ENGINE = "hbase.hstore.engine.class";
  private static final String PACKAGE = "org.apache.hadoop.hbase.regionserver.";
  private static final LoadPlan PLAN =
      LoadPlan.tiers(1, true, Map.of("lighter.tiered.forecast", "false"));

  @ParameterizedTest
  @EnumSource(names = {"HDISK", "HSSD", "HTUNED", "HDATE", "K4", "K8", "K80", "TI", "TIO"})
  void noFlushIsHBasesAndNoDataBlockIsCached(Engine engine) {
    TableDescriptor table = table(engine);
    ColumnFamilyDescriptor family = table.getColumnFamilies()[0];

    assertThat(engine.isOnTypedVolumes()).isTrue();
    assertThat(table.getMemStoreFlushSize()).isGreaterThan(4 * PLAN.flushBytes());
    assertThat(table.getValue("hbase.hstore.blockingStoreFiles")).isEqualTo("1000");
    assertThat(family.isBlockCacheEnabled()).isFalse();
    assertThat(family.getBlocksize()).isEqualTo(8 << 10);
    assertThat(family.getStoragePolicy())
        .isEqualTo(
            switch (engine) {
              case HSSD, HDATE, TI, TIO -> "ALL_SSD";
              default -> "HOT";
            });
  }

  @Test
  void levelsCountFromTheFlushAndOnlyTiersHaveTwoPolicies() {
    assertThat(table(Engine.K4).getValue("lighter.tiered.tiers")).isEqualTo("*:4");
    assertThat(table(Engine.K8).getValue("lighter.tiered.tiers")).isEqualTo("*:8");
    assertThat(table(Engine.K80).getValue("lighter.tiered.tiers")).isEqualTo("*:80");
    assertThat(table(Engine.K80).getValue("io.storefile.bloom.error.rate")).isEqualTo("0.0025");
    assertThat(table(Engine.TI).getValue("lighter.tiered.tiers"))
        .isEqualTo("*:4:%d;HOT:4".formatted(40 * PLAN.flushBytes()))
        .isEqualTo(table(Engine.TIO).getValue("lighter.tiered.tiers"));
    for (Engine engine : new Engine[] {Engine.K4, Engine.K8, Engine.K80, Engine.TI, Engine.TIO}) {
      assertThat(table(engine).getValue("lighter.tiered.base")).isEqualTo("" + PLAN.flushBytes());
      assertThat(table(engine).getValue("lighter.tiered.forecast")).isEqualTo("false");
    }
    assertThat(table(Engine.HDISK).getValue("lighter.tiered.forecast")).isNull();
    assertThat(table(Engine.TI).getValue(ENGINE)).isEqualTo(PACKAGE + "TieredStoreEngine");
    assertThat(table(Engine.TIO).getValue("lighter.engine.delegate"))
        .isEqualTo(PACKAGE + "TieredStoreEngine");
  }

  @Test
  void levelsZeroAndOneFitIntoTheFastTierAndLevelTwoDoesNot() {
    long half = TierTables.fastBytes(PLAN) / 2;

    assertThat(20 * PLAN.flushBytes()).isLessThanOrEqualTo(half);
    assertThat(84 * PLAN.flushBytes()).isGreaterThan(half);
  }

  @Test
  void baselinesHaveTheirBestFreeSettings() {
    assertThat(table(Engine.HDISK).getValue("hbase.hstore.compaction.min.size"))
        .isEqualTo("" + PLAN.flushBytes())
        .isEqualTo(table(Engine.HSSD).getValue("hbase.hstore.compaction.min.size"));
    assertThat(table(Engine.HTUNED).getValue("hbase.hstore.compaction.max")).isEqualTo("4");
    assertThat(table(Engine.HTUNED).getValue("hbase.hstore.compaction.ratio")).isEqualTo("5");
    TableDescriptor date = table(Engine.HDATE);
    String dates = "hbase.hstore.compaction.date.tiered.";
    assertThat(date.getValue(ENGINE)).isEqualTo(PACKAGE + "DateTieredStoreEngine");
    assertThat(date.getValue(dates + "storage.policy.enable")).isEqualTo("true");
    assertThat(date.getValue(dates + "hot.window.storage.policy")).isEqualTo("ALL_SSD");
    assertThat(date.getValue(dates + "cold.window.storage.policy")).isEqualTo("HOT");
    assertThat(Long.parseLong(date.getValue(dates + "hot.window.age.millis")))
        .as("as many bytes as the fast tier has, 40 of 140 flushes")
        .isEqualTo(PLAN.expected().toMillis() * 40 / 140);
  }

  @Test
  void flushesWaitForMergesOfLevelsAndAsHBasesDefaultElsewhere() {
    assertThat(TierTables.mostFiles(Engine.K4, 140)).isEqualTo(5 + 4);
    assertThat(TierTables.mostFiles(Engine.K80, 140)).isEqualTo(61 + 80);
    assertThat(TierTables.mostFiles(Engine.HDISK, 140)).isEqualTo(16);
    assertThat(TierTables.mostFiles(Engine.HDATE, 140)).isEqualTo(60);
  }

  private static TableDescriptor table(Engine engine) {
    return engine.table(TableName.valueOf("t"), PLAN);
  }
}
