// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.ClaimedOutput;
import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.GatedServer;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.GatedStoreEngine.Gate;
import org.apache.hadoop.hbase.regionserver.GatedStoreEngine.Stage;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Offloaded compactions on a file system that promises no atomic renames: the outputs are written
 * into the family's folder, and nothing of a job that was given up stays there. Subclasses say
 * which file system.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FamilyFolderCases {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final String LEFT_OVER = "0123456789abcdef0123456789abcdef";

  /** Folder of the FILE tracker's list. */
  private static final String FILE_LIST = ".filelist";

  private OffloadCluster cluster;
  private GatedServer server;

  /**
   * Starts a cluster of two region servers, whose compaction server joins the group {@code
   * backstage}.
   *
   * @param site sets site options
   */
  abstract OffloadCluster start(Consumer<Configuration> site) throws Exception;

  @BeforeAll
  void startCluster() throws Exception {
    cluster =
        start(
            conf ->
                // Jobs may take half of this; the cleaners of these tests have no limit.
                conf.setLong(
                    BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_TTL,
                    Duration.ofHours(12).toMillis()));
    server = new GatedServer(cluster.conf(), cluster.compactionServer());
    cluster.awaitKnown(LighterOption.SERVER_GROUP.defaultValue(), server.serverName());
  }

  @AfterAll
  void stopCluster() throws Exception {
    if (server != null) {
      server.close();
    }
    try {
      if (cluster != null) {
        cluster.close();
      }
    } finally {
      stopStore();
    }
  }

  /** Stops what {@link #start} has started beside the cluster. */
  void stopStore() throws Exception {}

  @AfterEach
  void releaseJobs() {
    server.release();
  }

  OffloadCluster cluster() {
    return cluster;
  }

  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"DEFAULT", "STRIPE", "DATE_TIERED", "FOREST"})
  void offloadedOutputEqualsTheLocalOne(Engine engine) throws Exception {
    for (int round = 0; round < 3; round++) {
      Random random = new Random(engine.name().hashCode() * 100L + round);
      TableDescriptor table =
          new RandomSchema(random).table(cluster.newTableName("random"), engine, "FILE");
      HRegion region = cluster.create(table);
      RandomHistory history = new RandomHistory(random, region);
      for (int file = 0; file < 4; file++) {
        history.writeFile(60);
      }
      for (HStore store : region.getStores()) {
        OffloadEquivalenceIT.compactRepeatedly(store, random, round == 0, false);
      }
      assertClean(region);
    }
  }

  @Test
  void fileInTheFamilysFolderIsNoDataBeforeTheCommit() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    List<String> inputs = storeFileNames(region);
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());

    assertThat(filesOfFamily(region)).hasSize(inputs.size() + 1).containsAll(inputs);
    assertThat(claims(region)).hasSize(1);
    assertThat(storeFileNames(region)).isEqualTo(inputs);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);

    server.release();
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(storeFileNames(region)).hasSize(1);
    assertThat(claims(region)).isEmpty();
    assertSound(region, expected);
  }

  @Test
  void regionServerDiesWhileTheJobIsInFlight() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());

    HRegion reopened = cluster.killAndAwaitReopening(region);

    assertThat(filesOfFamily(reopened))
        .as("without a cleaner")
        .containsExactlyInAnyOrderElementsOf(storeFileNames(reopened));
    server.release();
    compaction.get(1, TimeUnit.MINUTES);
    assertSound(reopened, expected);
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"BEFORE_COMMIT", "FILES_IN_PLACE", "AFTER_COMMIT"})
  void regionServerDiesInTheMiddleOfTheCommit(Stage stage) throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    Gate gate = Gate.close(stage);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();

    HRegion reopened = cluster.killAndAwaitReopening(region);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    assertThat(filesOfFamily(reopened))
        .as("without a cleaner")
        .containsExactlyInAnyOrderElementsOf(storeFileNames(reopened));

    gate.open(); // the dead region server continues, as after a long pause
    compaction.get(1, TimeUnit.MINUTES);
    assertSound(reopened, expected);
  }

  @ParameterizedTest
  @CsvSource({"1, DATE_TIERED", "2, DATE_TIERED", "1, STRIPE", "2, FOREST"})
  void regionServerDiesBetweenTheCommitsOfSeveralOutputs(int commits, Engine engine)
      throws Exception {
    HRegion region = createWithData("FILE", engine);
    List<String> expected = Snapshots.visible(region);
    Gate gate = Gate.closeAfter(commits);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();

    HRegion reopened = cluster.killAndAwaitReopening(region);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);

    gate.open();
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    HRegion moved = cluster.move(reopened);
    assertThat(Snapshots.visible(moved)).isEqualTo(expected);
    assertClean(moved);
  }

  @Test
  void outputThatCannotBeCommittedIsDeleted() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    List<String> inputs = storeFileNames(region);
    Gate gate = Gate.close(Stage.BEFORE_COMMIT);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();
    for (String file : filesOfFamily(region)) {
      if (!inputs.contains(file)) {
        region.getFilesystem().create(inFamily(region, file), true).close();
      }
    }

    gate.open();

    assertThat(compaction).failsWithin(1, TimeUnit.MINUTES);
    assertThat(filesOfFamily(region)).containsExactlyInAnyOrderElementsOf(inputs);
    assertSound(region, expected);
  }

  /** The file has another length than the compaction server said. */
  @Test
  void refusedOutputIsDeletedAndTheCompactionIsLocal() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    List<String> inputs = storeFileNames(region);
    long local = OffloadCounters.local(LocalReason.BAD_OUTPUT);
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());
    List<String> outputs = filesOfFamily(region);
    outputs.removeAll(inputs);
    assertThat(outputs).hasSize(1);
    region.getFilesystem().create(inFamily(region, outputs.get(0)), true).close();

    server.release();
    compaction.get(1, TimeUnit.MINUTES);

    assertThat(OffloadCounters.local(LocalReason.BAD_OUTPUT)).isEqualTo(local + 1);
    assertThat(filesOfFamily(region)).doesNotContainAnyElementsOf(outputs);
    assertThat(claims(region)).isEmpty();
    assertSound(region, expected);
  }

  @Test
  void movedRegionCancelsItsJobAndNothingStays() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());

    HRegion moved = cluster.move(region);
    compaction.get(1, TimeUnit.MINUTES);

    assertThat(server.cancelled()).hasSize(1);
    assertThat(filesOfFamily(moved))
        .as("without a cleaner")
        .containsExactlyInAnyOrderElementsOf(storeFileNames(moved));
    server.release();
    assertSound(moved, expected);
  }

  /** The job may be anywhere between its first cell and its end. */
  @Test
  void jobThatIsCancelledWhileItWritesLeavesNothing() throws Exception {
    HRegion region = CachedRows.createHuge(cluster, WarmupStrategy.NONE);
    List<String> expected = Snapshots.visible(region);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !claims(region).isEmpty());

    HRegion moved = cluster.move(region);
    compaction.get(1, TimeUnit.MINUTES);

    cluster.await(() -> claims(moved).isEmpty());
    assertThat(Snapshots.visible(moved)).isEqualTo(expected);
    assertThat(filesOfFamily(moved))
        .as("without a cleaner")
        .containsExactlyInAnyOrderElementsOf(storeFileNames(moved));
  }

  /** The compaction server and the region server have died; the file was not even complete. */
  @Test
  void nextOwnerDeletesTheFilesOfDeadServersByTheirClaims() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    FileSystem fs = region.getFilesystem();
    ClaimedOutput dead =
        new ClaimedOutput(
            new JobFolder(region.getRegionFileSystem().getTempDir(), CompactionJobId.random()));
    dead.claim(fs, "f", LEFT_OVER);
    fs.create(inFamily(region, LEFT_OVER)).close();

    HRegion reopened = cluster.killAndAwaitReopening(region);

    assertThat(filesOfFamily(reopened)).doesNotContain(LEFT_OVER);
    assertThat(claims(reopened)).isEmpty();
    assertSound(reopened, expected);
  }

  /** An upload that ends after all claims are gone, of a server that dies before it looks. */
  @Test
  void cleanerDeletesAFileThatHasNoClaimAndKeepsAnOutputInItsCommit() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    region.getFilesystem().create(inFamily(region, LEFT_OVER)).close();
    Gate gate = Gate.close(Stage.FILES_IN_PLACE);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();

    clean(region);

    assertThat(filesOfFamily(region)).doesNotContain(LEFT_OVER).hasSize(3);
    gate.open();
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(storeFileNames(region)).hasSize(1);
    assertSound(region, expected);
  }

  @Test
  void outputIsWarmedFromTheCompactionServer() throws Exception {
    HRegion region =
        CachedRows.create(cluster, WarmupStrategy.ADAPTIVE, LighterOption.WARMUP_MIN_BYTES, "1");
    List<String> expected = Snapshots.visible(region);
    List<String> inputs = storeFileNames(region);
    BlockCache cache = WarmupSteps.cache(region);
    long remote = OffloadCounters.warmup("warmupBlocksRemote");

    new WarmupSteps(cluster).compactAndWarm(region);

    assertThat(OffloadCounters.warmup("warmupBlocksRemote")).isGreaterThan(remote);
    assertThat(WarmupSteps.dataBlocks(cache, inputs)).isZero();
    assertThat(WarmupSteps.dataBlocks(cache, storeFileNames(region))).isPositive();
    long misses = cache.getStats().getMissCachingCount();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(cache.getStats().getMissCachingCount()).isEqualTo(misses);
  }

  /** Each file in the folder is data with this tracker. */
  @Test
  void storeWithoutAListCompactsLocally() throws Exception {
    HRegion region = createWithData("FILE", Engine.DEFAULT);
    long offloaded = OffloadCounters.offloaded();
    long local = OffloadCounters.local(LocalReason.NO_ATOMIC_RENAME);
    HStore store = region.getStores().get(0);
    Configuration withoutList = new Configuration(false);
    withoutList.set(StoreFileTrackerFactory.TRACKER_IMPL, "DEFAULT");
    Configuration conf = new CompoundConfiguration().add(store.conf).add(withoutList);

    StoreEngine<?, ?, ?, ?> engine = StoreEngine.create(store, conf, region.getCellComparator());
    store.triggerMajorCompaction();
    CompactionContext context = engine.createCompaction();
    assertThat(context.select(new ArrayList<>(), true, false, true)).isTrue();
    List<Path> written = context.compact(NoLimitThroughputController.INSTANCE, null);

    assertThat(written).hasSize(1);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(OffloadCounters.local(LocalReason.NO_ATOMIC_RENAME)).isEqualTo(local + 1);
  }

  HRegion createWithData() throws IOException {
    return createWithData("FILE", Engine.DEFAULT);
  }

  private HRegion createWithData(String tracker, Engine engine) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("family"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(512).build())
            .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, GatedStoreEngine.class.getName());
    engine.configure(table);
    HRegion region = cluster.create(table.build());
    RandomHistory history = new RandomHistory(new Random(7), region);
    history.writeFile(80);
    history.writeFile(80);
    return region;
  }

  /** Checks the data, then that the next compaction is offloaded and leaves no other files. */
  private void assertSound(HRegion region, List<String> expected) throws Exception {
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    long offloaded = OffloadCounters.offloaded();
    MajorCompactions.start(region).get(1, TimeUnit.MINUTES);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    HRegion reopened = cluster.move(region);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    assertClean(reopened);
  }

  /** Checks that the region's folders hold the store's files only. */
  private static void assertClean(HRegion region) throws IOException {
    for (HStore store : region.getStores()) {
      store.closeAndArchiveCompactedFiles();
      Path folder = region.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
      assertThat(files(region, folder))
          .containsExactlyInAnyOrderElementsOf(
              store.getStorefiles().stream().map(file -> file.getPath().getName()).toList());
    }
    assertThat(claims(region)).isEmpty();
  }

  /** Runs HBase's cleaner of broken files, for files of any age. */
  private void clean(HRegion region) {
    HRegionServer owner = (HRegionServer) region.getRegionServerServices();
    Configuration conf = new Configuration(cluster.conf());
    conf.setLong(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_TTL, 0);
    new BrokenStoreFileCleaner(1, 1, owner, conf, owner).chore();
  }

  private static List<String> storeFileNames(HRegion region) {
    return region.getStores().get(0).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .toList();
  }

  private static Path inFamily(HRegion region, String name) {
    return new Path(region.getRegionFileSystem().getStoreDir("f"), name);
  }

  private static List<String> filesOfFamily(HRegion region) throws IOException {
    return files(region, region.getRegionFileSystem().getStoreDir("f"));
  }

  private static List<String> claims(HRegion region) throws IOException {
    return files(region, region.getRegionFileSystem().getTempDir());
  }

  /** Names of all files below {@code folder}, except for the trackers' own. */
  private static List<String> files(HRegion region, Path folder) throws IOException {
    FileSystem fs = region.getFilesystem();
    List<String> names = new ArrayList<>();
    if (fs.exists(folder)) {
      for (FileStatus status : fs.listStatus(folder)) {
        if (!status.isDirectory()) {
          names.add(status.getPath().getName());
        } else if (!status.getPath().getName().equals(FILE_LIST)) {
          names.addAll(files(region, status.getPath()));
        }
      }
    }
    return names;
  }
}
