// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTest {
  private static final String PACKAGE = "org.apache.hadoop.hbase.regionserver.";
  private static final String ENGINE = "hbase.hstore.engine.class";
  private static final String POLICY = "hbase.hstore.defaultengine.compactionpolicy.class";
  private static final LoadPlan PLAN =
      LoadPlan.of(1, true, 1_000, 20, KeyOrder.RANDOM, Map.of("lighter.range.max.wide", "1"));

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"HDISK", "HSSD", "HTUNED", "HDATE", "K4", "K8", "K80", "TI", "TIO"})
  void allTablesFlushAtTheSameSizeAndCacheWhatTheyFlush(Engine engine) {
    TableDescriptor table = table(engine);

    assertThat(table.getMemStoreFlushSize()).isEqualTo(PLAN.flushBytes());
    assertThat(table.getMaxFileSize()).isEqualTo(2 * PLAN.bytes());
    assertThat(table.getColumnFamilies()).hasSize(1);
    assertThat(table.getColumnFamilies()[0].isCacheDataOnWrite()).isTrue();
    assertThat(table.isCompactionEnabled()).isEqualTo(engine != Engine.NM);
  }

  @Test
  void policiesAreBelowHBasesDefaultEngine() {
    for (Engine engine : new Engine[] {Engine.HD, Engine.SMA4, Engine.GEO2, Engine.RM}) {
      assertThat(table(engine).getValue(ENGINE)).isEqualTo(PACKAGE + "DefaultStoreEngine");
    }
    assertThat(table(Engine.HD).getValue(POLICY)).isNull();
    assertThat(table(Engine.SMA4).getValue(POLICY))
        .isEqualTo(PACKAGE + "compactions.SteppedMergePolicy");
    assertThat(table(Engine.SMA4).getValue("lighter.policy.k")).isEqualTo("4");
    assertThat(table(Engine.GEO2).getValue(POLICY))
        .isEqualTo(PACKAGE + "compactions.GeometricPolicy");
    assertThat(table(Engine.GEO2).getValue("lighter.policy.r")).isEqualTo("2");
    assertThat(table(Engine.RM).getValue("hbase.hstore.compaction.min")).isEqualTo("2");
  }

  @Test
  void stripesAreAsLargeAsRanges() {
    assertThat(table(Engine.HS).getValue(ENGINE)).isEqualTo(PACKAGE + "StripeStoreEngine");
    assertThat(table(Engine.HS).getValue("hbase.store.stripe.sizeToSplit"))
        .isEqualTo(table(Engine.RG).getValue("lighter.range.size"))
        .isEqualTo(Long.toString(PLAN.rangeBytes()));
  }

  @Test
  void rangeEngineIsAloneOrBelowLightersAndHasTheSettings() {
    TableDescriptor local = table(Engine.RG);
    TableDescriptor offloaded = table(Engine.RGO);

    assertThat(local.getValue(ENGINE)).isEqualTo(PACKAGE + "RangeStoreEngine");
    assertThat(offloaded.getValue(ENGINE)).isEqualTo(PACKAGE + "OffloadingStoreEngine");
    assertThat(offloaded.getValue("lighter.engine.delegate"))
        .isEqualTo(PACKAGE + "RangeStoreEngine");
    assertThat(offloaded.getValue("lighter.warmup.strategy")).isEqualTo("adaptive");
    assertThat(local.getValue("lighter.range.max.wide")).isEqualTo("1");
    assertThat(offloaded.getValue("lighter.range.max.wide")).isEqualTo("1");
    assertThat(table(Engine.HD).getValue("lighter.range.max.wide")).isNull();
  }

  @Test
  void forestIsAloneOrBelowLightersAndHasTheSettings() {
    LoadPlan plan =
        LoadPlan.unlimited(
            1,
            true,
            KeyOrder.RANDOM,
            Map.of("lighter.forest.fanout", "8", "lighter.range.max.wide", "1"));
    TableDescriptor local = Engine.FO.table(TableName.valueOf("t"), plan);
    TableDescriptor offloaded = Engine.FOO.table(TableName.valueOf("t"), plan);

    assertThat(local.getValue(ENGINE)).isEqualTo(PACKAGE + "ForestStoreEngine");
    assertThat(offloaded.getValue(ENGINE)).isEqualTo(PACKAGE + "OffloadingStoreEngine");
    assertThat(offloaded.getValue("lighter.engine.delegate"))
        .isEqualTo(PACKAGE + "ForestStoreEngine");
    for (TableDescriptor table : List.of(local, offloaded)) {
      assertThat(table.getValue("lighter.forest.sst.bytes")).isEqualTo("" + plan.sstBytes());
      assertThat(table.getValue("lighter.forest.fanout")).isEqualTo("8");
      assertThat(table.getValue("lighter.range.max.wide")).as("of another engine").isNull();
      assertThat(table.getValue("hbase.hstore.blockingStoreFiles")).isEqualTo("40");
    }
    TableDescriptor ranges = Engine.RG.table(TableName.valueOf("t"), plan);
    assertThat(ranges.getValue("lighter.range.max.wide")).isEqualTo("1");
    assertThat(ranges.getValue("lighter.forest.fanout")).as("of another engine").isNull();
  }

  @Test
  void forestWithPiecesHasATrackerThatListsThemInOneStep() {
    TableDescriptor pieces = table(Engine.FOP);
    assertThat(pieces.getValue(ENGINE)).isEqualTo(PACKAGE + "ForestStoreEngine");
    assertThat(pieces.getValue("hbase.store.file-tracker.impl")).isEqualTo("FILE");
    assertThat(pieces.getValue("lighter.forest.flush.pieces")).isEqualTo("4");
    assertThat(table(Engine.FO).getValue("lighter.forest.flush.pieces")).isNull();
  }

  @Test
  void dateTiersHaveWindowsOfATwentiethOfTheLoadAndTakeKeysInTheOrderOfTime() {
    assertThat(table(Engine.HT).getValue(ENGINE)).isEqualTo(PACKAGE + "DateTieredStoreEngine");
    assertThat(table(Engine.HT).getValue("hbase.hstore.compaction.date.tiered.base.window.millis"))
        .isEqualTo("" + PLAN.expected().toMillis() / 20);
    assertThat(Engine.HT.appliesTo(KeyOrder.RANDOM)).isFalse();
    assertThat(Engine.HT.appliesTo(KeyOrder.NEARLY_ASCENDING)).isTrue();
    assertThat(Engine.FO.appliesTo(KeyOrder.RANDOM)).isTrue();
  }

  @Test
  void offloadedEnginesHaveTheSameWarmUp() {
    assertThat(table(Engine.HDO).getValue(ENGINE)).isEqualTo(PACKAGE + "OffloadingStoreEngine");
    assertThat(table(Engine.HDO).getValue("lighter.warmup.strategy"))
        .isEqualTo(table(Engine.RGO).getValue("lighter.warmup.strategy"))
        .isEqualTo("adaptive");
  }

  @Test
  void settingsAreThoseOfTheTable() {
    assertThat(Engine.HS.settings(PLAN))
        .containsOnly(
            Map.entry(ENGINE, PACKAGE + "StripeStoreEngine"),
            Map.entry("hbase.store.stripe.sizeToSplit", Long.toString(PLAN.rangeBytes())),
            Map.entry("hbase.store.stripe.compaction.minFiles", "2"),
            Map.entry("hbase.hstore.blockingStoreFiles", "1000"),
            Map.entry("MEMSTORE_FLUSHSIZE", Long.toString(PLAN.flushBytes())),
            Map.entry("MAX_FILESIZE", Long.toString(2 * PLAN.bytes())));
  }

  /** The range engine takes a size for a mistake if a region has more than 4096 ranges. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.03, 0.25, 1, 10})
  void rangesOfAnyScaleAreNeitherFewNorManyInARegion(double scale) {
    LoadPlan plan = LoadPlan.of(scale, true, 1_000, 20, KeyOrder.RANDOM, Map.of());
    for (LoadPlan each : List.of(plan, plan.rehearsal(6))) {
      TableDescriptor table = Engine.RG.table(TableName.valueOf("t"), each);

      assertThat(table.getMaxFileSize() / each.rangeBytes()).isBetween(8L, 80L);
    }
  }

  private static TableDescriptor table(Engine engine) {
    return engine.table(TableName.valueOf("t"), PLAN);
  }
}
