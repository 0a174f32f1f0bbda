// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.DateTiered;
import io.lighter.engine.placement.TierFiles;
import io.lighter.regionserver.engine.EngineDelegate;
import io.lighter.regionserver.engine.OffloadingCompactionContext;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tiered engine underneath Lighter's, on the local disk, without a region server. */
class TieredDelegateTest {
  private static final int ROWS = 100;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Path folder;
  private HRegion region;

  @AfterEach
  void close() throws IOException {
    if (region != null) {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
    util.cleanupTestDir();
  }

  @Test
  void mergeIsADateTieredPlanWithOneWindowAndThePolicyOfItsTier() throws IOException {
    create("DEFAULT");
    write(1);
    write(2);

    CompactionContext compaction = LocalRegion.select(region);

    assertThat(compaction).isInstanceOf(OffloadingCompactionContext.class);
    assertThat(((OffloadingCompactionContext) compaction).plan())
        .isEqualTo(
            CompactionPlan.newBuilder()
                .setDateTiered(
                    DateTiered.newBuilder()
                        .addLowerBoundary(Long.MIN_VALUE)
                        .addPolicyBoundary(Long.MIN_VALUE)
                        .addPolicy(SmallLevels.SLOW))
                .build());
  }

  /** The audit of a region server finds tiered stores by their policy. */
  @Test
  void tiersOfTheEngineUnderneathAreFound() throws IOException {
    create("DEFAULT");
    write(1);
    write(2);
    region.compact(LocalRegion.select(region), store(), NoLimitThroughputController.INSTANCE);

    String output = store().getStorefiles().iterator().next().getPath().getName();
    assertThat(store().getStoreEngine().getCompactionPolicy())
        .isInstanceOfSatisfying(
            TieredCompactionPolicy.class,
            policy ->
                assertThat(policy.tiers().files())
                    .hasValueSatisfying(
                        files -> {
                          assertThat(files.areTiersKnown()).isTrue();
                          assertThat(files.files())
                              .extracting(TierFiles.TierFile::name)
                              .containsExactly(output);
                        }));
  }

  /** A compaction server of an older version has HBase's engine only. */
  @Test
  void compactionServerUsesHBasesDateTieredEngine() {
    SmallLevels engine = new SmallLevels();

    assertThat(EngineDelegate.isOffloadable(engine, new Configuration(false))).isTrue();
    assertThat(EngineDelegate.offloadedPlans(engine).compactingEngine())
        .isEqualTo(DateTieredStoreEngine.class.getName());
    assertThat(EngineDelegate.hasSeveralOutputs(engine)).isFalse();
  }

  /** What the operator's page says of a table that sets the class of a compaction policy. */
  @Test
  void policyOfTheTableKeepsHBasesDateTieredEngineFromStarting() throws IOException {
    create("DEFAULT");
    Configuration table = new Configuration(conf);
    table.set(StoreEngine.STORE_ENGINE_CLASS_KEY, DateTieredStoreEngine.class.getName());
    table.set(
        DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY,
        ExploringCompactionPolicy.class.getName());

    assertThatThrownBy(() -> StoreEngine.create(store(), table, CellComparator.getInstance()))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void mergesChangeNoReadAndSurviveAnOpening(String tracker) throws IOException {
    create(tracker);
    for (int flush = 0; flush < 5; flush++) {
      write(flush);
      List<String> visible = Snapshots.visible(region);
      while (store().needsCompaction()) {
        region.compact(LocalRegion.select(region), store(), NoLimitThroughputController.INSTANCE);
      }
      assertThat(Snapshots.visible(region)).isEqualTo(visible);
      region = LocalRegion.openAgain(conf, folder, region);
      assertThat(Snapshots.visible(region)).isEqualTo(visible);
    }
    assertThat(store().getStorefiles()).hasSizeLessThan(4);
  }

  private void write(int flush) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      if (row % 5 == flush) {
        LocalRegion.delete(region, row, flush);
      } else {
        LocalRegion.put(region, row, flush);
      }
    }
    region.flush(true);
  }

  private HStore store() {
    return region.getStore(LocalRegion.FAMILY);
  }

  private void create(String tracker) throws IOException {
    folder = new Path(util.getDataTestDir(), tracker);
    region =
        LocalRegion.create(
            conf,
            folder,
            LocalRegion.table("levels", OffloadingStoreEngine.class)
                .setValue(LighterOption.ENGINE_DELEGATE.key(), SmallLevels.class.getName())
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
                .build());
  }
}
