// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MockRegionServerServices;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.GatedStoreEngine.Gate;
import org.apache.hadoop.hbase.regionserver.GatedStoreEngine.Stage;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table whose store-file tracker is changed, step by step, and whose region server dies around a
 * compaction's commit before or during the change. Regions are on the local disk. The test leaves a
 * dead region with its compaction thread at a gate, and opens the folder as another region.
 */
class MigratedTrackerTest {
  private static final int ROWS = 60;
  private static final String MIGRATION = "MIGRATION";
  private static final String SOURCE = "hbase.store.file-tracker.migration.src.impl";
  private static final String DESTINATION = "hbase.store.file-tracker.migration.dst.impl";

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final RegionInfo info =
      RegionInfoBuilder.newBuilder(
              LocalRegion.table("migrated", Object.class).build().getTableName())
          .build();
  private final List<WAL> logs = new ArrayList<>();
  private final List<Gate> gates = new ArrayList<>();
  private final List<CompletableFuture<Void>> compactions = new ArrayList<>();
  private Path root;

  @BeforeEach
  void createFolder() throws IOException {
    root = util.getDataTestDir("root");
    CommonFSUtils.setRootDir(conf, root);
    conf.setBoolean(MemStoreLAB.USEMSLAB_KEY, false); // a region server would create its chunks
    HRegionFileSystem.createRegionOnFileSystem(
        conf, root.getFileSystem(conf), CommonFSUtils.getTableDir(root, info.getTable()), info);
  }

  @AfterEach
  void close() throws Exception {
    gates.forEach(Gate::open);
    for (CompletableFuture<Void> compaction : compactions) {
      compaction.get(1, TimeUnit.MINUTES);
    }
    for (WAL log : logs) {
      log.close();
    }
    util.cleanupTestDir();
  }

  /** The moment at which the region server dies, in steps of the change. */
  enum Moment {
    BEFORE_THE_CHANGE,
    IN_THE_MIDDLE
  }

  static Stream<Arguments> crashes() {
    return Stream.of(Stage.FILES_IN_PLACE, Stage.AFTER_COMMIT)
        .flatMap(
            stage ->
                Stream.of(Moment.values())
                    .flatMap(
                        moment ->
                            Stream.of(
                                Arguments.of("FILE", "DEFAULT", moment, stage),
                                Arguments.of("DEFAULT", "FILE", moment, stage))));
  }

  @ParameterizedTest
  @MethodSource("crashes")
  void crashKeepsDeletedAndLiveRows(String from, String to, Moment moment, Stage stage)
      throws Exception {
    HRegion region = open(tracker(from));
    LocalRegion.fill(region, ROWS);
    if (moment == Moment.IN_THE_MIDDLE) {
      region = reopen(region, migration(from, to));
    }
    dieInCompaction(region, stage);
    if (moment == Moment.BEFORE_THE_CHANGE) {
      region = open(tracker(from));
      region = reopen(region, migration(from, to));
    } else {
      region = open(migration(from, to));
    }
    deleteEveryOtherRowAndForgetIt(region);
    List<String> expected = Snapshots.visible(region);

    region = reopen(region, tracker(to));

    assertThat(Snapshots.visible(region)).isEqualTo(expected).isNotEmpty();
    assertThat(filesInFolder(region)).isEqualTo(filesOf(region)).hasSize(1);
  }

  /** The steps after the crash follow each other without a compaction. */
  @ParameterizedTest
  @MethodSource("crashes")
  void regionOpensWithTheSameRowsAfterEachStep(String from, String to, Moment moment, Stage stage)
      throws Exception {
    HRegion region = open(tracker(from));
    LocalRegion.fill(region, ROWS);
    List<String> expected = Snapshots.visible(region);
    if (moment == Moment.IN_THE_MIDDLE) {
      region = reopen(region, migration(from, to));
    }
    dieInCompaction(region, stage);

    region = open(migration(from, to));
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    region = reopen(region, tracker(to));

    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(filesInFolder(region)).isEqualTo(filesOf(region));
  }

  /** The last step came while the region had no server, so no opening came in between. */
  @ParameterizedTest
  @CsvSource({
    "FILE, DEFAULT, FILES_IN_PLACE",
    "FILE, DEFAULT, AFTER_COMMIT",
    "DEFAULT, FILE, FILES_IN_PLACE",
    "DEFAULT, FILE, AFTER_COMMIT"
  })
  void regionIsFirstOpenedAfterTheLastStep(String from, String to, Stage stage) throws Exception {
    HRegion region = open(tracker(from));
    LocalRegion.fill(region, ROWS);
    List<String> expected = Snapshots.visible(region);
    region = reopen(region, migration(from, to));
    dieInCompaction(region, stage);

    region = open(tracker(to));
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    region = reopen(region, tracker(to));

    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(filesInFolder(region)).isEqualTo(filesOf(region));
  }

  /** Such an output lists no source for HBase (see {@link OrderedOutputs}). */
  @ParameterizedTest
  @CsvSource({"DATE_TIERED, FILE", "STRIPE, FILE", "DATE_TIERED, MIGRATION", "STRIPE, MIGRATION"})
  void earlierOutputThatWasMovedIsArchived(Engine engine, String tracker) throws Exception {
    TableDescriptor table = severalOutputs(engine, "FILE").build();
    HRegion region = open(table);
    RandomHistory history = new RandomHistory(new Random(7), region);
    for (int files = 0; files < 3; files++) {
      history.writeFile(120);
    }
    List<String> expected = Snapshots.visible(region);
    HStore store = region.getStores().get(0);
    List<Path> outputs = compaction(store).compact(NoLimitThroughputController.INSTANCE, null);
    assertThat(outputs).hasSizeGreaterThan(1);
    Path last = outputs.get(outputs.size() - 1);
    assertThat(region.getFilesystem().delete(last, false)).isTrue(); // not moved yet

    TableDescriptorBuilder next = severalOutputs(engine, tracker);
    if (tracker.equals(MIGRATION)) {
      next.setValue(SOURCE, "FILE").setValue(DESTINATION, "DEFAULT");
    }
    region = open(next.build());

    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    for (Path output : outputs) {
      assertThat(region.getFilesystem().exists(output)).isFalse();
    }
  }

  private static TableDescriptorBuilder severalOutputs(Engine engine, String tracker) {
    return TableDescriptorBuilder.newBuilder(
            new RandomSchema(new Random(7)).table(TableName.valueOf("migrated"), engine, tracker))
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
  }

  /** A read-only region, since HBase does not empty {@code .tmp} of that one. */
  @Test
  void openingRegionRemovesTheFencesOfEarlierOwners() throws Exception {
    HRegion region = open(tracker("DEFAULT"));
    Path fence = new Path(region.getRegionFileSystem().getTempDir(), "fence-of-an-earlier-owner");
    assertThat(region.getFilesystem().mkdirs(fence)).isTrue();

    region = reopen(region, table().setReadOnly(true).build());

    assertThat(region.getFilesystem().exists(fence)).isFalse();
  }

  /** A table was changed to FILE by mistake, at once: all its data is beside an empty list. */
  @Test
  void filesWithoutEvidenceStayInTheFolder() throws Exception {
    HRegion region = open(tracker("DEFAULT"));
    LocalRegion.fill(region, ROWS);
    List<String> expected = Snapshots.visible(region);
    region = reopen(region, tracker("FILE"));
    LocalRegion.put(region, ROWS, 5);
    region.flush(true);
    region = reopen(region, tracker("FILE"));
    region = reopen(region, migration("FILE", "DEFAULT"));

    region = reopen(region, tracker("DEFAULT"));

    assertThat(Snapshots.visible(region)).containsAll(expected).hasSizeGreaterThan(expected.size());
  }

  /** HBase opens and closes a region elsewhere before it moves it; the move may fail. */
  @ParameterizedTest
  @CsvSource({"DEFAULT, FILE", "FILE, DEFAULT"})
  void regionOpenedToCacheMetadataDoesNotWriteTheNewList(String from, String to) throws Exception {
    HRegion region = open(tracker(from));
    LocalRegion.fill(region, ROWS);
    region = reopen(region, migration(from, to));
    List<String> before = Snapshots.visible(region);

    HRegion.warmupHRegion(info, migration(from, to), newLog(conf), conf, new Owner(conf), null);
    LocalRegion.put(region, ROWS, 5);
    region.flush(true);
    List<String> expected = Snapshots.visible(region);
    assertThat(expected).hasSizeGreaterThan(before.size());

    region = reopen(region, tracker(to));
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  /**
   * A half-written file, as HBase leaves it where a flush or compaction writes into the store's
   * folder.
   */
  @Test
  void unreadableFileDoesNotPreventTheOpening() throws Exception {
    HRegion region = open(tracker("FILE"));
    LocalRegion.fill(region, ROWS);
    List<String> expected = Snapshots.visible(region);
    Path broken =
        new Path(region.getRegionFileSystem().getStoreDir("f"), "0123456789abcdef0123456789abcdef");
    try (FSDataOutputStream out = region.getFilesystem().create(broken)) {
      out.writeUTF("half a file");
    }

    region = reopen(region, tracker("FILE"));

    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(region.getFilesystem().exists(broken)).isTrue();
  }

  /** HBase's cleaner of broken files does not look into folders. */
  @Test
  void unfinishedOutputWithAStoragePolicyGoesWhenTheOwnerOpensTheStore() throws Exception {
    HRegion region = open(tracker("FILE"));
    LocalRegion.fill(region, ROWS);
    List<String> expected = Snapshots.visible(region);
    Path unfinished =
        new Path(
            region.getRegionFileSystem().getStoreDir("f"),
            "storage_policy_COLD/0123456789abcdef0123456789abcdef");
    FileSystem fs = region.getFilesystem();
    fs.create(unfinished).close();

    HRegion.warmupHRegion(info, tracker("FILE"), newLog(conf), conf, new Owner(conf), null);
    assertThat(fs.exists(unfinished)).as("the owner may still write it").isTrue();

    region = reopen(region, tracker("FILE"));
    assertThat(fs.exists(unfinished)).isFalse();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FILE", "MIGRATION"})
  void regionDoesNotOpenWhileALeftoverCannotBeArchived(String tracker) throws Exception {
    HRegion region = open(tracker("FILE"));
    LocalRegion.fill(region, ROWS);
    List<String> expected = Snapshots.visible(region);
    dieInCompaction(region, Stage.AFTER_COMMIT);
    Path archive = new Path(root, HConstants.HFILE_ARCHIVE_DIRECTORY);
    FileSystem fs = region.getFilesystem();
    fs.delete(archive, true);
    fs.create(archive).close(); // blocks the creation of the folder
    TableDescriptor table =
        tracker.equals(MIGRATION) ? migration("FILE", "DEFAULT") : tracker(tracker);

    assertThatThrownBy(() -> open(table)).isInstanceOf(IOException.class);
    fs.delete(archive, false);

    region = open(table);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(filesInFolder(region)).isEqualTo(filesOf(region)).hasSize(1);
  }

  private void dieInCompaction(HRegion region, Stage stage) throws Exception {
    Gate gate = Gate.close(stage);
    gates.add(gate);
    compactions.add(
        CompletableFuture.runAsync(
            () -> {
              try {
                compact(region);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }));
    assertThat(gate.awaitReached()).isTrue();
    assertThat(filesInFolder(region)).hasSize(4);
  }

  private static void compact(HRegion region) throws IOException {
    HStore store = region.getStore(LocalRegion.FAMILY);
    region.compact(compaction(store), store, NoLimitThroughputController.INSTANCE);
  }

  private static CompactionContext compaction(HStore store) throws IOException {
    store.triggerMajorCompaction();
    return store
        .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
        .orElseThrow();
  }

  private static void deleteEveryOtherRowAndForgetIt(HRegion region) throws IOException {
    for (int row = 0; row < ROWS; row += 2) {
      LocalRegion.delete(region, row, 10);
    }
    region.flush(true);
    compact(region);
    region.getStore(LocalRegion.FAMILY).closeAndArchiveCompactedFiles();
    assertThat(filesOf(region)).hasSize(1);
  }

  private HRegion reopen(HRegion region, TableDescriptor table) throws IOException {
    region.close();
    return open(table);
  }

  private HRegion open(TableDescriptor table) throws IOException {
    Configuration site = new Configuration(conf);
    return HRegion.openHRegion(
        site, root.getFileSystem(site), root, info, table, newLog(site), new Owner(site), null);
  }

  private WAL newLog(Configuration site) throws IOException {
    WAL log = HBaseTestingUtility.createWal(site, new Path(root, "log" + logs.size()), info);
    logs.add(log);
    return log;
  }

  /**
   * A region server without ZooKeeper: its stores' compactions are local, and no warm-up starts.
   */
  private static final class Owner extends MockRegionServerServices {
    Owner(Configuration site) {
      super(site);
    }

    @Override
    public ServerName getServerName() {
      return ServerName.valueOf("localhost", 1, 1);
    }
  }

  private static TableDescriptor tracker(String name) {
    return table().setValue(StoreFileTrackerFactory.TRACKER_IMPL, name).build();
  }

  private static TableDescriptor migration(String from, String to) {
    return table()
        .setValue(StoreFileTrackerFactory.TRACKER_IMPL, MIGRATION)
        .setValue(SOURCE, from)
        .setValue(DESTINATION, to)
        .build();
  }

  private static TableDescriptorBuilder table() {
    return LocalRegion.table("migrated", GatedStoreEngine.class);
  }

  private static List<String> filesInFolder(HRegion region) throws IOException {
    Path folder = region.getRegionFileSystem().getStoreDir("f");
    return Stream.of(region.getFilesystem().listStatus(folder))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .sorted()
        .toList();
  }

  private static List<String> filesOf(HRegion region) {
    return region.getStore(LocalRegion.FAMILY).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .sorted()
        .toList();
  }
}
