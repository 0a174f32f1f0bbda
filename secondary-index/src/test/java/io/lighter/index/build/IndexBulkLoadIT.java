// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static io.lighter.index.build.BuildCluster.CITY;
import static io.lighter.index.build.BuildCluster.F;
import static io.lighter.index.build.BuildCluster.INDEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.IndexBulkLoad;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.admin.LoadListener;
import io.lighter.index.admin.LoadStep;
import io.lighter.index.client.IndexedRow;
import io.lighter.index.client.IndexedTable;
import io.lighter.index.client.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** HFiles that are loaded into an indexed table while it is written. */
@Timeout(900)
@ExtendWith(SharedBuildCluster.class)
class IndexBulkLoadIT {
  /** Rows that writers change all the time. */
  private static final int WRITTEN = 300;

  /** Rows of the files that only the load writes; they lie behind the written ones. */
  private static final int QUIET = 300;

  private static final int CITIES = 9;
  private static final int THREADS = 2;
  private static final long OLD = 1_000; // ms; a timestamp long before the test

  private static final BuildCluster CLUSTER = SharedBuildCluster.CLUSTER;

  private TableName table;
  private LoadFixture files;

  @BeforeEach
  void createTable(TestInfo test) throws IOException {
    String name = test.getTestMethod().orElseThrow().getName();
    table = CLUSTER.createTable(name, new byte[][] {row(150), row(300), row(450)});
    files = new LoadFixture(CLUSTER, name);
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(BuildWriters.row(number));
  }

  private void createIndex() throws IOException {
    assertThat(CLUSTER.create(table, BuildListener.NONE).state()).isEqualTo("ACTIVE");
  }

  /** Two files, each with all rows: with an old version, and with the one that rows show. */
  private void writeFiles() throws IOException {
    long now = System.currentTimeMillis();
    List<KeyValue> first = new ArrayList<>();
    List<KeyValue> second = new ArrayList<>();
    for (int i = 0; i < WRITTEN + QUIET; i++) {
      first.add(LoadFixture.put(BuildWriters.row(i), OLD, "old" + i % CITIES));
      second.add(LoadFixture.put(BuildWriters.row(i), now, loadedCity(i)));
    }
    files.add(first);
    files.add(second);
  }

  private static String loadedCity(int row) {
    return "new" + row % CITIES;
  }

  private void load(LoadListener listener) throws IOException {
    bulkLoad(listener).run(files.folder());
  }

  private IndexBulkLoad bulkLoad(LoadListener listener) throws IOException {
    return IndexBulkLoad.of(CLUSTER.util().getConnection(), CLUSTER.files(), table, listener);
  }

  /** Makes an event happen behind a step. */
  private static LoadListener behind(LoadStep wanted, BuildCluster.Event event) {
    return new LoadListener() {
      @Override
      public void progress(BuildProgress progress) {}

      @Override
      public void ended(LoadStep step) {
        if (step == wanted) {
          try {
            event.happen();
          } catch (Exception e) {
            throw new AssertionError("behind " + step, e);
          }
        }
      }
    };
  }

  private void assertConsistent() throws IOException {
    CheckReport report = CLUSTER.check(table);
    assertThat(report.examples()).noneMatch(example -> !example.startsWith("stale"));
    assertThat(report.isConsistent()).isTrue();
  }

  private void assertQuietRowsAreFound() throws IOException {
    for (int city = 0; city < CITIES; city++) {
      List<String> expected = new ArrayList<>();
      for (int i = WRITTEN; i < WRITTEN + QUIET; i++) {
        if (loadedCity(i).equals("new" + city)) {
          expected.add(BuildWriters.row(i));
        }
      }
      assertThat(found("new" + city)).containsAll(expected);
    }
  }

  private List<String> found(String city) throws IOException {
    try (IndexedTable rows = IndexedTable.of(CLUSTER.util().getConnection(), table)) {
      return rows.lookup(INDEX, KeyRange.exact(city), 10_000).stream()
          .map(IndexedRow::row)
          .map(Bytes::toString)
          .toList();
    }
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(files.hasLoadFolder()).isFalse();
    assertThat(files.filesInPlace()).isZero();
    assertThat(CLUSTER.admin().status(table, INDEX).hold()).isEmpty();
    CLUSTER.assertNothingIsLeft();
  }

  /** Looks for each quiet row as soon as a get shows it, until it is closed. */
  private final class Watcher implements AutoCloseable {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final Future<Integer> found = pool.submit(this::watch);

    private Integer watch() throws IOException {
      int seen = 0;
      try (Table data = CLUSTER.util().getConnection().getTable(table)) {
        for (int i = WRITTEN; !stopped.get(); i = i + 1 < WRITTEN + QUIET ? i + 1 : WRITTEN) {
          if (data.exists(new Get(row(i)).addColumn(F, CITY))) {
            assertThat(found(loadedCity(i))).contains(BuildWriters.row(i));
            seen++;
          }
        }
      }
      return seen;
    }

    /** The number of rows that were there and found. */
    int end() throws Exception {
      stopped.set(true);
      return found.get(BuildCluster.WAIT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
      stopped.set(true);
      pool.shutdownNow();
    }
  }

  @Test
  void loadedRowsAreFoundWhileTheTableIsWritten() throws Exception {
    createIndex();
    writeFiles();
    try (BuildWriters writers = write();
        Watcher watcher = new Watcher()) {
      load(LoadListener.IGNORE);
      long now = writers.written();
      CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> writers.written() > now + 500);
      assertThat(watcher.end()).isPositive();
    }

    assertQuietRowsAreFound();
    assertConsistent();
    assertNothingIsLeft();
  }

  private BuildWriters write() throws IOException {
    return new BuildWriters(CLUSTER.util().getConnection(), table, THREADS, WRITTEN);
  }

  /** The mutant "no hold" loses the entry. */
  @Test
  void keyThatARowLeavesDuringTheLoadKeepsItsEntry() throws Exception {
    createIndex();
    TableName other = CLUSTER.createTable("other", new byte[0][]);
    assertThat(CLUSTER.create(other, BuildListener.NONE).state()).isEqualTo("ACTIVE");
    put("r0001", OLD, "Rome");
    CLUSTER.put(other, "r", "Rome");
    files.add(List.of(LoadFixture.put("r0001", 3 * OLD, "Rome")));
    LoadListener leave =
        behind(
            LoadStep.ENTRIES,
            () -> {
              put("r0001", 2 * OLD, "Oslo");
              awaitRemovalsOfTheServerOf(other);
            });

    load(leave);

    assertThat(found("Rome")).containsExactly("r0001");
    assertThat(CLUSTER.entries(table)).containsKey("Oslo/r0001"); // the removal was dropped
    assertConsistent();
  }

  private void put(String row, long timestamp, String city) throws IOException {
    try (Table data = CLUSTER.util().getConnection().getTable(table)) {
      data.put(new Put(Bytes.toBytes(row)).addColumn(F, CITY, timestamp, Bytes.toBytes(city)));
    }
  }

  /** A region server removes in the order of the writes. */
  private void awaitRemovalsOfTheServerOf(TableName other) throws Exception {
    var server = CLUSTER.util().getRSForFirstRegionInTable(table).getServerName();
    var region = CLUSTER.util().getAdmin().getRegions(other).get(0);
    if (!CLUSTER.util().getRSForFirstRegionInTable(other).getServerName().equals(server)) {
      CLUSTER.util().moveRegionAndWait(region, server);
    }
    CLUSTER.put(other, "r", "Oslo");
    CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> CLUSTER.isRemoved(other, "Rome", "r"));
  }

  /** The mutant "stamp 1" loses the entry: the removal of the first write reaches it. */
  @Test
  void removalFromBeforeTheLoadDoesNotReachTheNewEntry() throws Exception {
    createIndex();
    put("r0001", OLD, "Rome");
    put("r0001", 2 * OLD, "Oslo");
    CLUSTER.util().waitFor(BuildCluster.WAIT_MS, () -> CLUSTER.isRemoved(table, "Rome", "r0001"));
    files.add(List.of(LoadFixture.put("r0001", 3 * OLD, "Rome")));

    load(LoadListener.IGNORE);
    assertThat(found("Rome")).containsExactly("r0001");

    put("r0001", 4 * OLD, "Bern");
    CLUSTER
        .util()
        .waitFor(BuildCluster.WAIT_MS, () -> !CLUSTER.entries(table).containsKey("Rome/r0001"));
    assertThat(found("Bern")).containsExactly("r0001");
  }

  @Test
  @Tag("long")
  void loadGoesOnAfterItsProcessDiedBehindEachStep() throws Exception {
    createIndex();
    try (BuildWriters writers = write()) {
      for (LoadStep step : LoadStep.values()) {
        writeFiles();
        assertThatExceptionOfType(BuildCluster.Died.class)
            .isThrownBy(
                () ->
                    load(
                        behind(
                            step,
                            () -> {
                              throw new BuildCluster.Died();
                            })));
        assertConsistent();
        if (step != LoadStep.RELEASE) {
          assertThat(CLUSTER.admin().status(table, INDEX).hold().orElseThrow())
              .contains("lighter index bulkload " + table + " " + files.folder());
          load(LoadListener.IGNORE);
        }
        assertQuietRowsAreFound();
        assertConsistent();
        assertNothingIsLeft();
      }
      assertThat(writers.written()).isPositive();
    }
  }

  @Test
  @Tag("long")
  void cancelledLoadPutsTheFilesBack() throws Exception {
    createIndex();
    writeFiles();
    assertThatExceptionOfType(BuildCluster.Died.class)
        .isThrownBy(
            () ->
                load(
                    behind(
                        LoadStep.ENTRIES,
                        () -> {
                          throw new BuildCluster.Died();
                        })));
    assertThat(files.filesInPlace()).isZero();

    assertThat(bulkLoad(LoadListener.IGNORE).cancel().subject()).isEqualTo(files.folder());

    assertThat(files.filesInPlace()).isEqualTo(2);
    assertThat(files.hasLoadFolder()).isFalse();
    assertThat(CLUSTER.admin().status(table, INDEX).hold()).isEmpty();
    assertThat(found("new1")).isEmpty(); // all entries are stale
    load(LoadListener.IGNORE);
    assertQuietRowsAreFound();
    assertNothingIsLeft();
  }

  /** Its rows would have no entries, also while the command loads other files. */
  @Test
  void loadByHBasesToolIsRefused() throws Exception {
    createIndex();
    writeFiles();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> files.loadByHBase(table))
        .havingRootCause()
        .withMessageContaining("lighter index bulkload");

    // HBase's tool has divided the files by now, and the command takes their parts.
    LoadFixture others = new LoadFixture(CLUSTER, "others");
    others.add(List.of(LoadFixture.put("r0001", OLD, "Paris")));
    load(
        behind(
            LoadStep.ENTRIES,
            () ->
                assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> others.loadByHBase(table))));

    assertThat(others.filesInPlace()).isEqualTo(1);
    assertQuietRowsAreFound();
  }

  @Test
  @Tag("long")
  void regionThatSplitsBetweenEntriesAndRowsTakesBoth() throws Exception {
    createIndex();
    writeFiles();
    LoadListener split =
        behind(
            LoadStep.ENTRIES,
            () -> {
              var admin = CLUSTER.util().getAdmin();
              for (var region : admin.getRegions(table)) {
                if (region.containsRow(row(470))) {
                  admin.splitRegionAsync(region.getRegionName(), row(470)).get();
                }
              }
            });
    try (BuildWriters writers = write()) {
      load(split);
      assertThat(writers.written()).isPositive();
    }

    assertQuietRowsAreFound();
    assertConsistent();
    assertNothingIsLeft();
  }

  @Test
  @Tag("long")
  void regionServerDiesBetweenEntriesAndRows() throws Exception {
    createIndex();
    writeFiles();
    try (BuildWriters writers = write()) {
      load(
          behind(
              LoadStep.ENTRIES,
              () ->
                  CLUSTER
                      .util()
                      .getMiniHBaseCluster()
                      .killRegionServer(
                          CLUSTER.util().getRSForFirstRegionInTable(table).getServerName())));
      assertThat(writers.written()).isPositive();
    } finally {
      var unused = CLUSTER.util().getMiniHBaseCluster().startRegionServer();
    }

    CLUSTER.util().waitUntilAllRegionsAssigned(table);
    assertQuietRowsAreFound();
    assertConsistent();
    assertNothingIsLeft();
  }

  @Test
  @Tag("long")
  void cellThatCannotBeIndexedIsNamedAndNothingIsLoaded() throws Exception {
    createIndex();
    KeyValue expiring =
        new KeyValue(
            Bytes.toBytes("expiring"),
            F,
            CITY,
            OLD,
            KeyValue.Type.Put,
            Bytes.toBytes("Rome"),
            List.of(new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(1_000L))));
    List<KeyValue> cells =
        List.of(
            expiring,
            LoadFixture.put("long", OLD, "c".repeat(HConstants.MAX_ROW_LENGTH)),
            LoadFixture.marker("exact", OLD, KeyValue.Type.Delete),
            LoadFixture.marker("version", OLD, KeyValue.Type.DeleteFamilyVersion));
    for (KeyValue cell : cells) {
      files.add(List.of(LoadFixture.put("fine", OLD, "Rome"), cell));
      assertThatExceptionOfType(IndexRefusedException.class)
          .isThrownBy(() -> load(LoadListener.IGNORE))
          .withMessageContaining(
              "row '"
                  + Bytes.toString(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength())
                  + "'");
      assertThat(files.filesInPlace()).isEqualTo(1);
      assertThat(found("Rome")).isEmpty();
      assertThat(CLUSTER.admin().status(table, INDEX).hold()).isEmpty();
      CLUSTER.util().getTestFileSystem().delete(new Path(files.folder()), true);
    }
  }

  /** Markers of whole columns make entries stale, and uncover nothing. */
  @Test
  void loadedMarkerHidesARow() throws Exception {
    createIndex();
    put("r0001", OLD, "Rome");
    files.add(
        List.of(
            LoadFixture.marker("r0001", 2 * OLD, KeyValue.Type.DeleteColumn),
            LoadFixture.put("r0002", OLD, "Rome")));

    load(LoadListener.IGNORE);

    assertThat(found("Rome")).containsExactly("r0002");
    assertConsistent();
  }
}
