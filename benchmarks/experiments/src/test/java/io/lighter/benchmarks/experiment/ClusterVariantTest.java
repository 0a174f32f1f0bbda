// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.ClassPaths;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.isolation.IsolationProfile;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheFactory;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.regionserver.throttle.PressureAwareCompactionThroughputController;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterVariantTest {
  private static final long MIB = 1L << 20;
  private static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .build();

  @Test
  void defaultVariantAddsNothing() {
    LocalClusterSettings usual =
        build(ExperimentCluster.settings(IsolationProfile.SSD, 100 * MIB, 1.5, step -> {}));
    LocalClusterSettings variant = settings(ClusterVariant.DEFAULT, 100 * MIB);

    assertThat(variant.roleSite()).isEqualTo(usual.roleSite());
    assertThat(variant.site()).isEqualTo(usual.site());
    assertThat(variant.heap()).isEqualTo(usual.heap());
    assertThat(variant.jvmOptions()).isEqualTo(usual.jvmOptions());
    assertThat(variant.jvmOptions().get(Role.REGION_SERVER)).contains("-Xms1024m");
    assertThat(variant.regionServers()).isEqualTo(1);
    assertThat(variant.compactionServers()).isEqualTo(1);
    for (Strategy strategy : Strategy.values()) {
      assertThat(ClusterVariant.DEFAULT.configure(strategy, TABLE))
          .isEqualTo(strategy.configure(TABLE));
    }
  }

  @ParameterizedTest
  @CsvSource({"THROTTLED_10,10485760", "THROTTLED_20,20971520"})
  void throttledVariantsLowerAllBoundsOfTheRegionServer(ClusterVariant variant, String bytes) {
    LocalClusterSettings settings = settings(variant, 100 * MIB);

    assertThat(settings.roleSite().get(Role.REGION_SERVER))
        .containsEntry("hbase.hstore.compaction.throughput.lower.bound", bytes)
        .containsEntry("hbase.hstore.compaction.throughput.higher.bound", bytes)
        .containsEntry("hbase.hstore.compaction.throughput.offpeak", bytes);
    assertThat(settings.roleSite().get(Role.COMPACTION_SERVER).keySet())
        .noneMatch(key -> key.contains("throughput"));
    assertThat(settings.site().keySet()).noneMatch(key -> key.contains("throughput"));
    PressureAwareCompactionThroughputController controller =
        new PressureAwareCompactionThroughputController();
    controller.setConf(configuration(settings));
    assertThat(controller.getMaxThroughput()).isEqualTo(Double.parseDouble(bytes));
  }

  @Test
  void walVolumesChangeThePlaceOfTheLogAndNothingElse() {
    LocalClusterSettings usual = settings(ClusterVariant.DEFAULT, 100 * MIB);
    LocalClusterSettings variant = settings(ClusterVariant.WAL_VOLUMES, 100 * MIB);

    assertThat(variant.walVolumes()).isTrue();
    assertThat(usual.walVolumes()).isFalse();
    assertThat(variant.roleSite().get(Role.REGION_SERVER))
        .containsAllEntriesOf(usual.roleSite().get(Role.REGION_SERVER))
        .containsEntry("hbase.wal.storage.policy", "ALL_SSD")
        .hasSize(usual.roleSite().get(Role.REGION_SERVER).size() + 1);
    assertThat(variant.site()).isEqualTo(usual.site());
    assertThat(ClusterVariant.WAL_VOLUMES.strategies()).containsExactly(Strategy.values());
  }

  @Test
  void bucketCacheTakesItsMemoryFromTheHeap() {
    LocalClusterSettings settings = settings(ClusterVariant.BUCKET, 1000 * MIB);

    assertThat(settings.roleSite().get(Role.REGION_SERVER))
        .containsEntry("hbase.bucketcache.ioengine", "offheap")
        .containsEntry("hbase.bucketcache.size", "1529")
        .containsEntry("hfile.block.cache.size", "0.05");
    assertThat(settings.heap()).containsEntry(Role.REGION_SERVER, "3000m");
    assertThat(settings.jvmOptions().get(Role.REGION_SERVER))
        .contains("-Xms3000m", "-XX:MaxDirectMemorySize=2041m");
  }

  @Test
  void bucketCacheHasRoomForLittleData() {
    long data = 3 * MIB;
    LocalClusterSettings settings = settings(ClusterVariant.BUCKET, data);
    assertThat(settings.heap()).containsEntry(Role.REGION_SERVER, "1024m");

    BlockCache cache = BlockCacheFactory.createBlockCache(configuration(settings));

    try {
      assertThat(cache).isInstanceOf(CombinedBlockCache.class);
      assertThat(cache.getBlockCaches()[1].getMaxSize()).isGreaterThan(data * 3 / 2);
    } finally {
      cache.shutdown();
    }
  }

  @Test
  void dischargerRunsEveryTenSeconds() {
    assertThat(settings(ClusterVariant.DISCHARGER_10, MIB).roleSite().get(Role.REGION_SERVER))
        .containsEntry("hbase.hfile.compaction.discharger.interval", "10000");
  }

  @Test
  void pacedCompactionServersHaveOneSettingMore() {
    assertThat(settings(ClusterVariant.PACED, MIB).roleSite().get(Role.COMPACTION_SERVER))
        .containsEntry("lighter.server.pacing.enabled", "true");
    assertThat(ClusterVariant.PACED.strategies()).doesNotContain(Strategy.SS, Strategy.OFF);
  }

  @Test
  void syncedOutputsAreASettingOfCompactionServers() {
    assertThat(settings(ClusterVariant.SYNCED, MIB).roleSite().get(Role.COMPACTION_SERVER))
        .containsEntry("lighter.server.output.sync", "8MB");
    assertThat(ClusterVariant.SYNCED.strategies()).doesNotContain(Strategy.SS, Strategy.OFF);
  }

  @Test
  void secondRegionServerReplacesTheCompactionServer() {
    LocalClusterSettings settings = settings(ClusterVariant.TWO_REGION_SERVERS, 100 * MIB);

    assertThat(settings.regionServers()).isEqualTo(2);
    assertThat(settings.managers() + settings.compactionServers()).isZero();
    assertThat(settings.isolation().regionServersAsCompactionServers()).isTrue();
    YcsbRows rows = new YcsbRows(1_000);
    assertThat(rows.splits(ClusterVariant.TWO_REGION_SERVERS.regions()))
        .hasDimensions(1, rows.splits(2)[0].length);
    assertThat(rows.splits(ClusterVariant.DEFAULT.regions())).isEmpty();
  }

  @Test
  void stripesAreHBasesOrUnderTheEngineOfLighter() {
    TableDescriptor stock = ClusterVariant.STRIPES.configure(Strategy.SS, TABLE);
    TableDescriptor offloaded = ClusterVariant.STRIPES.configure(Strategy.TIW, TABLE);

    assertThat(stock.getValue("hbase.hstore.engine.class")).endsWith(".StripeStoreEngine");
    assertThat(stock.getValue("lighter.engine.delegate")).isNull();
    assertThat(offloaded.getValue("hbase.hstore.engine.class")).endsWith(".OffloadingStoreEngine");
    assertThat(offloaded.getValue("lighter.engine.delegate")).endsWith(".StripeStoreEngine");
    assertThat(offloaded.getValue("lighter.warmup.strategy")).isEqualTo("throttled");
    for (TableDescriptor table : List.of(stock, offloaded)) {
      assertThat(Stripes.areIn(table)).isTrue();
      assertThat(table.getValue("hbase.store.stripe.initialStripeCount")).isEqualTo("3");
      assertThat(table.getValue("hbase.store.stripe.compaction.flushToL0")).isEqualTo("true");
      assertThat(table.getValue("hbase.store.stripe.compaction.minFilesL0"))
          .as("the loader's files alone are not compacted, with those of a flush they are")
          .isEqualTo(Integer.toString(TableLoader.FILES + 1));
    }
    assertThat(Stripes.areIn(Strategy.TIW.configure(TABLE))).isFalse();
  }

  @Test
  void eachVariantHasTheStrategiesThatItChanges() {
    assertThat(ClusterVariant.THROTTLED_10.strategies())
        .containsExactly(Strategy.SS, Strategy.WTC)
        .isEqualTo(ClusterVariant.THROTTLED_20.strategies());
    assertThat(ClusterVariant.TWO_REGION_SERVERS.strategies())
        .containsExactly(Strategy.OFF, Strategy.SS, Strategy.WTC, Strategy.PF);
    assertThat(ClusterVariant.DISCHARGER_10.strategies())
        .hasSize(Strategy.values().length - 1)
        .doesNotContain(Strategy.OFF);
  }

  @ParameterizedTest
  @EnumSource(ClusterVariant.class)
  void variantGivesAReasonIfItLeavesStrategiesOut(ClusterVariant variant) {
    boolean complete = variant.strategies().size() == Strategy.values().length;

    assertThat(variant.reason().isEmpty()).isEqualTo(complete);
    assertThat(ClusterVariant.byLabel(variant.label().toUpperCase(Locale.ROOT))).contains(variant);
  }

  private static LocalClusterSettings settings(ClusterVariant variant, long dataBytes) {
    return build(
        ExperimentCluster.settings(
            IsolationProfile.SSD, dataBytes, new ClusterKind(1.5, variant), step -> {}));
  }

  private static LocalClusterSettings build(LocalClusterSettings.Builder cluster) {
    return cluster.classPaths(new ClassPaths("hbase", "plugin", "lighter")).build();
  }

  /** The configuration of a region server. */
  private static Configuration configuration(LocalClusterSettings settings) {
    Configuration conf = HBaseConfiguration.create();
    settings.site().forEach(conf::set);
    settings.roleSite().getOrDefault(Role.REGION_SERVER, Map.of()).forEach(conf::set);
    return conf;
  }
}
