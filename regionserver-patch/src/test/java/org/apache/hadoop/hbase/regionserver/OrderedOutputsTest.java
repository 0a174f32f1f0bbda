// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A region server dies when HBase has moved some, but not all, outputs of a compaction to the
 * store's folder. Schemas and histories are random; {@code -Dlighter.test.seed=S} and {@code
 * -Dlighter.test.rounds=N} as in {@link OffloadEquivalenceIT}.
 */
class OrderedOutputsTest {
  private static final long FIRST_SEED = 1;
  private static final int DEFAULT_ROUNDS = 2;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final List<HRegion> opened = new ArrayList<>();
  private FileSystem fs;
  private HRegion region;

  @BeforeEach
  void stopTheClock() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(System.currentTimeMillis());
    EnvironmentEdgeManager.injectEdge(clock);
    fs = FileSystem.getLocal(conf);
  }

  @AfterEach
  void close() throws IOException {
    for (HRegion each : opened) {
      each.close(true);
    }
    HBaseTestingUtility.closeRegionAndWAL(region);
    EnvironmentEdgeManager.reset();
    util.cleanupTestDir();
  }

  static Stream<Arguments> schemas() {
    long first = Long.getLong("lighter.test.seed", FIRST_SEED);
    long end = first + Integer.getInteger("lighter.test.rounds", DEFAULT_ROUNDS);
    List<Arguments> schemas = new ArrayList<>();
    for (Engine engine : List.of(Engine.DATE_TIERED, Engine.STRIPE)) {
      for (String tracker : List.of("DEFAULT", "FILE")) {
        for (long seed = first; seed < end; seed++) {
          schemas.add(Arguments.of(engine, tracker, seed, false));
          if (engine == Engine.STRIPE) {
            schemas.add(Arguments.of(engine, tracker, seed, true));
          }
        }
      }
    }
    return schemas.stream();
  }

  /**
   * @param intoStripes whether the compaction has files without a stripe, and stripes to write them
   *     to: HBase has another writer for them ({@code BoundaryMultiWriter})
   */
  @ParameterizedTest
  @MethodSource("schemas")
  void crashBetweenTheMovesChangesNoRead(
      Engine engine, String tracker, long seed, boolean intoStripes) throws IOException {
    Random random = new Random(seed);
    TableDescriptor table = table(random, engine, tracker);
    region = create(table, OffloadingStoreEngine.class.getName());
    RandomHistory history = new RandomHistory(random, region);
    writeFiles(history);
    if (intoStripes) {
      for (HStore store : region.getStores()) {
        region.compact(select(store), store, NoLimitThroughputController.INSTANCE);
        store.closeAndArchiveCompactedFiles();
      }
      writeFiles(history);
    }
    if (random.nextBoolean()) {
      RandomHistory.makeOld(region.getStores().get(0));
    }
    List<String> visible = Snapshots.visible(region);
    Path inputs = copyOf(root(), "inputs");
    List<Path> outputs =
        select(region.getStores().get(0)).compact(NoLimitThroughputController.INSTANCE, null);
    assertThat(outputs).hasSizeGreaterThan(1);

    for (int moved = 0; moved < outputs.size(); moved++) {
      HRegion survivor = open(copyOf(inputs, "moved-" + moved), outputs.subList(0, moved));
      assertThat(Snapshots.visible(survivor)).as("after %d moves", moved).isEqualTo(visible);
      history(survivor, seed).writeFile(40);
    }
    List<String> later = Snapshots.visible(opened.get(0));
    for (HRegion survivor : opened) {
      assertThat(Snapshots.visible(survivor)).isEqualTo(later);
      for (HStore store : survivor.getStores()) {
        CompactionContext context = select(store);
        survivor.compact(context, store, NoLimitThroughputController.INSTANCE);
      }
    }
    if (compactsAlike(engine)) {
      later = Snapshots.visible(opened.get(0));
      for (HRegion survivor : opened) {
        assertThat(Snapshots.visible(survivor)).isEqualTo(later);
      }
    }
  }

  /** HBase alone. If the test fails, HBase has fixed its bug. */
  @ParameterizedTest
  @EnumSource(names = {"DATE_TIERED", "STRIPE"})
  void crashAfterTheFirstMoveLosesCellsOfHBase(Engine engine) throws IOException {
    Random random = new Random(FIRST_SEED);
    TableDescriptor table = table(random, engine, "DEFAULT");
    region = create(table, table.getValue(LighterOption.ENGINE_DELEGATE.key()));
    writeFiles(new RandomHistory(random, region));
    List<String> visible = Snapshots.visible(region);
    Path inputs = copyOf(root(), "inputs");
    List<Path> outputs =
        select(region.getStores().get(0)).compact(NoLimitThroughputController.INSTANCE, null);
    assertThat(outputs).hasSizeGreaterThan(1);

    HRegion survivor = open(inputs, outputs.subList(0, 1));

    assertThat(Snapshots.visible(survivor)).hasSizeLessThan(visible.size());
  }

  /** A region that opens skips the edits of its log up to the highest id of the store's files. */
  @ParameterizedTest
  @ValueSource(classes = {StripeStoreEngine.class, OffloadingStoreEngine.class})
  void flushThatWasMovedInPartIsReplayedUnlessHBaseIsAlone(Class<?> engine) throws IOException {
    TableDescriptorBuilder table = LocalRegion.table("flush", engine);
    Engine.STRIPE.configure(table);
    region =
        create(
            table.setValue(StripeStoreConfig.FLUSH_TO_L0_KEY, "false").build(), engine.getName());
    for (int row = 0; row < 20; row++) {
      LocalRegion.put(region, row, 1);
    }
    long newestEdit = region.getMVCC().getReadPoint();
    Path empty = copyOf(root(), "empty");
    region.flush(true);
    List<Path> flushed =
        region.getStores().get(0).getStorefiles().stream()
            .map(HStoreFile::getPath)
            .sorted()
            .toList();
    assertThat(flushed).hasSize(2);

    List<Long> replayedFrom = new ArrayList<>();
    for (int file = 0; file < flushed.size(); file++) {
      HRegion survivor = open(copyOf(empty, "file-" + file), flushed.subList(file, file + 1));
      replayedFrom.add(survivor.getStores().get(0).getMaxSequenceId().orElseThrow());
    }

    assertThat(Collections.max(replayedFrom)).isGreaterThanOrEqualTo(newestEdit);
    if (engine == OffloadingStoreEngine.class) {
      assertThat(Collections.min(replayedFrom)).as("first file").isZero();
    } else {
      assertThat(Collections.min(replayedFrom)).isGreaterThanOrEqualTo(newestEdit);
    }
  }

  /** The output's list decides which files belong to the region, while the listed files exist. */
  @Test
  void expiredOutputStaysUntilItsSourcesAreArchived() throws IOException {
    region =
        LocalRegion.create(
            conf,
            util.getDataTestDir(),
            LocalRegion.table("moves", OffloadingStoreEngine.class).build());
    LocalRegion.fill(region, 20);
    region.compact(true);
    LocalRegion.change(region, 0, 20, 4);
    HStore store = region.getStore(LocalRegion.FAMILY);
    StoreFileManager files = store.getStoreEngine().getStoreFileManager();

    assertThat(files.getUnneededFiles(Long.MAX_VALUE, List.of())).isEmpty();

    store.closeAndArchiveCompactedFiles();
    assertThat(files.getUnneededFiles(Long.MAX_VALUE, List.of())).hasSize(1);
  }

  /**
   * Whether the visible cells after a compaction depend on the data alone. With the stripe engine
   * they depend on the selected files if the order of writes counts. HBase never tells that
   * engine's compactor that it has all files.
   */
  private boolean compactsAlike(Engine engine) {
    return engine == Engine.DATE_TIERED
        || Stream.of(region.getTableDescriptor().getColumnFamilies())
            .noneMatch(ColumnFamilyDescriptor::isNewVersionBehavior);
  }

  private static TableDescriptor table(Random random, Engine engine, String tracker) {
    return new RandomSchema(random).table(TableName.valueOf("moves"), engine, tracker);
  }

  private HRegion create(TableDescriptor table, String engine) throws IOException {
    return LocalRegion.create(
        conf,
        util.getDataTestDir(),
        TableDescriptorBuilder.newBuilder(table)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine)
            .build());
  }

  private static void writeFiles(RandomHistory history) throws IOException {
    for (int files = 3; files > 0; files--) {
      history.writeFile(120);
    }
  }

  private static RandomHistory history(HRegion region, long seed) {
    return new RandomHistory(new Random(seed), region);
  }

  /** Selects all files of a store. */
  private static CompactionContext select(HStore store) throws IOException {
    store.triggerMajorCompaction();
    return store
        .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
        .orElseThrow();
  }

  /** Root folder of the region's table. */
  private Path root() {
    return new Path(util.getDataTestDir(), region.getTableDescriptor().getTableName().toString());
  }

  private Path copyOf(Path root, String name) throws IOException {
    Path copy = new Path(util.getDataTestDir(), name);
    assertThat(FileUtil.copy(fs, root, fs, copy, false, conf)).isTrue();
    return copy;
  }

  /**
   * Opens the region as another region server does, with {@code moved} in the folder of the first
   * store.
   */
  private HRegion open(Path root, List<Path> moved) throws IOException {
    Configuration its = new Configuration(conf);
    CommonFSUtils.setRootDir(its, root);
    HRegionFileSystem folders =
        new HRegionFileSystem(
            its,
            fs,
            CommonFSUtils.getTableDir(root, region.getTableDescriptor().getTableName()),
            region.getRegionInfo());
    Path storeDir = folders.getStoreDir(region.getStores().get(0).getColumnFamilyName());
    for (Path file : moved) {
      assertThat(FileUtil.copy(fs, file, fs, new Path(storeDir, file.getName()), false, its))
          .isTrue();
    }
    HRegion again =
        HRegion.openHRegion(
            root, region.getRegionInfo(), region.getTableDescriptor(), region.getWAL(), its);
    opened.add(again);
    return again;
  }
}
