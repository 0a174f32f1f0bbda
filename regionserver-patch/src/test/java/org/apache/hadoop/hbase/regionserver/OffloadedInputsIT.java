// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.CompactionObserver;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.Snapshots.OpenScanner;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.HFileTestUtil;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Special inputs, engines and families, each compacted in both ways. */
class OffloadedInputsIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] PLAIN_FAMILY = Bytes.toBytes("p");

  private static OffloadCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = OffloadCluster.start(1);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @Test
  void stripeEngineOffloadsBothKindsOfPlan() throws Exception {
    HRegion region = create(Engine.STRIPE);
    RandomHistory history = new RandomHistory(new Random(1), region);
    Set<String> plans = new TreeSet<>();
    for (int i = 0; i < 3; i++) {
      history.writeFile(60);
      history.writeFile(60);
      Optional<TwinCompaction> twin = TwinCompaction.select(store(region), false);
      if (twin.isPresent()) {
        plans.add(twin.get().stripePlan());
        twin.get().runBoth();
        twin.get().commit();
      }
    }

    assertThat(plans)
        .containsExactly("BoundaryStripeCompactionRequest", "SplitStripeCompactionRequest");
  }

  @Test
  void dateTieredEngineWritesOneFilePerWindow() throws Exception {
    HRegion region = create(Engine.DATE_TIERED);
    RandomHistory history = new RandomHistory(new Random(2), region);
    history.writeFile(80);
    history.writeFile(80);

    assertThat(compactAll(region)).hasSizeGreaterThan(1);
  }

  /** Without the stripe engine, whose compactor fails an assertion of HBase (StripeCompactor). */
  @ParameterizedTest
  @EnumSource(value = Engine.class, mode = EnumSource.Mode.EXCLUDE, names = "STRIPE")
  void compactionOfDeletedRowsLeavesNoCell(Engine engine) throws Exception {
    HRegion region = create(engine);
    RandomHistory history = new RandomHistory(new Random(3), region);
    history.writeFile(40);
    history.deleteAll();

    assertThat(compactAll(region)).flatMap(StoreFileImage::cells).isEmpty();
    assertThat(Snapshots.visible(region)).isEmpty();
  }

  /** For stripes, HBase then rewrites all files, into as many as their cells make. */
  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"DEFAULT", "STRIPE"})
  void halvesOfASplitFileAreCompacted(Engine engine) throws Exception {
    HRegion parent = create(engine);
    writeTwoFiles(parent);
    split(parent.getTableDescriptor().getTableName());

    for (HRegion daughter : cluster.regions(parent.getTableDescriptor().getTableName())) {
      assertThat(store(daughter).hasReferences()).isTrue();
      compactAll(daughter);
      assertThat(store(daughter).getStorefiles()).noneMatch(HStoreFile::isReference);
    }
  }

  @Test
  void stripesOfMergedRegionsAreCompacted() throws Exception {
    HRegion parent = create(Engine.STRIPE);
    TableName table = parent.getTableDescriptor().getTableName();
    writeTwoFiles(parent);
    split(table);
    for (HRegion daughter : cluster.regions(table)) {
      compactAll(daughter);
      store(daughter).closeAndArchiveCompactedFiles(); // HBase merges no region with references
    }
    merge(table);

    HRegion merged = cluster.onlyRegion(table);
    assertThat(store(merged).hasReferences()).isTrue();
    assertThat(compactAll(merged)).hasSizeGreaterThan(2);
    assertThat(store(merged).getStorefiles()).noneMatch(HStoreFile::isReference);
  }

  @Test
  void linksOfAClonedSnapshotAreCompacted() throws Exception {
    HRegion original = create(Engine.DEFAULT);
    writeTwoFiles(original);
    TableName clone = cloneOf(original);

    HRegion region = cluster.onlyRegion(clone);
    assertThat(store(region).getStorefiles()).allMatch(file -> file.getFileInfo().isLink());
    compactAll(region);
    assertThat(Snapshots.visible(region)).isEqualTo(Snapshots.visible(original));
  }

  @Test
  void halvesOfLinksAreCompacted() throws Exception {
    HRegion original = create(Engine.DEFAULT);
    writeTwoFiles(original);
    TableName clone = cloneOf(original);
    split(clone);

    for (HRegion daughter : cluster.regions(clone)) {
      assertThat(store(daughter).hasReferences()).isTrue();
      compactAll(daughter);
    }
  }

  /** HBASE-20724: otherwise the files would return when the region opens after a crash. */
  @Test
  void outputListsCompactedFilesThatAreNotArchived() throws Exception {
    HRegion region = create(Engine.DEFAULT);
    RandomHistory history = writeTwoFiles(region);
    List<String> first = names(region);
    OpenScanner reader = Snapshots.open(region);
    try {
      compactAll(region);
      store(region).closeAndArchiveCompactedFiles();
      List<String> second = names(region);
      history.writeFile(10);

      String sources = compactAll(region).get(0).sources();

      assertThat(first).allMatch(sources::contains);
      assertThat(second).allMatch(sources::contains);
      assertThat(Snapshots.drain(reader.scanner())).isEqualTo(reader.expected());
    } finally {
      reader.scanner().close();
    }
  }

  /** In old files, HBase drops the sequence ids that no scanner needs. */
  @Test
  void onlySequenceIdsThatAnOpenScannerNeedsAreKept() throws Exception {
    HRegion region = create(Engine.DEFAULT);
    RandomHistory history = writeTwoFiles(region);
    OpenScanner reader = Snapshots.open(region);
    try {
      history.writeFile(30);
      RandomHistory.makeOld(store(region));

      assertThat(compactAll(region).get(0).cells())
          .anyMatch(cell -> cell.endsWith(" seq=0"))
          .anyMatch(cell -> !cell.endsWith(" seq=0"));
      assertThat(Snapshots.drain(reader.scanner())).isEqualTo(reader.expected());
    } finally {
      reader.scanner().close();
    }
  }

  @Test
  void bulkLoadedFileIsCompacted() throws Exception {
    HRegion region = create(Engine.DEFAULT);
    writeTwoFiles(region);
    FileSystem fs = region.getFilesystem();
    Path file = new Path(cluster.util().getDataTestDirOnTestFS("bulk"), "f/loaded");
    HFileTestUtil.createHFile(
        cluster.conf(),
        fs,
        file,
        FAMILY,
        Bytes.toBytes("q"),
        Bytes.toBytes("r00"),
        Bytes.toBytes("r99"),
        50);
    region.bulkLoadHFiles(List.of(Pair.newPair(FAMILY, file.toString())), true, null);
    assertThat(store(region).getStorefiles()).anyMatch(HStoreFile::isBulkLoadResult);

    compactAll(region);
  }

  /** A compaction needs room beside its inputs, or neither side can write. */
  @Test
  void fullQuotaLosesNoRowAndTheNextCompactionIsOffloaded() throws Exception {
    HRegion region = create(Engine.DEFAULT);
    writeTwoFiles(region);
    List<String> files = names(region);
    List<String> visible = Snapshots.visible(region);
    long failed = OffloadCounters.local(LocalReason.FAILED);
    long offloaded = OffloadCounters.offloaded();
    DistributedFileSystem fs = cluster.util().getDFSCluster().getFileSystem();
    Path folder = region.getRegionFileSystem().getRegionDir();
    long used = fs.getContentSummary(folder).getSpaceConsumed();
    fs.setQuota(folder, HdfsConstants.QUOTA_DONT_SET, used + 1);

    assertThatThrownBy(() -> region.compact(true)).isInstanceOf(DSQuotaExceededException.class);

    assertThat(OffloadCounters.local(LocalReason.FAILED)).isEqualTo(failed + 1);
    assertThat(names(region)).isEqualTo(files);
    assertThat(Snapshots.visible(region)).isEqualTo(visible);
    fs.setQuota(folder, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
    region.compact(true);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(Snapshots.visible(region)).isEqualTo(visible);
    assertThat(fs.globStatus(new Path(folder, ".tmp/cj-*"))).isEmpty();
  }

  /** The job's folder has outputs that are complete, and one that is being written. */
  @Test
  void compactionServerDiesBetweenTwoOutputsOfACluster() throws Exception {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("dies"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(512).build());
    Engine.FOREST.configure(table);
    HRegion region = cluster.create(table.build());
    for (int flush = 0; flush < 2; flush++) {
      for (int row = 0; row < 200; row++) {
        byte[] key = Bytes.toBytes("r%03d".formatted(row));
        region.put(new Put(key).addColumn(FAMILY, key, new byte[200]));
      }
      region.flush(true);
    }
    List<String> visible = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    long failed = OffloadCounters.local(LocalReason.FAILED);
    FileSystem fs = region.getFilesystem();
    Path outputs = new Path(region.getRegionFileSystem().getTempDir(), "cj-*/f/*");
    replaceCompactionServer("10KB");
    try {
      CompletableFuture<Void> compaction = WarmupSteps.compact(region);
      cluster.await(() -> fs.globStatus(outputs) != null && fs.globStatus(outputs).length > 2);

      cluster.stopCompactionServer();

      compaction.get(1, TimeUnit.MINUTES);
    } finally {
      cluster.conf().unset(LighterOption.SERVER_THROUGHPUT_LIMIT.key());
      cluster.startCompactionServer(LighterOption.SERVER_GROUP.defaultValue());
    }

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(OffloadCounters.local(LocalReason.FAILED)).isEqualTo(failed + 1);
    assertThat(names(region)).hasSizeGreaterThan(2);
    assertThat(Snapshots.visible(region)).isEqualTo(visible);
    assertThat(fs.globStatus(outputs)).isEmpty();
  }

  private static void replaceCompactionServer(String throughput) throws Exception {
    cluster.stopCompactionServer();
    cluster.conf().set(LighterOption.SERVER_THROUGHPUT_LIMIT.key(), throughput);
    cluster.startCompactionServer(LighterOption.SERVER_GROUP.defaultValue());
  }

  @Test
  void mobFamilyIsLocalAndTheOtherFamilyIsOffloaded() throws Exception {
    ColumnFamilyDescriptor mob =
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
            .setMobEnabled(true)
            .setMobThreshold(10)
            .build();
    HRegion region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(cluster.newTableName("mob"))
                .setColumnFamily(mob)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(PLAIN_FAMILY))
                .build());
    for (int i = 0; i < 2; i++) {
      byte[] row = Bytes.toBytes("r" + i);
      region.put(
          new Put(row)
              .addColumn(FAMILY, FAMILY, new byte[100])
              .addColumn(PLAIN_FAMILY, FAMILY, new byte[100]));
      region.flush(true);
    }
    List<String> before = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();

    HStore mobStore = region.getStore(FAMILY);
    compactLocally(mobStore);

    assertThat(mobStore).isInstanceOf(HMobStore.class);
    assertThat(mobStore.getStoreEngine()).isNotInstanceOf(OffloadingStoreEngine.class);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(Snapshots.visible(region)).isEqualTo(before).hasSize(4);

    TwinCompaction other = TwinCompaction.select(region.getStore(PLAIN_FAMILY), true).orElseThrow();
    other.runBoth();
    other.commit();
    assertThat(Snapshots.visible(region)).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource
  void ruleMakesACompactionLocal(LocalReason reason, Consumer<TableDescriptorBuilder> rule)
      throws Exception {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("rule"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
    rule.accept(table);
    HRegion region = cluster.create(table.build());
    writeTwoFiles(region);
    List<String> before = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    long local = OffloadCounters.local(reason);

    compactLocally(store(region));

    assertThat(OffloadCounters.local(reason)).isEqualTo(local + 1);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(store(region).getStorefilesCount()).isOne();
    assertThat(Snapshots.visible(region)).isEqualTo(before);
  }

  static Stream<Arguments> ruleMakesACompactionLocal() {
    return Stream.of(
        rule(LocalReason.DISABLED, set(LighterOption.OFFLOAD_ENABLED, "false")),
        rule(LocalReason.TOO_SMALL, set(LighterOption.OFFLOAD_MIN_BYTES, "1GB")),
        rule(
            LocalReason.COPROCESSOR,
            table -> setCoprocessor(table, CompactionObserver.class.getName())),
        rule(
            LocalReason.UNSUPPORTED_ENGINE,
            set(LighterOption.ENGINE_DELEGATE, UnknownEngine.class.getName())),
        rule(LocalReason.INVALID_CONFIGURATION, set(LighterOption.OFFLOAD_MIN_BYTES, "much")),
        rule(LocalReason.WRITE_THROUGH, set(LighterOption.WARMUP_STRATEGY, "write-through")));
  }

  private static Arguments rule(LocalReason reason, Consumer<TableDescriptorBuilder> rule) {
    return Arguments.of(Named.of(reason.tag(), reason), rule);
  }

  private static Consumer<TableDescriptorBuilder> set(LighterOption option, String value) {
    return table -> table.setValue(option.key(), value);
  }

  private static void setCoprocessor(TableDescriptorBuilder table, String className) {
    try {
      table.setCoprocessor(className);
    } catch (IOException e) { // if the class is set already
      throw new UncheckedIOException(e);
    }
  }

  /** A custom engine. */
  public static final class UnknownEngine extends DefaultStoreEngine {}

  /** Jobs of MapReduce and Spark read snapshots with HBase's own classes, without the plug-in. */
  @Test
  void snapshotOfATableWithoutTheEngineIsReadWithoutThePlugIn() throws Exception {
    TableDescriptorBuilder switchedOn = table("switched");
    set(LighterOption.OFFLOAD_ENABLED, "true").accept(switchedOn);
    TableDescriptorBuilder naming = table("naming");
    naming.setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
    HRegion region = cluster.create(switchedOn.build());
    long offloaded = OffloadCounters.offloaded();
    writeTwoFiles(region);
    compactAll(region);
    assertThat(OffloadCounters.offloaded()).isGreaterThan(offloaded);
    int rows = Snapshots.visible(region).size();
    HRegion other = cluster.create(naming.build());
    writeTwoFiles(other);

    List<String> read =
        SnapshotJob.run(cluster.conf(), List.of(snapshotOf(region), snapshotOf(other)));

    assertThat(rows).isPositive();
    assertThat(read)
        .satisfiesExactly(
            cells -> assertThat(cells).isEqualTo("cells: " + rows),
            failure ->
                assertThat(failure)
                    .as("what docs/guide/install.md says of tables that name the engine")
                    .contains(ClassNotFoundException.class.getName())
                    .contains(OffloadingStoreEngine.class.getName()));
  }

  private static String snapshotOf(HRegion region) throws IOException {
    TableName table = region.getTableDescriptor().getTableName();
    String snapshot = "read_" + table.getQualifierAsString();
    cluster.admin().snapshot(snapshot, table);
    return snapshot;
  }

  private static TableDescriptorBuilder table(String prefix) {
    return TableDescriptorBuilder.newBuilder(cluster.newTableName(prefix))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
  }

  @Test
  void systemTableCompactsLocally() throws Exception {
    HRegion meta = cluster.onlyRegion(TableName.META_TABLE_NAME);
    meta.flush(true);
    HStore store = meta.getStore(Bytes.toBytes("info"));
    long offloaded = OffloadCounters.offloaded();
    long local = OffloadCounters.local(LocalReason.SYSTEM_TABLE);

    compactLocally(store);

    assertThat(store.getStoreEngine()).isInstanceOf(OffloadingStoreEngine.class);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(OffloadCounters.local(LocalReason.SYSTEM_TABLE)).isEqualTo(local + 1);
  }

  private static HRegion create(Engine engine) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("inputs"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
    engine.configure(table);
    return cluster.create(table.build());
  }

  private static RandomHistory writeTwoFiles(HRegion region) throws IOException {
    RandomHistory history = new RandomHistory(new Random(4), region);
    history.writeFile(80);
    history.writeFile(80);
    return history;
  }

  private static void split(TableName table) throws Exception {
    cluster
        .admin()
        .splitRegionAsync(
            cluster.onlyRegion(table).getRegionInfo().getRegionName(), Bytes.toBytes("r12"))
        .get(1, TimeUnit.MINUTES);
    cluster.await(() -> cluster.regions(table).size() == 2);
  }

  private static void merge(TableName table) throws Exception {
    byte[][] daughters =
        cluster.regions(table).stream()
            .map(daughter -> daughter.getRegionInfo().getEncodedNameAsBytes())
            .toArray(byte[][]::new);
    cluster.admin().mergeRegionsAsync(daughters, false).get(1, TimeUnit.MINUTES);
    cluster.await(() -> cluster.regions(table).size() == 1);
  }

  private static TableName cloneOf(HRegion original) throws IOException {
    TableName clone = cluster.newTableName("clone");
    String snapshot = "snapshot_" + clone;
    cluster.admin().snapshot(snapshot, original.getTableDescriptor().getTableName());
    cluster.admin().cloneSnapshot(snapshot, clone);
    return clone;
  }

  private static HStore store(HRegion region) {
    return region.getStores().get(0);
  }

  private static List<String> names(HRegion region) {
    return store(region).getStorefiles().stream().map(file -> file.getPath().getName()).toList();
  }

  /** Compacts all files in both ways, and checks that the visible cells stay. */
  private static List<StoreFileImage> compactAll(HRegion region) throws IOException {
    List<String> before = Snapshots.visible(region);
    TwinCompaction twin = TwinCompaction.select(store(region), true).orElseThrow();
    List<StoreFileImage> images = twin.runBoth();
    twin.commit();
    assertThat(Snapshots.visible(region)).isEqualTo(before);
    return images;
  }

  private static void compactLocally(HStore store) throws IOException {
    store.triggerMajorCompaction();
    CompactionContext context =
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
    store.compact(context, NoLimitThroughputController.INSTANCE, null);
  }
}
