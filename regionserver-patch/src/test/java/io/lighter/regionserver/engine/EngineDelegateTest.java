// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Ranges;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.MetaCellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.ForestStoreEngine;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.RangeStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.regionserver.TieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineDelegateTest {
  private static final String KEY = "lighter.engine.delegate";

  @Test
  void defaultEngineIsUnderneathUnlessTheTableNamesAnother() throws Exception {
    assertThat(engineOf(new Configuration(false))).isEqualTo(DefaultStoreEngine.class.getName());
    assertThat(
            engineOf(
                new CompoundConfiguration()
                    .addStringMap(
                        Map.of(
                            KEY,
                            StripeStoreEngine.class.getName(),
                            StoreEngine.STORE_ENGINE_CLASS_KEY,
                            OffloadingStoreEngine.class.getName()))))
        .isEqualTo(StripeStoreEngine.class.getName());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no.such.Engine",
        "java.lang.String",
        "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine"
      })
  void unknownEngineIsRejectedWithKeyValueAndAllowedValues(String name) {
    Configuration conf = new Configuration(false);
    conf.set(KEY, name);

    assertThatThrownBy(() -> engineOf(conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(KEY)
        .hasMessageContaining("'" + name + "'")
        .hasMessageContaining("table=t")
        .hasMessageContaining(DefaultStoreEngine.class.getName());
  }

  /** A site names the engine for all tables: a wrong name or engine must not stop the cluster. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "no.such.Engine",
        "org.apache.hadoop.hbase.regionserver.RangeStoreEngine",
        "org.apache.hadoop.hbase.regionserver.StripeStoreEngine"
      })
  void storesOfHBaseHaveTheDefaultEngineUnderneath(String name) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(KEY, name);

    assertThat(engineOf(conf, TableName.META_TABLE_NAME, MetaCellComparator.META_COMPARATOR))
        .isEqualTo(DefaultStoreEngine.class.getName());
    assertThat(engineOf(conf, TableName.valueOf("hbase:acl"), CellComparatorImpl.COMPARATOR))
        .isEqualTo(DefaultStoreEngine.class.getName());
    assertThat(engineOf(conf, TableName.valueOf("t"), MetaCellComparator.META_COMPARATOR))
        .isEqualTo(DefaultStoreEngine.class.getName());
  }

  @Test
  void onlyDataTieringAndHistoricalFilesMakeAKnownEngineLocal() {
    assertThat(isOffloadable("hbase.hstore.datatiering.type", "NONE")).isTrue();
    assertThat(isOffloadable("hbase.hstore.datatiering.type", "TIME_RANGE")).isFalse();
    assertThat(isOffloadable("hbase.enable.historical.compaction.files", "false")).isTrue();
    assertThat(isOffloadable("hbase.enable.historical.compaction.files", "true")).isFalse();
  }

  @Test
  void customEngineWithoutPlansCompactsLocally() {
    Configuration conf = new Configuration(false);

    assertThat(EngineDelegate.isOffloadable(new DefaultStoreEngine(), conf)).isTrue();
    assertThat(EngineDelegate.isOffloadable(new DefaultStoreEngine() {}, conf)).isFalse();
    assertThat(EngineDelegate.isOffloadable(new DateTieredStoreEngine() {}, conf)).isFalse();
    assertThat(EngineDelegate.isOffloadable(new ForestStoreEngine(), conf)).isTrue();
    assertThat(EngineDelegate.isOffloadable(new ForestStoreEngine() {}, conf)).isTrue();
    assertThat(EngineDelegate.isOffloadable(new TieredStoreEngine(), conf)).isTrue();
  }

  /** Such a class may be missing on compaction servers, or differ there. */
  @Test
  void customCompactorMakesItsEngineLocal() {
    Configuration conf = new Configuration(false);
    conf.set(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY, DefaultCompactor.class.getName());
    assertThat(EngineDelegate.isOffloadable(new DefaultStoreEngine(), conf)).isTrue();

    conf.set(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY, "their.Compactor");
    assertThat(EngineDelegate.isOffloadable(new DefaultStoreEngine(), conf)).isFalse();
    assertThat(EngineDelegate.isOffloadable(new DateTieredStoreEngine(), conf)).isTrue();
  }

  @Test
  void engineTellsWhichOutputsAreCachedWhole() {
    CompactionPlan plan = CompactionPlan.newBuilder().setRanges(Ranges.newBuilder()).build();
    RangeStoreEngine engine =
        new RangeStoreEngine() {
          @Override
          public boolean isCachedLikeAFlush(CompactionPlan asked, long inputBytes) {
            return asked.equals(plan) && inputBytes == 7;
          }
        };

    assertThat(EngineDelegate.offloadedPlans(engine).isCachedLikeAFlush(plan, 7)).isTrue();
    assertThat(EngineDelegate.offloadedPlans(engine).isCachedLikeAFlush(plan, 8)).isFalse();
    for (StoreEngine<?, ?, ?, ?> other :
        List.of(new ForestStoreEngine(), new DefaultStoreEngine())) {
      assertThat(EngineDelegate.offloadedPlans(other).isCachedLikeAFlush(plan, 7)).isFalse();
    }
  }

  private static boolean isOffloadable(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    return EngineDelegate.isOffloadable(new DateTieredStoreEngine(), conf);
  }

  private static String engineOf(Configuration conf) throws IOException {
    return engineOf(conf, TableName.valueOf("t"), CellComparatorImpl.COMPARATOR);
  }

  private static String engineOf(Configuration conf, TableName table, CellComparator cells)
      throws IOException {
    return EngineDelegate.configuration(
            conf, OffloadingStoreEngine.class, "table=t family=f", table, cells)
        .get(StoreEngine.STORE_ENGINE_CLASS_KEY);
  }
}
