// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.engine.InputsListener;
import io.lighter.engine.range.RangeLimits;
import io.lighter.regionserver.engine.EngineDelegate;
import io.lighter.regionserver.engine.OffloadingCompactionContext;
import io.lighter.regionserver.warmup.RoutedStoreFileManager;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The range engine underneath Lighter's, on the local disk, without a region server. */
class RangeDelegateTest {
  private static final int ROWS = 200;
  private static final long RANGE_BYTES = 16_000;

  /** Counts calls to {@link SmallRanges#compactionCommitted}, of any instance. */
  private static final AtomicInteger COMMITTED = new AtomicInteger();

  /** Counts calls to {@link SmallRanges#inputsReleased}, of any instance. */
  private static final AtomicInteger RELEASED = new AtomicInteger();

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Path folder;
  private HRegion region;

  /** Ranges that a few rows fill. */
  public static final class SmallRanges extends RangeStoreEngine {
    @Override
    protected RangeLimits limits(Configuration conf, HStore store) {
      return new RangeLimits(RANGE_BYTES, 0.1, RANGE_BYTES / 8, 3, 2, 2);
    }

    @Override
    public void compactionCommitted() {
      COMMITTED.incrementAndGet();
      super.compactionCommitted();
    }

    @Override
    public void inputsReleased() {
      RELEASED.incrementAndGet();
      super.inputsReleased();
    }
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void compactionsGoThroughLighterAndStatePlans() throws IOException {
    create("DEFAULT", 0);
    LocalRegion.fill(region, ROWS);
    HStore store = region.getStore(LocalRegion.FAMILY);

    assertThat(store.getStoreEngine()).isInstanceOf(OffloadingStoreEngine.class);
    assertThat(store.getStoreEngine().getStoreFileManager())
        .isInstanceOf(RoutedStoreFileManager.class);
    CompactionContext compaction = selectMajor(store);
    assertThat(compaction).isInstanceOf(OffloadingCompactionContext.class);
    assertThat(((OffloadingCompactionContext) compaction).plan().getRanges().getBoundaryCount())
        .isGreaterThan(1);
  }

  /** The delegate then asks HBase for the next compaction. */
  @Test
  void delegateLearnsOfCommittedCompactionsOnly() throws IOException {
    create("DEFAULT", 0);
    int before = COMMITTED.get();
    LocalRegion.fill(region, ROWS);
    assertThat(COMMITTED).hasValue(before);
    HStore store = region.getStore(LocalRegion.FAMILY);
    region.compact(selectMajor(store), store, NoLimitThroughputController.INSTANCE);
    assertThat(COMMITTED).hasValue(before + 1);
  }

  /** The delegate then archives inputs. */
  @Test
  void delegateLearnsOfCommitsAndOfWarmupsThatEnd() throws IOException {
    create("DEFAULT", 0);
    LocalRegion.fill(region, ROWS);
    HStore store = region.getStore(LocalRegion.FAMILY);
    int before = RELEASED.get();
    region.compact(selectMajor(store), store, NoLimitThroughputController.INSTANCE);
    assertThat(RELEASED).hasValue(before + 1);

    ((InputsListener) store.getStoreEngine()).inputsReleased(); // as StoreParts does
    assertThat(RELEASED).hasValue(before + 2);
  }

  /** Such as {@code hbase:meta}, if the site names the delegate for all tables. */
  @Test
  void storeWithTheOrderOfMetaHasTheDefaultEngineUnderneath() throws IOException {
    conf.setBoolean(HRegion.USE_META_CELL_COMPARATOR, true);
    create("DEFAULT", 0);
    var engine = (OffloadingStoreEngine) region.getStore(LocalRegion.FAMILY).getStoreEngine();
    assertThat(engine.engineUnderneath()).isEqualTo(DefaultStoreEngine.class.getName());
  }

  /** A subclass may be missing on compaction servers. */
  @Test
  void compactionServerUsesTheEngineThatTheDelegateNames() throws IOException {
    create("DEFAULT", 0);
    SmallRanges engine = new SmallRanges();

    assertThat(EngineDelegate.isOffloadable(engine, new Configuration(false))).isTrue();
    assertThat(EngineDelegate.offloadedPlans(engine).compactingEngine())
        .isEqualTo(RangeStoreEngine.class.getName());
    assertThat(EngineDelegate.hasSeveralOutputs(engine)).isTrue();
    assertThat(EngineDelegate.offloadedPlans(new DefaultStoreEngine()).compactingEngine())
        .isEqualTo(DefaultStoreEngine.class.getName());
    assertThat(EngineDelegate.hasSeveralOutputs(new DefaultStoreEngine())).isFalse();
    assertThat(EngineDelegate.hasSeveralOutputs(new StripeStoreEngine())).isTrue();
    assertThat(EngineDelegate.hasSeveralOutputs(new DateTieredStoreEngine())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void crashAfterEachOutputChangesNoRead(String tracker) throws IOException {
    int outputs = Integer.MAX_VALUE;
    for (int moved = 0; moved <= outputs; moved++) {
      if (region != null) {
        HBaseTestingUtility.closeRegionAndWAL(region);
      }
      create(tracker, moved);
      LocalRegion.fill(region, ROWS);
      List<String> visible = Snapshots.visible(region);
      HStore store = region.getStore(LocalRegion.FAMILY);
      long highest = store.getMaxSequenceId().orElseThrow();

      List<Path> written = selectMajor(store).compact(NoLimitThroughputController.INSTANCE, null);
      outputs = written.size();
      assertThat(outputs).isGreaterThan(2);
      StoreCommits.commit(store.getStoreEngine(), written.subList(0, moved));
      openAgain();

      assertThat(Snapshots.visible(region)).as("after %d moves", moved).isEqualTo(visible);
      store = region.getStore(LocalRegion.FAMILY);
      assertThat(store.getMaxSequenceId()).hasValue(highest);
      for (int jobs = 0; store.needsCompaction(); jobs++) {
        assertThat(jobs).isLessThan(100);
        region.compact(select(store), store, NoLimitThroughputController.INSTANCE);
      }
      assertThat(Snapshots.visible(region)).as("%d moves, compacted", moved).isEqualTo(visible);
    }
  }

  private static CompactionContext selectMajor(HStore store) throws IOException {
    store.triggerMajorCompaction();
    return select(store);
  }

  private static CompactionContext select(HStore store) throws IOException {
    return store
        .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
        .orElseThrow();
  }

  private void create(String tracker, int round) throws IOException {
    conf.setLong("hbase.hregion.majorcompaction", 0);
    folder = new Path(util.getDataTestDir(), tracker + round);
    region =
        LocalRegion.create(
            conf,
            folder,
            LocalRegion.table("ranges", OffloadingStoreEngine.class)
                .setValue(LighterOption.ENGINE_DELEGATE.key(), SmallRanges.class.getName())
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
                .build());
  }

  private void openAgain() throws IOException {
    region = LocalRegion.openAgain(conf, folder, region);
  }
}
