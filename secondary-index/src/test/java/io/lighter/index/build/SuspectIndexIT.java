// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static io.lighter.index.build.BuildCluster.INDEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.admin.IndexRestore;
import io.lighter.index.admin.IndexSnapshots;
import io.lighter.index.client.IndexNotReadyException;
import io.lighter.index.client.IndexTables;
import io.lighter.index.client.IndexedRow;
import io.lighter.index.client.IndexedTable;
import io.lighter.index.client.KeyRange;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.FSUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables whose rows or entries come back from a snapshot, or go, without their partner's. */
@Timeout(600)
@ExtendWith(SharedBuildCluster.class)
class SuspectIndexIT {
  private static final int ROWS = 40;

  private static final BuildCluster CLUSTER = SharedBuildCluster.CLUSTER;

  private TableName table;

  @BeforeEach
  void createIndex(TestInfo test) throws IOException {
    String name = test.getTestMethod().orElseThrow().getName();
    table = CLUSTER.createTable(name, new byte[][] {Bytes.toBytes("r0020")});
    putAll("Rome");
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
  }

  @AfterEach
  void deleteSnapshots() throws IOException {
    admin().deleteSnapshots(Pattern.compile(table + "_1"));
    boolean unused = admin().catalogJanitorSwitch(true);
  }

  private void putAll(String city) throws IOException {
    put(ROWS, city);
  }

  private void put(int rows, String city) throws IOException {
    for (int i = 0; i < rows; i++) {
      CLUSTER.put(table, BuildWriters.row(i), city);
    }
  }

  private static Admin admin() throws IOException {
    return CLUSTER.util().getAdmin();
  }

  private static IndexedTable open(TableName which) throws IOException {
    return IndexedTable.of(CLUSTER.util().getConnection(), which);
  }

  private static List<IndexedRow> find(IndexedTable rows, String city) throws IOException {
    return rows.lookup(INDEX, KeyRange.exact(city), 1_000);
  }

  private String state() throws IOException {
    return CLUSTER.admin().list(table).get(0).state();
  }

  /** Every row leaves Rome, and its entry is removed. */
  private void moveAll() throws Exception {
    move(ROWS);
  }

  /** The first rows leave Rome. */
  private void move(int rows) throws Exception {
    put(rows, "Oslo");
    CLUSTER
        .util()
        .waitFor(
            BuildCluster.WAIT_MS,
            () ->
                CLUSTER.entries(table).keySet().stream().filter(e -> e.startsWith("Rome")).count()
                    == ROWS - rows);
  }

  private void restore(TableName which, String snapshot) throws IOException {
    admin().disableTable(which);
    admin().restoreSnapshot(snapshot, false, false);
    admin().enableTable(which);
  }

  private static void assertRefused(IndexedTable rows) {
    assertThatExceptionOfType(IndexNotReadyException.class)
        .isThrownBy(() -> find(rows, "Rome"))
        .withMessageContaining("SUSPECT")
        .withMessageContaining("lighter index rebuild");
  }

  private void rebuild() throws IOException {
    assertThat(
            CLUSTER
                .admin()
                .rebuild(table, INDEX, CreateOptions.DEFAULT, BuildListener.NONE)
                .state())
        .isEqualTo("ACTIVE");
    assertThat(CLUSTER.check(table).missing()).isZero();
  }

  /** The client knows the index from before, and asks as soon as the table is there again. */
  @Test
  void restoredTableRefusesLookupsUntilItsIndexIsRebuilt() throws Exception {
    admin().snapshot(table + "_1", table);
    moveAll();
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(ROWS);

      restore(table, table + "_1");

      assertRefused(rows);
      assertThat(state()).isEqualTo("SUSPECT");
      assertThat(CLUSTER.admin().status(table, INDEX).index().problem().orElseThrow())
          .contains("SUSPECT");
      rebuild();
      assertThat(find(rows, "Rome")).hasSize(ROWS);
      assertThat(find(rows, "Oslo")).isEmpty();
    }
  }

  /** The descriptor says SUSPECT before the regions of the index have reopened without the gate. */
  @Test
  void noRowIsReadBeforeAllRegionsOfTheIndexRefuseLookups() throws Exception {
    TableName entries = IndexNames.indexTable(table, INDEX);
    for (TableName each : List.of(table, entries)) {
      admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(admin().getDescriptor(each))
                  .setCoprocessor(Steps.class.getName())
                  .build());
    }
    admin().snapshot(table + "_1", table);
    moveAll();
    Steps.released = new CountDownLatch(1);
    admin().disableTable(table);
    admin().restoreSnapshot(table + "_1", false, false);
    Future<Void> enabled = admin().enableTableAsync(table);
    try {
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> state().equals("SUSPECT"));
      // More openings than regions: each was refused, and HBase tries again.
      int seen = Steps.OPENINGS.get() + admin().getRegions(table).size();
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> Steps.OPENINGS.get() > seen);
      assertThat(openRegions()).isEmpty();
    } finally {
      Steps.released.countDown();
    }
    enabled.get();
    try (IndexedTable rows = open(table)) {
      assertRefused(rows);
    }
    assertThat(IndexTables.isGateClosing(admin().getDescriptor(entries))).isFalse();
  }

  private List<HRegion> openRegions() {
    return CLUSTER.util().getMiniHBaseCluster().getLiveRegionServerThreads().stream()
        .flatMap(server -> server.getRegionServer().getRegions(table).stream())
        .toList();
  }

  /** Counts openings of data regions, and lets index regions close when the test says so. */
  public static final class Steps implements RegionCoprocessor, RegionObserver {
    private static final AtomicInteger OPENINGS = new AtomicInteger();
    private static volatile CountDownLatch released = new CountDownLatch(0);

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    private static boolean isOfIndex(ObserverContext<RegionCoprocessorEnvironment> context) {
      TableDescriptor table = context.getEnvironment().getRegion().getTableDescriptor();
      return IndexTables.dataTable(table).isPresent();
    }

    @Override
    public void preOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
      if (!isOfIndex(context)) {
        OPENINGS.incrementAndGet();
      }
    }

    @Override
    public void preClose(ObserverContext<RegionCoprocessorEnvironment> context, boolean abort)
        throws IOException {
      try {
        if (isOfIndex(context)) {
          released.await();
        }
      } catch (InterruptedException e) {
        throw (IOException) new InterruptedIOException("interrupted").initCause(e);
      }
    }
  }

  /** The regions of the snapshot are no more, so HBase makes them anew. */
  @Test
  @Tag("long")
  void regionsThatARestoreAddsAreFound() throws Exception {
    admin().snapshot(table + "_1", table);
    moveAll();
    RegionInfo first = admin().getRegions(table).get(0);
    admin().splitRegionAsync(first.getRegionName(), Bytes.toBytes("r0010")).get();
    RegionInfo last = admin().getRegions(table).get(admin().getRegions(table).size() - 1);
    admin().splitRegionAsync(last.getRegionName(), Bytes.toBytes("r0030")).get();
    assertThat(state()).isEqualTo("ACTIVE");
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(ROWS);
      restore(table, table + "_1");
      assertRefused(rows);
    }
    rebuild();
  }

  /**
   * HBase keeps the region that was split, with its files, so a restoration changes none of them.
   */
  @Test
  void regionThatWasSplitIsFoundIfARestorePutsItBack() throws Exception {
    admin().flush(table);
    admin().snapshot(table + "_1", table);
    keepParents();
    split(table, "r0010");
    move(20); // none of the other region, which a restoration would change
    assertThat(state()).isEqualTo("ACTIVE");
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(20);
      restoreUnchanged(table, "r0000");
      assertRefused(rows);
    }
    rebuild();
  }

  @Test
  @Tag("long")
  void indexRegionThatWasSplitIsFoundIfARestorePutsItBack() throws Exception {
    TableName entries = IndexNames.indexTable(table, INDEX);
    admin().flush(entries);
    admin().snapshot(table + "_1", entries);
    keepParents();
    split(entries, "Q");
    moveAll();
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(ROWS);
      restoreUnchanged(entries, "Q");
      assertNotReady(rows);
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> state().equals("SUSPECT"));
    }
    rebuild();
  }

  /** Regions of a merge, too. */
  @Test
  @Tag("long")
  void regionsThatWereMergedAreFoundIfARestorePutsThemBack() throws Exception {
    admin().flush(table);
    admin().snapshot(table + "_1", table);
    keepParents();
    List<RegionInfo> regions = admin().getRegions(table);
    assertThat(merge(table, regions.get(0), regions.get(1))).isTrue();
    moveAll();
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(ROWS);
      restoreUnchanged(table, "r0000");
      assertRefused(rows);
    }
    rebuild();
  }

  /** HBase's janitor deletes a parent when its regions have no reference to it. */
  private static void keepParents() throws IOException {
    boolean unused = admin().catalogJanitorSwitch(false);
  }

  /** Restores the snapshot, and expects HBase to use files of a region that are in place. */
  private void restoreUnchanged(TableName which, String row) throws Exception {
    restore(which, table + "_1");
    RegionInfo region = region(which, row);
    Path folder =
        new Path(
            CommonFSUtils.getTableDir(
                CommonFSUtils.getRootDir(CLUSTER.util().getConfiguration()), which),
            region.getEncodedName());
    for (Path family : FSUtils.getFamilyDirs(CLUSTER.util().getTestFileSystem(), folder)) {
      for (FileStatus file : CLUSTER.util().getTestFileSystem().listStatus(family)) {
        assertThat(file.getPath().getName()).as("a link").doesNotContain("=");
      }
    }
  }

  private static RegionInfo region(TableName which, String row) throws IOException {
    return CLUSTER
        .util()
        .getConnection()
        .getRegionLocator(which)
        .getRegionLocation(Bytes.toBytes(row), true)
        .getRegion();
  }

  /** Sequence ids begin anew: markers of the old rows would hide new entries. */
  @Test
  void truncatedTableRefusesLookups() throws Exception {
    moveAll();
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(ROWS);
      admin().disableTable(table);
      admin().truncateTable(table, true);
      assertRefused(rows);
    }
    CLUSTER.put(table, "r0001", "Rome");
    rebuild();
    assertThat(CLUSTER.entries(table)).containsOnlyKeys("Rome/r0001");
  }

  /** The entries are those of other rows; the data table does not know. */
  @Test
  void restoredIndexTableRefusesLookups() throws Exception {
    TableName entries = IndexNames.indexTable(table, INDEX);
    admin().snapshot(table + "_1", entries);
    moveAll();
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(ROWS);
      restore(entries, table + "_1");
      assertNotReady(rows);
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> state().equals("SUSPECT"));
      assertRefused(rows);
    }
    rebuild();
  }

  /** The restored table says that writes leave the index alone; the index table says nothing. */
  @Test
  void snapshotOfASuspendedIndexIsFoundByAClientThatKnowsTheIndex() throws Exception {
    CLUSTER.admin().suspend(table, INDEX);
    admin().snapshot(table + "_1", table);
    rebuild();
    moveAll();
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Oslo")).hasSize(ROWS);
      restore(table, table + "_1");
      assertRefused(rows);
    }
    rebuild();
  }

  /** The build has the snapshot of its own from before, and would go on with it. */
  @Test
  void tableThatIsRestoredDuringABuildEndsTheBuild() throws Exception {
    CLUSTER.admin().drop(table, INDEX);
    BuildListener dies =
        BuildCluster.behind(
            BuildStep.SNAPSHOT,
            () -> {
              throw new BuildCluster.Died();
            });
    assertThatExceptionOfType(BuildCluster.Died.class)
        .isThrownBy(() -> CLUSTER.create(table, dies));
    admin().snapshot(table + "_1", table);
    putAll("Oslo");

    restore(table, table + "_1");

    assertThat(state()).isEqualTo("SUSPECT");
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> CLUSTER.create(table, BuildListener.NONE))
        .withMessageContaining("lighter index rebuild");
    rebuild();
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Rome")).hasSize(ROWS);
    }
    assertThat(admin().listSnapshots(Pattern.compile("lighter-index-ib-.*"))).isEmpty();
  }

  @Test
  @Tag("long")
  void truncatedIndexTableRefusesLookups() throws Exception {
    TableName entries = IndexNames.indexTable(table, INDEX);
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Rome")).hasSize(ROWS);
      admin().disableTable(entries);
      admin().truncateTable(entries, true);
      assertNotReady(rows);
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> state().equals("SUSPECT"));
      assertRefused(rows);
    }
    CLUSTER.put(table, "r0001", "Oslo"); // writes go on
    rebuild();
  }

  private static void assertNotReady(IndexedTable rows) {
    assertThatExceptionOfType(IndexNotReadyException.class).isThrownBy(() -> find(rows, "Rome"));
  }

  @Test
  @Tag("long")
  void restoredTableHasItsIndexBuiltByTheCommand() throws Exception {
    IndexSnapshots snapshots = IndexSnapshots.of(CLUSTER.util().getConnection());
    assertThat(snapshots.take(table, table + "_1")).hasSize(1);
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> snapshots.take(table, table + "_1"));
    moveAll();
    IndexRestore restore =
        IndexRestore.of(
            CLUSTER.util().getConnection(),
            CLUSTER.builder(),
            CreateOptions.DEFAULT,
            BuildListener.NONE);

    assertThat(restore.restore(table, table + "_1").get(0).state()).isEqualTo("ACTIVE");
    TableName clone = TableName.valueOf(table + "_clone");
    assertThat(restore.copy(table + "_1", clone).get(0).state()).isEqualTo("ACTIVE");

    for (TableName each : List.of(table, clone)) {
      try (IndexedTable rows = open(each)) {
        assertThat(find(rows, "Rome")).hasSize(ROWS);
        assertThat(find(rows, "Oslo")).isEmpty();
      }
      assertThat(CLUSTER.check(each).isConsistent()).isTrue();
    }
  }

  @Test
  void snapshotOfTheSameRowsChangesNothing() throws Exception {
    admin().snapshot(table + "_1", table);
    restore(table, table + "_1");
    assertThat(state()).isEqualTo("ACTIVE");
    try (IndexedTable rows = open(table)) {
      assertThat(find(rows, "Rome")).hasSize(ROWS);
    }
  }

  @Test
  @Tag("long")
  void clonedTableHasNoIndexUntilItIsRebuilt() throws Exception {
    admin().snapshot(table + "_1", table);
    TableName clone = TableName.valueOf(table + "_clone");
    admin().cloneSnapshot(table + "_1", clone);
    try (IndexedTable rows = open(clone)) {
      assertThatExceptionOfType(IndexNotReadyException.class)
          .isThrownBy(() -> find(rows, "Rome"))
          .withMessageContaining("its index table");
      assertThat(
              CLUSTER
                  .admin()
                  .rebuild(clone, INDEX, CreateOptions.DEFAULT, BuildListener.NONE)
                  .state())
          .isEqualTo("ACTIVE");
      assertThat(find(rows, "Rome")).hasSize(ROWS);
      CLUSTER.put(clone, "r0001", "Oslo");
      assertThat(find(rows, "Oslo")).hasSize(1);
    }
    assertThat(state()).isEqualTo("ACTIVE");
  }

  /** What happens to every table must not cost its index. */
  @Test
  @Tag("long")
  void ordinaryLifeIsNotSuspect() throws Exception {
    for (int round = 0; round < 2; round++) {
      putAll("c" + round);
      admin().flush(table);
      compactAll(table);
      moveRegions();
      admin().disableTable(table);
      admin().enableTable(table);
      CLUSTER.util().getConnection().clearRegionLocationCache();
      admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(admin().getDescriptor(table))
                  .setValue("round", String.valueOf(round))
                  .build());
      RegionInfo first = admin().getRegions(table).get(0);
      admin()
          .splitRegionAsync(first.getRegionName(), Bytes.toBytes(round == 0 ? "r0010" : "r0005"))
          .get();
      CLUSTER.util().getConnection().clearRegionLocationCache(); // or a put tries old places first
      putAll("d" + round);
      List<RegionInfo> regions = admin().getRegions(table);
      compactAll(table);
      CLUSTER
          .util()
          .waitFor(BuildCluster.WAIT_MS, () -> merge(table, regions.get(0), regions.get(1)));
      putAll("e" + round);
      var server = CLUSTER.util().getRSForFirstRegionInTable(table).getServerName();
      CLUSTER.util().getMiniHBaseCluster().killRegionServer(server);
      var unused = CLUSTER.util().getMiniHBaseCluster().startRegionServer();
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> admin().isTableAvailable(table));
      putAll("f" + round);
      assertThat(state()).isEqualTo("ACTIVE");
    }
    assertThat(CLUSTER.check(table).isConsistent()).isTrue();
  }

  /** Since 2.6.4, a file on one side of the split row becomes a link in that daughter. */
  @Test
  @Tag("long")
  void splitsBetweenFilesAreNotSuspect() throws Exception {
    TableName files = TableName.valueOf(table + "_files");
    TableName entries = IndexNames.indexTable(files, INDEX);
    CLUSTER.createTable(files.getNameAsString(), null);
    assertThat(CLUSTER.create(files, BuildListener.NONE).state()).isEqualTo("ACTIVE");
    for (TableName each : List.of(files, entries)) {
      compactions(each, false);
    }
    for (int i = 0; i < ROWS; i++) {
      CLUSTER.put(files, BuildWriters.row(i), i < ROWS / 2 ? "Athens" : "Zurich");
      if (i % 10 == 9) {
        admin().flush(files);
        admin().flush(entries);
      }
    }
    split(files, "r0020");
    split(files, "r0010"); // its links name its parent's parent
    split(entries, "M");
    try (IndexedTable rows = open(files)) {
      assertThat(find(rows, "Athens")).hasSize(ROWS / 2);
      assertThat(find(rows, "Zurich")).hasSize(ROWS / 2);
      for (TableName each : List.of(files, entries)) {
        List<RegionInfo> regions = admin().getRegions(each);
        compactions(each, true);
        CLUSTER
            .util()
            .waitFor(BuildCluster.WAIT_MS, () -> merge(each, regions.get(0), regions.get(1)));
      }
      assertThat(find(rows, "Athens")).hasSize(ROWS / 2);
    }
    assertThat(CLUSTER.admin().list(files).get(0).state()).isEqualTo("ACTIVE");
  }

  private static void compactions(TableName which, boolean enabled) throws IOException {
    admin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(admin().getDescriptor(which))
                .setCompactionEnabled(enabled)
                .build());
  }

  private static void split(TableName which, String row) throws Exception {
    admin().splitRegionAsync(region(which, row).getRegionName(), Bytes.toBytes(row)).get();
    CLUSTER.util().getConnection().clearRegionLocationCache();
  }

  /** Returns false if a region still has references to files of its parent. */
  private static boolean merge(TableName which, RegionInfo one, RegionInfo other) throws Exception {
    try {
      admin()
          .mergeRegionsAsync(new byte[][] {one.getRegionName(), other.getRegionName()}, true)
          .get();
      return true;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(MergeRegionException.class);
      compactAll(which);
      return false;
    }
  }

  private static void compactAll(TableName which) throws Exception {
    admin().majorCompact(which);
    CLUSTER
        .util()
        .waitFor(
            BuildCluster.WAIT_MS, () -> admin().getCompactionState(which) == CompactionState.NONE);
    // Inputs that wait for HBase's chore count as references to a parent.
    for (var server : CLUSTER.util().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      for (HRegion region : server.getRegionServer().getRegions(which)) {
        for (HStore store : region.getStores()) {
          store.closeAndArchiveCompactedFiles();
        }
      }
    }
  }

  private void moveRegions() throws Exception {
    for (RegionInfo region : admin().getRegions(table)) {
      for (var server : CLUSTER.util().getMiniHBaseCluster().getRegionServerThreads()) {
        var name = server.getRegionServer().getServerName();
        if (server.isAlive() && server.getRegionServer().isOnline()) {
          CLUSTER.util().moveRegionAndWait(region, name);
        }
      }
    }
  }
}
