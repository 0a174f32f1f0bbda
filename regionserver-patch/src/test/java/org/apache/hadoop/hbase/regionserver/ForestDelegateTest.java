// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Trees;
import io.lighter.regionserver.engine.EngineDelegate;
import io.lighter.regionserver.engine.OffloadingCompactionContext;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forest engine underneath Lighter's, on the local disk, without a region server. */
class ForestDelegateTest {
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
  void compactionsGoThroughLighterAndStatePlans() throws IOException {
    create("DEFAULT", "plans");
    writeRound();

    CompactionContext compaction = LocalRegion.select(region);

    assertThat(compaction).isInstanceOf(OffloadingCompactionContext.class);
    Trees plan = ((OffloadingCompactionContext) compaction).plan().getTrees();
    assertThat(plan.getStage()).isEqualTo(2);
    assertThat(plan.getDropDeletes()).isEqualTo(compaction.getRequest().isAllFiles());
  }

  /** Lighter's engine opens the files, with flushes, compactions and when the region opens. */
  @Test
  void filesAreThoseOfTheEngineUnderneath() throws IOException {
    create("DEFAULT", "files");
    writeRound();
    assertThat(store().getStorefiles()).isNotEmpty().allMatch(ForestStoreFile.class::isInstance);
    region.compact(LocalRegion.select(region), store(), NoLimitThroughputController.INSTANCE);
    assertThat(store().getStorefiles()).isNotEmpty().allMatch(ForestStoreFile.class::isInstance);
    openAgain();
    assertThat(store().getStorefiles()).isNotEmpty().allMatch(ForestStoreFile.class::isInstance);
  }

  /** A subclass may be missing on compaction servers. */
  @Test
  void compactionServerUsesTheEngineThatTheDelegateNames() {
    SmallTrees engine = new SmallTrees();

    assertThat(EngineDelegate.isOffloadable(engine, new Configuration(false))).isTrue();
    assertThat(EngineDelegate.offloadedPlans(engine).compactingEngine())
        .isEqualTo(ForestStoreEngine.class.getName());
    assertThat(EngineDelegate.hasSeveralOutputs(engine)).isTrue();
  }

  /** A region server dies after each move of each cluster of a round, and between two clusters. */
  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void crashBetweenAnyTwoCommitsOfARoundChangesNoRead(String tracker) throws IOException {
    int cluster = 0;
    int moved = 0;
    int crashes = 0;
    while (true) {
      if (region != null) {
        HBaseTestingUtility.closeRegionAndWAL(region);
      }
      create(tracker, "cluster-%d-moved-%d".formatted(cluster, moved));
      writeRound();
      List<String> visible = Snapshots.visible(region);
      long highest = store().getMaxSequenceId().orElseThrow();
      for (int done = 0; done < cluster && store().needsCompaction(); done++) {
        region.compact(LocalRegion.select(region), store(), NoLimitThroughputController.INSTANCE);
      }
      if (!store().needsCompaction()) {
        break;
      }
      List<Path> outputs =
          LocalRegion.select(region).compact(NoLimitThroughputController.INSTANCE, null);
      StoreCommits.commit(store().getStoreEngine(), outputs.subList(0, moved));
      openAgain();

      String when = "%d clusters, %d of %d moves".formatted(cluster, moved, outputs.size());
      assertThat(Snapshots.visible(region)).as(when).isEqualTo(visible);
      assertThat(store().getMaxSequenceId()).as(when).hasValue(highest);
      while (store().needsCompaction()) {
        region.compact(LocalRegion.select(region), store(), NoLimitThroughputController.INSTANCE);
      }
      assertThat(Snapshots.visible(region)).as("%s, compacted", when).isEqualTo(visible);
      crashes++;
      cluster += moved == outputs.size() ? 1 : 0;
      moved = moved == outputs.size() ? 0 : moved + 1;
    }
    assertThat(cluster).as("clusters of the round").isEqualTo(2);
    assertThat(crashes).isGreaterThan(6);
  }

  /** Writes four trees with two clusters, between which is a gap. */
  private void writeRound() throws IOException {
    write(0, ROWS * 4 / 10, 1);
    write(ROWS / 10, ROWS / 2, 2);
    write(ROWS * 6 / 10, ROWS * 9 / 10, 3);
    write(ROWS * 7 / 10, ROWS, 4);
  }

  private void write(int from, int to, long time) throws IOException {
    for (int row = from; row < to; row++) {
      if (row % 3 == time % 3) {
        LocalRegion.delete(region, row, time);
      } else {
        LocalRegion.put(region, row, time);
      }
    }
    region.flush(true);
  }

  private HStore store() {
    return region.getStore(LocalRegion.FAMILY);
  }

  private void create(String tracker, String name) throws IOException {
    conf.setLong("hbase.hregion.majorcompaction", 0);
    folder = new Path(util.getDataTestDir(), name + tracker);
    region =
        LocalRegion.create(
            conf,
            folder,
            LocalRegion.table("trees", OffloadingStoreEngine.class)
                .modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(LocalRegion.FAMILY)
                        .setBlocksize(512)
                        .build())
                .setValue(LighterOption.ENGINE_DELEGATE.key(), SmallTrees.class.getName())
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
                .build());
  }

  private void openAgain() throws IOException {
    region = LocalRegion.openAgain(conf, folder, region);
  }
}
