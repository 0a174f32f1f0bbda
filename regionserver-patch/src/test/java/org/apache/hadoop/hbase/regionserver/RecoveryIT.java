// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.regionserver.GatedServer;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.GatedStoreEngine.Gate;
import org.apache.hadoop.hbase.regionserver.GatedStoreEngine.Stage;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A region that is closed, moved, split or loses its region server around an offloaded compaction
 * keeps its data, and no file is left over.
 */
class RecoveryIT {
  /** Limit of a close during an endless job, including the master's time. */
  private static final Duration PROMPT = Duration.ofSeconds(90);

  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** Folder of the FILE tracker's list. */
  private static final String FILE_LIST = ".filelist";

  private static OffloadCluster cluster;
  private static GatedServer server;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = OffloadCluster.start(2, "backstage");
    server = new GatedServer(cluster.conf(), cluster.compactionServer());
    cluster.awaitKnown(LighterOption.SERVER_GROUP.defaultValue(), server.serverName());
  }

  @AfterAll
  static void stopCluster() throws Exception {
    server.close();
    cluster.close();
  }

  @AfterEach
  void releaseJobs() {
    server.release();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void regionReadsTheSameAfterItWasReopened(String tracker) throws Exception {
    HRegion region = createWithData(tracker);
    List<String> expected = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    MajorCompactions.start(region).get(1, TimeUnit.MINUTES);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    List<String> files = storeFileNames(region);

    HRegion reopened = cluster.move(region);

    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    assertThat(storeFileNames(reopened)).isEqualTo(files).hasSize(1);
    assertClean(reopened);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void regionServerDiesWhileTheJobIsInFlight(String tracker) throws Exception {
    HRegion region = createWithData(tracker);
    List<String> expected = Snapshots.visible(region);
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());

    HRegion reopened = cluster.killAndAwaitReopening(region);

    server.release();
    compaction.get(1, TimeUnit.MINUTES);
    assertSound(reopened, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "BEFORE_COMMIT, DEFAULT",
    "BEFORE_COMMIT, FILE",
    "FILES_IN_PLACE, DEFAULT",
    "FILES_IN_PLACE, FILE",
    "AFTER_COMMIT, DEFAULT",
    "AFTER_COMMIT, FILE"
  })
  void regionServerDiesInTheMiddleOfTheCommit(Stage stage, String tracker) throws Exception {
    HRegion region = createWithData(tracker);
    List<String> expected = Snapshots.visible(region);
    Gate gate = Gate.close(stage);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();

    HRegion reopened = cluster.killAndAwaitReopening(region);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    if (stage == Stage.AFTER_COMMIT) { // the inputs are archived without a cleaner
      assertStoreFolderIsClean(reopened);
    }

    gate.open(); // the dead region server continues, as after a long pause
    compaction.get(1, TimeUnit.MINUTES);
    assertSound(reopened, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, DATE_TIERED, DEFAULT, true",
    "2, DATE_TIERED, DEFAULT, true",
    "1, DATE_TIERED, FILE, true",
    "1, STRIPE, DEFAULT, true",
    "1, FOREST, DEFAULT, true",
    "2, FOREST, FILE, true",
    "1, DATE_TIERED, DEFAULT, false",
    "1, DATE_TIERED, FILE, false",
    "1, STRIPE, DEFAULT, false"
  })
  void regionServerDiesBetweenTheMoves(
      int moves, Engine engine, String tracker, boolean offloadedOne) throws Exception {
    HRegion region = createWithData(tracker, engine, offloadedOne);
    List<String> expected = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    Gate gate = Gate.closeAfter(moves);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();
    assertThat(OffloadCounters.offloaded() - offloaded).isEqualTo(offloadedOne ? 1 : 0);

    HRegion reopened = cluster.killAndAwaitReopening(region);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);

    gate.open(); // the dead region server continues, as after a long pause
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    HRegion moved = cluster.move(reopened);
    assertThat(Snapshots.visible(moved)).isEqualTo(expected);
  }

  @Test
  void regionServerDiesBetweenTheMovesOfAFlush() throws Exception {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("flush"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, GatedStoreEngine.class.getName());
    Engine.STRIPE.configure(table);
    HRegion region =
        cluster.create(table.setValue(StripeStoreConfig.FLUSH_TO_L0_KEY, "false").build());
    for (int flushed = 0; flushed < 2; flushed++) { // the second one is interrupted
      for (int row = 0; row < 100; row++) {
        byte[] key = Bytes.toBytes("r%02d".formatted(row));
        region.put(new Put(key).addColumn(FAMILY, Bytes.toBytes("q" + flushed), key));
      }
      if (flushed == 0) {
        region.flush(true);
        assertThat(storeFileNames(region)).hasSize(2);
      }
    }
    List<String> expected = Snapshots.visible(region);
    Gate gate = Gate.closeAfter(1);
    CompletableFuture<Void> flush =
        CompletableFuture.runAsync(
            () -> {
              try {
                region.flush(true);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(gate.awaitReached()).isTrue();

    HRegion reopened = cluster.killAndAwaitReopening(region);

    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    gate.open();
    assertThat(flush).failsWithin(1, TimeUnit.MINUTES); // its region server is dead
  }

  /** The second of several outputs becomes unreadable before HBase commits the file. */
  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void failedCommitDeletesTheMovedFiles(String tracker) throws Exception {
    HRegion region = createWithData(tracker, Engine.DATE_TIERED, true);
    List<String> expected = Snapshots.visible(region);
    List<String> inputs = storeFileNames(region);
    Gate gate = Gate.closeAfter(1);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();
    damageOutputs(region);

    gate.open();

    assertThat(compaction).failsWithin(1, TimeUnit.MINUTES);
    assertThat(storeFileNames(region)).isEqualTo(inputs);
    assertThat(files(region, region.getRegionFileSystem().getTempDir())).isEmpty();
    assertStoreFolderIsClean(region);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
  }

  /** Another region server has opened the region of the output's folder. */
  @Test
  void failedCommitKeepsTheFilesOfARegionOpenedElsewhere() throws Exception {
    HRegion region = createWithData("DEFAULT", Engine.DATE_TIERED, true);
    List<String> inputs = storeFileNames(region);
    Gate gate = Gate.closeAfter(1);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();
    openElsewhere(region);

    gate.open();

    assertThat(compaction).failsWithin(1, TimeUnit.MINUTES);
    assertThat(files(region, region.getRegionFileSystem().getStoreDir("f")))
        .containsAll(inputs)
        .hasSize(inputs.size() + 1);
  }

  /** What may happen to a plan of a forest on the way, and how that ends. */
  enum Damage {
    /** A compaction server of an older release, which does not know the kind. */
    UNKNOWN_KIND(LocalReason.REFUSED) {
      @Override
      CompactionPlan apply(CompactionPlan plan) {
        UnknownFieldSet.Field later =
            UnknownFieldSet.Field.newBuilder().addLengthDelimited(plan.toByteString()).build();
        return CompactionPlan.newBuilder()
            .setUnknownFields(UnknownFieldSet.newBuilder().addField(99, later).build())
            .build();
      }
    },
    GARBLED(LocalReason.REFUSED) {
      @Override
      CompactionPlan apply(CompactionPlan plan) {
        return with(plan.getTrees().toBuilder().setSstBytes(-1));
      }
    },
    OTHER_TREE(LocalReason.BAD_OUTPUT) {
      @Override
      CompactionPlan apply(CompactionPlan plan) {
        return with(plan.getTrees().toBuilder().setStage(plan.getTrees().getStage() + 1));
      }
    };

    private final LocalReason outcome;

    Damage(LocalReason outcome) {
      this.outcome = outcome;
    }

    abstract CompactionPlan apply(CompactionPlan plan);

    private static CompactionPlan with(CompactionPlan.Trees.Builder trees) {
      return CompactionPlan.newBuilder().setTrees(trees).build();
    }
  }

  @ParameterizedTest
  @EnumSource
  void compactionWhosePlanIsDamagedIsLocal(Damage damage) throws Exception {
    HRegion region = createWithData("DEFAULT", Engine.FOREST, true);
    List<String> expected = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    long local = OffloadCounters.local(damage.outcome);
    server.changePlans(damage::apply);

    MajorCompactions.start(region).get(1, TimeUnit.MINUTES);
    server.changePlans(UnaryOperator.identity());

    assertThat(OffloadCounters.local(damage.outcome)).isEqualTo(local + 1);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(storeFileNames(region)).hasSizeGreaterThan(2);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertClean(region);
  }

  @Test
  void attemptThatLosesTheRegionIsTheLast() throws Exception {
    HRegion region = createWithData("DEFAULT");
    List<String> expected = Snapshots.visible(region);
    List<String> inputs = storeFileNames(region);
    long cancelled = OffloadCounters.cancelled();
    long local = OffloadCounters.local(LocalReason.FAILED);
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());
    openElsewhere(region);

    server.release();
    compaction.get(1, TimeUnit.MINUTES);

    assertThat(OffloadCounters.local(LocalReason.FAILED)).isEqualTo(local);
    assertThat(OffloadCounters.cancelled()).isEqualTo(cancelled + 1);
    assertThat(storeFileNames(region)).isEqualTo(inputs);
    assertSound(region, expected);
  }

  /** Changes the region's folders as a region server does that opens the region. */
  private static void openElsewhere(HRegion region) throws IOException {
    assertThat(region.getFilesystem().delete(region.getRegionFileSystem().getTempDir(), true))
        .isTrue();
  }

  private static void damageOutputs(HRegion region) throws IOException {
    Path folder = new Path(region.getRegionFileSystem().getTempDir(), "f");
    for (FileStatus output : region.getFilesystem().listStatus(folder)) {
      region.getFilesystem().create(output.getPath(), true).close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void outputThatCannotBeCommittedIsDeleted(String tracker) throws Exception {
    HRegion region = createWithData(tracker);
    List<String> expected = Snapshots.visible(region);
    List<String> inputs = storeFileNames(region);
    Gate gate = Gate.close(Stage.BEFORE_COMMIT);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();
    damageOutputs(region);

    gate.open();

    assertThat(compaction).failsWithin(1, TimeUnit.MINUTES);
    assertThat(storeFileNames(region)).isEqualTo(inputs);
    assertClean(region);
    assertSound(region, expected);
  }

  @Test
  void cleanerOfBrokenFilesTreatsAnOutputAsBeingWritten() throws Exception {
    HRegion region = createWithData("FILE");
    HStore store = region.getStores().get(0);
    Gate gate = Gate.close(Stage.FILES_IN_PLACE);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();

    Set<Path> known =
        store.getStorefiles().stream().map(HStoreFile::getPath).collect(Collectors.toSet());
    List<Path> uncommitted =
        Stream.of(region.getFilesystem().listStatus(region.getRegionFileSystem().getStoreDir("f")))
            .filter(FileStatus::isFile)
            .map(FileStatus::getPath)
            .filter(file -> !known.contains(file))
            .toList();
    assertThat(uncommitted).hasSize(1);
    assertThat(store.getStoreFilesBeingWritten()).containsExactlyElementsOf(uncommitted);
    gate.open();
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(store.getStoreFilesBeingWritten()).isEmpty();
  }

  /** A change of a region by an operator or the balancer. */
  enum Change {
    CLOSE,
    MOVE,
    SPLIT
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void changedRegionCancelsItsJobAtOnce(Change change) throws Exception {
    HRegion region = createWithData("DEFAULT");
    TableName table = region.getTableDescriptor().getTableName();
    List<String> expected = Snapshots.visible(region);
    server.hold();
    long cancelled = OffloadCounters.cancelled();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());
    String job = server.held().iterator().next();
    Path jobFolder = new Path(region.getRegionFileSystem().getTempDir(), job);
    assertThat(region.getFilesystem().exists(jobFolder)).isTrue();

    long startedNanos = System.nanoTime();
    apply(change, region);
    Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);

    assertThat(took).isLessThan(PROMPT);
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(server.cancelled()).containsExactly(job);
    assertThat(OffloadCounters.cancelled()).isEqualTo(cancelled + 1);
    assertThat(region.getFilesystem().exists(jobFolder)).isFalse();
    server.release();
    if (change == Change.CLOSE) {
      cluster.admin().enableTable(table);
    }
    List<String> actual = new ArrayList<>();
    for (HRegion open : cluster.regions(table)) {
      actual.addAll(Snapshots.visible(open));
    }
    assertThat(actual).isEqualTo(expected);
  }

  private static void apply(Change change, HRegion region) throws Exception {
    TableName table = region.getTableDescriptor().getTableName();
    switch (change) {
      case CLOSE -> cluster.admin().disableTable(table);
      case MOVE -> cluster.move(region);
      case SPLIT ->
          cluster
              .admin()
              .splitRegionAsync(region.getRegionInfo().getRegionName(), Bytes.toBytes("r12"))
              .get(1, TimeUnit.MINUTES);
    }
  }

  @ParameterizedTest
  @CsvSource({"MOVE, DEFAULT", "STOP, FILE", "KILL, DEFAULT"})
  void nextOwnerCommitsTheOutputOfAJobThatIsLeft(Departure departure, String tracker)
      throws Exception {
    HRegion region = createWithGrace(tracker);
    List<String> expected = Snapshots.visible(region);
    long adopted = OffloadCounters.adopted();
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());
    List<String> output = files(region, jobFolder(region));

    HRegion reopened = departure.apply(cluster, region);
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    CompletableFuture<Void> adoption = MajorCompactions.startIfNeeded(reopened);
    server.release();
    adoption.get(1, TimeUnit.MINUTES);

    assertThat(storeFileNames(reopened)).hasSize(1);
    assertThat(output).containsAll(storeFileNames(reopened));
    assertThat(OffloadCounters.adopted()).isEqualTo(adopted + 1);
    assertThat(server.submitted()).hasSize(1);
    assertThat(server.cancelled()).isEmpty();
    assertSound(reopened, expected);
  }

  /** HBase asks each store that it opens whether it needs a compaction. */
  @Test
  void openingRegionAdoptsTheJobByItself() throws Exception {
    HRegion region = createWithGrace("DEFAULT");
    long adopted = OffloadCounters.adopted();
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());
    cluster.switchCompactions(true);
    try {
      HRegion moved = cluster.move(region);
      compaction.get(1, TimeUnit.MINUTES);
      server.release();

      cluster.await(() -> OffloadCounters.adopted() == adopted + 1);
      cluster.await(() -> storeFileNames(moved).size() == 1);
    } finally {
      cluster.switchCompactions(false);
    }
  }

  /** The dead region server has the output in its fence, and goes on later. */
  @Test
  void deadOwnerCommitsNothing() throws Exception {
    HRegion region = createWithGrace("DEFAULT");
    List<String> expected = Snapshots.visible(region);
    Gate gate = Gate.close(Stage.BEFORE_COMMIT);
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    assertThat(gate.awaitReached()).isTrue();
    List<String> inputs = storeFileNames(region);

    HRegion reopened = cluster.killAndAwaitReopening(region);
    gate.open();
    compaction.get(1, TimeUnit.MINUTES);

    assertThat(files(reopened, reopened.getRegionFileSystem().getStoreDir("f")))
        .containsExactlyInAnyOrderElementsOf(inputs);
    assertSound(reopened, expected);
  }

  @Test
  void jobOfASplitRegionIsDropped() throws Exception {
    HRegion region = createWithGrace("DEFAULT");
    List<String> expected = Snapshots.visible(region);
    long dropped = OffloadCounters.notAdopted("parent");
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());

    apply(Change.SPLIT, region);

    compaction.get(1, TimeUnit.MINUTES);
    assertThat(server.cancelled()).isEmpty();
    cluster.await(() -> !region.getFilesystem().exists(jobFolder(region)));
    assertThat(OffloadCounters.notAdopted("parent")).isGreaterThan(dropped);
    List<String> actual = new ArrayList<>();
    for (HRegion open : cluster.regions(region.getTableDescriptor().getTableName())) {
      actual.addAll(Snapshots.visible(open));
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void jobOfAChangedTableIsDropped() throws Exception {
    HRegion region = createWithGrace("DEFAULT");
    List<String> expected = Snapshots.visible(region);
    long dropped = OffloadCounters.notAdopted("settings");
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());

    cluster
        .admin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(region.getTableDescriptor())
                .setValue("changed", "true")
                .build());

    compaction.get(1, TimeUnit.MINUTES);
    cluster.await(() -> !region.getFilesystem().exists(jobFolder(region)));
    assertThat(OffloadCounters.notAdopted("settings")).isEqualTo(dropped + 1);
    server.release();
    assertSound(cluster.onlyRegion(region.getTableDescriptor().getTableName()), expected);
  }

  private static Path jobFolder(HRegion region) {
    String job = server.held().iterator().next();
    Path jobs = JobFolder.outliving(region.getRegionFileSystem().getRegionDir());
    return new JobFolder(jobs, new CompactionJobId(job)).path();
  }

  @Test
  void regionShowsTheProgressOfAJobInFlight() throws Exception {
    HRegion region = createWithData("DEFAULT");
    HStore store = region.getStores().get(0);
    long cells =
        store.getStorefiles().stream().mapToLong(file -> file.getReader().getEntries()).sum();
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> store.getCompactionProgress().getCurrentCompactedKvs() > 0);

    assertThat(store.getCompactionProgress().getTotalCompactingKVs()).isEqualTo(cells);
    assertThat(store.getStoreEngine().getCompactor().isCompacting()).isTrue();
    server.release();
    compaction.get(1, TimeUnit.MINUTES);
    assertThat(store.getCompactionProgress().getTotalCompactingKVs()).isZero();
    assertThat(store.getStoreEngine().getCompactor().isCompacting()).isFalse();
  }

  @Test
  void compactionAfterACancelledOneIsOffloadedAgain() throws Exception {
    HRegion region = createWithData("DEFAULT");
    List<String> expected = Snapshots.visible(region);
    server.hold();
    CompletableFuture<Void> compaction = MajorCompactions.start(region);
    cluster.await(() -> !server.held().isEmpty());
    HRegion moved = cluster.move(region);
    compaction.get(1, TimeUnit.MINUTES);
    server.release();

    assertSound(moved, expected);
  }

  private static HRegion createWithData(String tracker) throws IOException {
    return createWithData(tracker, Engine.DEFAULT, true);
  }

  private static HRegion createWithData(String tracker, Engine engine, boolean offloads)
      throws IOException {
    return createWithData(tracker, engine, offloads, "0");
  }

  /** A region whose jobs outlive its region server. */
  private static HRegion createWithGrace(String tracker) throws IOException {
    return createWithData(tracker, Engine.DEFAULT, true, "5m");
  }

  private static HRegion createWithData(
      String tracker, Engine engine, boolean offloads, String grace) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("recovery"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(512).build())
            .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, GatedStoreEngine.class.getName())
            .setValue(LighterOption.OFFLOAD_ENABLED.key(), Boolean.toString(offloads))
            .setValue(LighterOption.OFFLOAD_GRACE.key(), grace);
    engine.configure(table);
    HRegion region = cluster.create(table.build());
    RandomHistory history = new RandomHistory(new Random(7), region);
    history.writeFile(80);
    history.writeFile(80);
    return region;
  }

  /** Checks the data, then that the next compaction is offloaded and leaves no other files. */
  private static void assertSound(HRegion region, List<String> expected) throws Exception {
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    long offloaded = OffloadCounters.offloaded();
    MajorCompactions.start(region).get(1, TimeUnit.MINUTES);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertClean(region);
    HRegion reopened = cluster.move(region);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    assertClean(reopened);
  }

  /** Checks that after HBase's cleaners, the region's folders hold the store's files only. */
  private static void assertClean(HRegion region) throws IOException {
    region.getStores().get(0).closeAndArchiveCompactedFiles();
    HRegionServer server = (HRegionServer) region.getRegionServerServices();
    // With the FILE tracker: files that a dead region server did not add to its list.
    new BrokenStoreFileCleaner(1, 1, server, cluster.conf(), server).chore();
    assertThat(files(region, region.getRegionFileSystem().getTempDir())).isEmpty();
    assertThat(files(region, JobFolder.outliving(region.getRegionFileSystem().getRegionDir())))
        .isEmpty();
    assertStoreFolderIsClean(region);
  }

  private static void assertStoreFolderIsClean(HRegion region) throws IOException {
    assertThat(files(region, region.getRegionFileSystem().getStoreDir("f")))
        .containsExactlyInAnyOrderElementsOf(storeFileNames(region));
  }

  private static List<String> storeFileNames(HRegion region) {
    return region.getStores().get(0).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .toList();
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
