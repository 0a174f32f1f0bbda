// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static io.lighter.index.build.BuildCluster.CITY;
import static io.lighter.index.build.BuildCluster.DEFINITION;
import static io.lighter.index.build.BuildCluster.F;
import static io.lighter.index.build.BuildCluster.INDEX;
import static io.lighter.index.build.BuildCluster.behind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.client.IndexNotReadyException;
import io.lighter.index.client.IndexedTable;
import io.lighter.index.client.KeyRange;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Indexes that are built from the rows of a table while it is written. */
@Timeout(900)
@ExtendWith(SharedBuildCluster.class)
class IndexBuildIT {
  private static final int ROWS = 600;

  /** Rows that no writer touches, so that only a build gives them entries. */
  private static final int QUIET_ROWS = 200;

  private static final int THREADS = 3;
  private static final long OLD = 1_000; // ms; a timestamp long before the test

  private static final BuildCluster CLUSTER = SharedBuildCluster.CLUSTER;

  private TableName table;

  @BeforeEach
  void createTable(TestInfo test) throws IOException {
    byte[][] splits = {row(150), row(300), row(450)};
    table = CLUSTER.createTable(test.getTestMethod().orElseThrow().getName(), splits);
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(BuildWriters.row(number));
  }

  /** Rows in files and in memory, some of them deleted. */
  private void load() throws IOException {
    try (Table data = CLUSTER.util().getConnection().getTable(table)) {
      for (int round = 0; round < 2; round++) {
        List<Put> puts = new ArrayList<>();
        List<Delete> deletes = new ArrayList<>();
        for (int i = 0; i < ROWS + QUIET_ROWS; i++) {
          byte[] city = Bytes.toBytes("c" + (i + round) % 9);
          puts.add(new Put(row(i)).addColumn(F, CITY, city));
          if (i % 10 == round) {
            deletes.add(new Delete(row(i)));
          }
        }
        data.put(puts);
        data.delete(deletes);
        if (round == 0) {
          CLUSTER.util().flush(table);
        }
      }
    }
  }

  private BuildWriters write() throws IOException {
    return new BuildWriters(CLUSTER.util().getConnection(), table, THREADS, ROWS);
  }

  private void assertComplete() throws IOException {
    CheckReport report = CLUSTER.check(table);
    assertThat(report.examples()).noneMatch(example -> !example.startsWith("stale"));
    assertThat(report.isConsistent()).isTrue();
    assertThat(report.unsettled()).isZero();
  }

  @Test
  void tableIsIndexedWhileItIsWritten() throws Exception {
    load();
    long during;
    try (BuildWriters writers = write()) {
      IndexInfo info = CLUSTER.create(table, BuildListener.NONE);
      assertThat(info.state()).isEqualTo("ACTIVE");
      during = writers.written();
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> writers.written() > during + 1_000);
    }

    assertThat(during).isGreaterThan(100);
    assertComplete();
    CLUSTER.assertNothingIsLeft();
    assertThat(CLUSTER.util().getAdmin().getRegions(IndexNames.indexTable(table, INDEX)).size())
        .isGreaterThan(1); // split by a sample of the keys
  }

  @Test
  @Tag("long")
  void buildGoesOnAfterItsProcessDiedBehindEachStep() throws Exception {
    load();
    try (BuildWriters writers = write()) {
      for (BuildStep step : BuildStep.values()) {
        boolean died = false;
        try {
          IndexInfo unused =
              CLUSTER.create(
                  table,
                  behind(
                      step,
                      () -> {
                        throw new BuildCluster.Died();
                      }));
        } catch (BuildCluster.Died e) {
          died = true;
        }
        assertThat(died).as("died behind %s", step).isTrue();
        assertThat(CLUSTER.admin().list(table).get(0).state())
            .isEqualTo(step == BuildStep.OPEN ? "ACTIVE" : "BUILDING");

        assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
        assertComplete();
        CLUSTER.assertNothingIsLeft();
        CLUSTER.admin().drop(table, INDEX);
      }
      assertThat(writers.written()).isPositive();
    }
  }

  @Test
  @Tag("long")
  void indexThatIsBeingBuiltCanBeDropped() throws Exception {
    load();
    for (BuildStep step : List.of(BuildStep.MARK, BuildStep.SNAPSHOT, BuildStep.MERGE)) {
      BuildListener dies =
          behind(
              step,
              () -> {
                throw new BuildCluster.Died();
              });
      assertThatExceptionOfType(BuildCluster.Died.class)
          .isThrownBy(() -> CLUSTER.create(table, dies));
      assertThatExceptionOfType(IndexNotReadyException.class)
          .isThrownBy(() -> CLUSTER.check(table))
          .withMessageContaining("index city of " + table + " is not ready: BUILDING");

      CLUSTER.admin().drop(table, INDEX);

      CLUSTER.assertNothingIsLeft();
      assertThat(CLUSTER.admin().list(table)).isEmpty();
      CLUSTER.put(table, "x", "Rome");
    }
  }

  /** Fails now and then if a removal may rest on what an unsynced write hides. */
  @Test
  @Tag("long")
  void regionServerDiesDuringTheBuild() throws Exception {
    load();
    Admin admin = CLUSTER.util().getAdmin();
    try (BuildWriters writers = write()) {
      BuildListener kill =
          behind(
              BuildStep.MERGE,
              () -> {
                var server =
                    CLUSTER.util().getRSForFirstRegionInTable(IndexNames.indexTable(table, INDEX));
                CLUSTER.util().getMiniHBaseCluster().killRegionServer(server.getServerName());
              });

      assertThat(CLUSTER.create(table, kill).state()).isEqualTo("ACTIVE");
      long now = writers.written();
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> writers.written() > now + 100);
    } finally {
      var unused = CLUSTER.util().getMiniHBaseCluster().startRegionServer();
    }

    CLUSTER.util().waitUntilAllRegionsAssigned(table);
    assertThat(admin.getRegions(table)).hasSize(4);
    assertComplete();
    CLUSTER.assertNothingIsLeft();
  }

  @Test
  @Tag("long")
  void regionsOfBothTablesSplitDuringTheBuild() throws Exception {
    load();
    TableName indexTable = IndexNames.indexTable(table, INDEX);
    try (BuildWriters writers = write()) {
      BuildListener split =
          behind(
              BuildStep.MERGE,
              () -> {
                split(table, row(75));
                byte[] start =
                    CLUSTER.util().getAdmin().getRegions(indexTable).get(0).getStartKey();
                split(indexTable, Bytes.add(start, Bytes.toBytes("c2")));
              });

      assertThat(CLUSTER.create(table, split).state()).isEqualTo("ACTIVE");
      assertThat(writers.written()).isPositive();
    }
    assertComplete();
    CLUSTER.admin().drop(table, INDEX);

    // daughters refer to their parent's files, also in a snapshot
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
    assertComplete();
  }

  private static void split(TableName which, byte[] at) throws Exception {
    Admin admin = CLUSTER.util().getAdmin();
    admin.splitRegionAsync(admin.getRegions(which).get(0).getRegionName(), at).get();
  }

  /** The removals come before the entries that they remove. */
  @Test
  void rowThatChangesBehindTheSnapshotHasItsNewEntryOnly() throws Exception {
    CLUSTER.put(table, "changed", "Rome");
    CLUSTER.put(table, "deleted", "Rome");
    CLUSTER.put(table, "same", "Rome");
    BuildListener change =
        behind(
            BuildStep.SNAPSHOT,
            () -> {
              CLUSTER.put(table, "changed", "Oslo");
              CLUSTER.put(table, "same", "Rome");
              try (Table data = CLUSTER.util().getConnection().getTable(table)) {
                data.delete(new Delete(Bytes.toBytes("deleted")));
              }
              CLUSTER
                  .util()
                  .waitFor(
                      BuildCluster.WAIT_MS,
                      () ->
                          CLUSTER.isRemoved(table, "Rome", "changed")
                              && CLUSTER.isRemoved(table, "Rome", "deleted"));
            });

    assertThat(CLUSTER.create(table, change).state()).isEqualTo("ACTIVE");

    assertThat(CLUSTER.entries(table)).containsOnlyKeys("Oslo/changed", "Rome/same");
  }

  /** Between the barrier and the snapshot a row leaves a key and comes back to it. */
  @Test
  void keyThatComesBackBeforeTheSnapshotOutlivesItsRemoval() throws Exception {
    CLUSTER.put(table, "back", "Rome");
    BuildListener change =
        behind(
            BuildStep.MARK,
            () -> {
              CLUSTER.put(table, "back", "Oslo");
              CLUSTER
                  .util()
                  .waitFor(BuildCluster.WAIT_MS, () -> CLUSTER.isRemoved(table, "Rome", "back"));
              CLUSTER.put(table, "back", "Rome");
              CLUSTER.put(table, "back", "Rome"); // inserts nothing: the row shows its key
            });

    assertThat(CLUSTER.create(table, change).state()).isEqualTo("ACTIVE");

    assertThat(CLUSTER.entries(table)).containsKey("Rome/back");
  }

  /** A compaction may drop a marker before it meets an older put that was written later. */
  @Test
  void valuesThatMayShowWithoutAWriteHaveEntries() throws Exception {
    try (Table data = CLUSTER.util().getConnection().getTable(table)) {
      byte[] masked = Bytes.toBytes("masked");
      data.delete(new Delete(masked).addColumns(F, CITY, 2 * OLD));
      CLUSTER.util().flush(table);
      data.put(new Put(masked).addColumn(F, CITY, OLD, Bytes.toBytes("Rome")));
      byte[] expiring = Bytes.toBytes("expiring");
      data.put(new Put(expiring).addColumn(F, CITY, OLD, Bytes.toBytes("Oslo")));
      data.put(new Put(expiring).addColumn(F, CITY, Bytes.toBytes("Bern")).setTTL(3_600_000));
      byte[] gone = Bytes.toBytes("gone");
      data.put(new Put(gone).addColumn(F, CITY, OLD, Bytes.toBytes("Paris")));
      data.delete(new Delete(gone));
    }

    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");

    assertThat(CLUSTER.entries(table))
        .containsOnlyKeys("Rome/masked", "Oslo/expiring", "Bern/expiring");
  }

  @Test
  @Tag("long")
  void suspendedIndexIsLeftAloneUntilItIsBuiltAnew() throws Exception {
    load();
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");

    assertThat(CLUSTER.admin().suspend(table, INDEX).state()).isEqualTo("SUSPENDED");
    CLUSTER.put(table, "x", "Rome");
    assertThat(CLUSTER.entries(table)).doesNotContainKey("Rome/x");
    try (IndexedTable rows = IndexedTable.of(CLUSTER.util().getConnection(), table)) {
      assertThatExceptionOfType(IndexNotReadyException.class)
          .isThrownBy(() -> rows.lookup(INDEX, KeyRange.all(), 10))
          .withMessageContaining("SUSPENDED")
          .withMessageContaining("lighter index rebuild");
    }

    try (BuildWriters writers = write()) {
      IndexInfo info =
          CLUSTER.admin().rebuild(table, INDEX, CreateOptions.DEFAULT, BuildListener.NONE);
      assertThat(info.state()).isEqualTo("ACTIVE");
      assertThat(writers.written()).isPositive();
    }
    assertThat(CLUSTER.entries(table)).containsKey("Rome/x");
    assertComplete();
    CLUSTER.assertNothingIsLeft();
  }

  /** Sequence ids of a truncated table begin again, so its markers would hide new entries. */
  @Test
  void rebuildMakesTheIndexOfATruncatedTableWhole() throws Exception {
    load();
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
    CLUSTER.admin().suspend(table, INDEX);
    CLUSTER.util().truncateTable(table).close();
    CLUSTER.put(table, BuildWriters.row(7), "Rome");

    IndexInfo info =
        CLUSTER.admin().rebuild(table, INDEX, CreateOptions.DEFAULT, BuildListener.NONE);

    assertThat(info.state()).isEqualTo("ACTIVE");
    assertThat(CLUSTER.entries(table)).containsOnlyKeys("Rome/" + BuildWriters.row(7));
  }

  @Test
  @Tag("long")
  void rebuildGoesOnAfterItsProcessDied() throws Exception {
    load();
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
    for (BuildStep step : List.of(BuildStep.CREATE, BuildStep.DEFINE, BuildStep.READ)) {
      BuildListener dies =
          behind(
              step,
              () -> {
                throw new BuildCluster.Died();
              });
      assertThatExceptionOfType(BuildCluster.Died.class)
          .isThrownBy(() -> CLUSTER.admin().rebuild(table, INDEX, CreateOptions.DEFAULT, dies));

      assertThat(
              CLUSTER
                  .admin()
                  .rebuild(table, INDEX, CreateOptions.DEFAULT, BuildListener.NONE)
                  .state())
          .isEqualTo("ACTIVE");
      assertComplete();
    }
  }

  @Test
  void rowThatCannotHaveAnEntryIsNamed() throws Exception {
    String longRow = "r".repeat(20_000);
    CLUSTER.put(table, longRow, "c".repeat(20_000));

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> CLUSTER.create(table, BuildListener.NONE))
        .withMessageContaining("row 'rrrr")
        .withMessageContaining("expected at most 32767 together")
        .withMessageContaining("change the row");
    assertThat(CLUSTER.admin().list(table).get(0).state()).isEqualTo("BUILDING");

    CLUSTER.put(table, longRow, "Rome");
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
    assertThat(CLUSTER.entries(table)).containsOnlyKeys("Rome/" + longRow);
  }

  @Test
  void userWithoutTheFilesIsToldWhatIsMissing() throws Exception {
    load();
    Configuration conf = CLUSTER.util().getConfiguration();
    Path folder = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(conf), table);
    CLUSTER.util().getTestFileSystem().setPermission(folder, new FsPermission((short) 0700));
    UserGroupInformation mallory =
        UserGroupInformation.createUserForTesting("mallory", new String[] {"others"});

    List<String> problems =
        mallory.doAs(
            (PrivilegedExceptionAction<List<String>>)
                () -> new SnapshotBuilder(connection(), conf, 1).problems(table));

    assertThat(problems)
        .anyMatch(
            problem ->
                problem.contains("user 'mallory' lacks READ_EXECUTE on " + folder)
                    && problem.contains("run the command as HBase's user"));
    assertThat(CLUSTER.builder().problems(table)).isEmpty();
  }

  @Test
  void foreignRootFolderIsNamed() throws Exception {
    Configuration conf = new Configuration(CLUSTER.util().getConfiguration());
    CommonFSUtils.setRootDir(conf, CLUSTER.util().getDataTestDirOnTestFS("nothing"));

    assertThat(new SnapshotBuilder(connection(), conf, 1).problems(table))
        .singleElement()
        .asString()
        .contains("hbase.rootdir = '", "is not the root folder of cluster", "core-site.xml");
  }

  /** HBase refuses to restore a snapshot there. */
  @Test
  void workFolderInsideOfTheRootFolderIsNamed() throws Exception {
    Configuration conf = new Configuration(CLUSTER.util().getConfiguration());
    conf.set(
        HConstants.TEMPORARY_FS_DIRECTORY_KEY,
        new Path(CommonFSUtils.getRootDir(conf), "staging").toString());

    assertThat(new SnapshotBuilder(connection(), conf, 1).problems(table))
        .singleElement()
        .asString()
        .startsWith("hbase.fs.tmp.dir = '")
        .contains("is inside of HBase's root folder");
  }

  private static Connection connection() throws IOException {
    return CLUSTER.util().getConnection();
  }

  @Test
  @Tag("long")
  void definitionOfAnotherIndexIsLeftAlone() throws Exception {
    load();
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
    IndexInfo second =
        CLUSTER
            .admin()
            .create(table, "town", DEFINITION, CreateOptions.DEFAULT, BuildListener.NONE);

    assertThat(second.state()).isEqualTo("ACTIVE");
    assertComplete();
    assertThat(CLUSTER.admin().list(table)).allMatch(info -> info.problem().isEmpty());
  }
}
