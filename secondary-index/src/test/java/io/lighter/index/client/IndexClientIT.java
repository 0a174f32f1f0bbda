// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexAdmin;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.admin.IndexVerifier;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Indexes of tables with two regions, divided at {@code m}, on two region servers. */
@Timeout(600)
class IndexClientIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] CITY = Bytes.toBytes("city");
  private static final String DEFINITION = "value f:city string";
  private static final long WAIT_MS = 120_000;

  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  private static IndexAdmin indexes;

  private TableName table;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set(
        "hbase.region.server.rpc.scheduler.factory.class",
        "io.lighter.index.rpc.IndexRpcSchedulerFactory");
    conf.set("lighter.index.write.timeout", "20s");
    UTIL.startMiniCluster(
        StartMiniClusterOption.builder().numRegionServers(2).numDataNodes(1).build());
    boolean unused = UTIL.getAdmin().balancerSwitch(false, true);
    indexes = IndexAdmin.of(UTIL.getConnection());
  }

  @AfterAll
  static void stopCluster() throws Exception {
    UTIL.shutdownMiniCluster();
  }

  @BeforeEach
  void createTable(TestInfo test) throws IOException {
    table = TableName.valueOf(test.getTestMethod().orElseThrow().getName());
    UTIL.getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
                .build(),
            new byte[][] {Bytes.toBytes("m")});
  }

  @Test
  void rowsOfAnOrdinaryClientAreFound() throws Exception {
    assertThat(create(DEFINITION).state()).isEqualTo("ACTIVE");
    for (int i = 0; i < 50; i++) {
      put((i % 2 == 0 ? "a" : "z") + i, i % 5 == 0 ? "Rome" : "Oslo");
    }
    put("a0", "Bern"); // whose entry of Rome is stale

    try (IndexedTable rows = open()) {
      assertThat(rows(rows.lookup("city", KeyRange.exact("Rome"), 100)))
          .containsExactly("a10", "a20", "a30", "a40", "z15", "z25", "z35", "z45", "z5");
      assertThat(rows(rows.lookup("city", KeyRange.prefix("Be"), 100))).containsExactly("a0");
      assertThat(rows.lookup("city", KeyRange.all(), 7)).hasSize(7);
      List<IndexedRow> all =
          rows.async()
              .lookup(Lookup.of("city", KeyRange.all()).limit(1000).pageSize(3))
              .get(WAIT_MS, TimeUnit.MILLISECONDS);
      assertThat(rows(all)).hasSize(50).doesNotHaveDuplicates();
      assertThat(rows.stats().counts().staleEntries()).isGreaterThanOrEqualTo(1);
      assertThat(IndexVerifier.check(UTIL.getConnection(), table, "city", false).missing())
          .isZero();
    }
  }

  @Test
  void saltedIndexAnswersInTheOrderOfItsKeys() throws Exception {
    create(DEFINITION + " salt=4");
    for (int i = 0; i < 60; i++) {
      put("r" + i, "c%02d".formatted(i));
    }

    try (IndexedTable rows = open();
        IndexScanner scanner =
            rows.scan(Lookup.of("city", KeyRange.between("c10", "c50")).pageSize(5))) {
      List<String> found = new ArrayList<>();
      for (IndexedRow row : scanner) {
        found.add(Bytes.toString(row.row()));
      }
      List<String> expected = new ArrayList<>();
      for (int i = 10; i < 50; i++) {
        expected.add("r" + i);
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void rowThatMovesBackwardsIsFound() throws Exception {
    create(DEFINITION);
    for (String city : List.of("b", "c", "d", "e", "f")) {
      put("r" + city, city);
    }

    try (IndexedTable rows = open()) {
      IndexLookup lookup = rows.async().scan(Lookup.of("city", KeyRange.all()).pageSize(1));
      List<IndexedRow> found = new ArrayList<>(next(lookup));
      put("rf", "a"); // where the lookup has been
      for (List<IndexedRow> batch = next(lookup); !batch.isEmpty(); batch = next(lookup)) {
        found.addAll(batch);
      }
      assertThat(rows(found)).containsExactly("rb", "rc", "rd", "re", "rf");
      assertThat(found.get(4).moved()).isTrue();
    }
  }

  @Test
  void tableWithRowsIsRefusedAndLeftAlone() throws Exception {
    put("a", "Rome");
    TableDescriptor before = UTIL.getAdmin().getDescriptor(table);

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create(DEFINITION))
        .withMessageContaining("has rows, whose files this program does not read");
    assertThat(UTIL.getAdmin().getDescriptor(table)).isEqualTo(before);
    assertThat(UTIL.getAdmin().tableExists(IndexNames.indexTable(table, "city"))).isFalse();
  }

  /** Deleted rows may come back until they are compacted away. */
  @Test
  void deletedRowsCountUntilTheyAreCompactedAway() throws Exception {
    put("a", "Rome");
    try (Table data = UTIL.getConnection().getTable(table)) {
      data.delete(new Delete(Bytes.toBytes("a")));
    }
    assertThatExceptionOfType(IndexRefusedException.class).isThrownBy(() -> create(DEFINITION));

    UTIL.flush(table);
    UTIL.compact(table, true);

    assertThat(create(DEFINITION).state()).isEqualTo("ACTIVE");
  }

  /** Either the index has every row, or there is none; a write never fails. */
  @Test
  void writersDuringCreateMissNoEntry() throws Exception {
    try (Writer writer = new Writer()) {
      boolean created = true;
      try {
        IndexInfo unused = create(DEFINITION);
      } catch (IndexRefusedException e) {
        created = false;
        assertThat(e).hasMessageContaining("has rows, whose files this program does not read");
      }
      int rows = writer.stop();
      assertThat(rows).isPositive();
      assertThat(UTIL.getAdmin().tableExists(IndexNames.indexTable(table, "city")))
          .isEqualTo(created);
      if (created) {
        assertThat(IndexVerifier.check(UTIL.getConnection(), table, "city", false).missing())
            .isZero();
      } else {
        assertThat(IndexProblem.hasObserver(UTIL.getAdmin().getDescriptor(table))).isFalse();
      }
    }
  }

  @Test
  void dropUnderWritesFailsNoWriteAndEndsLookups() throws Exception {
    create(DEFINITION);
    try (IndexedTable rows = open();
        Writer writer = new Writer()) {
      UTIL.waitFor(WAIT_MS, () -> !rows.lookup("city", KeyRange.all(), 1).isEmpty());

      indexes.drop(table, "city");

      assertThat(writer.stop()).isPositive();
      assertThatExceptionOfType(UnknownIndexException.class)
          .isThrownBy(() -> rows.lookup("city", KeyRange.all(), 1));
      TableDescriptor data = UTIL.getAdmin().getDescriptor(table);
      assertThat(IndexProblem.hasObserver(data)).isFalse();
      assertThat(UTIL.getAdmin().tableExists(IndexNames.indexTable(table, "city"))).isFalse();
    }
  }

  /** The client has the gate and the definition of the first index. */
  @Test
  void clientNoticesThatTheIndexWasCreatedAnew() throws Exception {
    create(DEFINITION);
    try (IndexedTable rows = open()) {
      assertThat(rows.lookup("city", KeyRange.exact("Rome"), 1)).isEmpty();
      indexes.drop(table, "city");
      create("value f:city int");
      try (Table data = UTIL.getConnection().getTable(table)) {
        data.put(new Put(Bytes.toBytes("r")).addColumn(F, CITY, Bytes.toBytes(7)));
      }

      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> rows.lookup("city", KeyRange.exact("Rome"), 1))
          .withMessageContaining("expected int");
      assertThat(rows(rows.lookup("city", KeyRange.exact(7), 1))).containsExactly("r");
    }
  }

  @Test
  void regionsRefuseLookupsOnceTheGateIsClosed() throws Exception {
    create(DEFINITION);
    put("a", "Rome");
    try (IndexedTable rows = open()) {
      assertThat(rows.lookup("city", KeyRange.exact("Rome"), 1)).hasSize(1);
      Admin admin = UTIL.getAdmin();
      admin.modifyTable(
          IndexTables.dropping(admin.getDescriptor(IndexNames.indexTable(table, "city"))));

      assertThatExceptionOfType(IndexNotReadyException.class)
          .isThrownBy(() -> rows.lookup("city", KeyRange.exact("Rome"), 1))
          .withMessageContaining("DROPPING");
    }
    put("b", "Rome"); // writes go on
    indexes.drop(table, "city");
  }

  /** Entries that were removed and added by hand are repaired once their region has moved. */
  @Test
  void checkFindsAndRepairsWhileTheTableIsInUse() throws Exception {
    create(DEFINITION);
    put("a", "Rome");
    put("z", "Oslo");
    try (Table entries = UTIL.getConnection().getTable(IndexNames.indexTable(table, "city"))) {
      entries.delete(
          new Delete(entry("Rome", "a"))
              .addColumns(IndexNames.family(), IndexNames.qualifier(), 1_000));
      entries.put(
          new Put(entry("Bern", "z"))
              .addColumn(IndexNames.family(), IndexNames.qualifier(), 1, new byte[0]));
    }
    reopen(1_000);

    CheckReport found = IndexVerifier.check(UTIL.getConnection(), table, "city", false);
    assertThat(found.missing()).isEqualTo(1);
    assertThat(found.stale()).isEqualTo(1);
    assertThat(found.isConsistent()).isFalse();
    CheckReport repaired = IndexVerifier.check(UTIL.getConnection(), table, "city", true);
    assertThat(repaired.repairedMissing()).as(repaired.toString()).isEqualTo(1);
    assertThat(repaired.repairedStale()).as(repaired.toString()).isEqualTo(1);
    CheckReport again = IndexVerifier.check(UTIL.getConnection(), table, "city", false);
    assertThat(again.missing()).isZero();
    assertThat(again.stale()).isZero();
    put("a", "Oslo");
    put("a", "Rome");
    put("z", "Bern"); // has the key that was removed
    try (IndexedTable rows = open()) {
      assertThat(rows(rows.lookup("city", KeyRange.all(), 10))).containsExactly("z", "a");
    }
  }

  /** Only entries go of which the region knows that no write needs them, nor a crash. */
  @Test
  void staleEntriesAreGoneAfterALookup() throws Exception {
    create(DEFINITION);
    try (Table entries = UTIL.getConnection().getTable(IndexNames.indexTable(table, "city"))) {
      // What a region server leaves that dies after it has inserted an entry.
      entries.put(
          new Put(entry("Rome", "dead"))
              .addColumn(IndexNames.family(), IndexNames.qualifier(), 1, new byte[0]));
    }
    for (String row : List.of("a", "z")) {
      put(row, "Rome");
      try (Table data = UTIL.getConnection().getTable(table)) {
        data.put(
            new Put(Bytes.toBytes(row))
                .addColumn(F, CITY, Bytes.toBytes("Oslo"))
                .setDurability(Durability.SKIP_WAL)); // no removal follows
      }
    }
    put("valid", "Rome");
    put("yet", "Rome");
    RegionInfo first = UTIL.getAdmin().getRegions(table).get(0);
    assertThat(first.containsRow(Bytes.toBytes("a"))).isTrue();
    UTIL.getAdmin().flushRegion(first.getRegionName());

    try (IndexedTable rows = open()) {
      assertThat(rows(rows.lookup("city", KeyRange.exact("Rome"), 9)))
          .containsExactly("valid", "yet");
      UTIL.waitFor(WAIT_MS, () -> !rowsWithEntry("Rome").contains("a"));
      UTIL.waitFor(WAIT_MS, () -> !rowsWithEntry("Rome").contains("dead"));
      // A crash would show Rome again.
      assertThat(rowsWithEntry("Rome")).containsExactly("valid", "yet", "z");
      assertThat(rowsWithEntry("Oslo")).containsExactly("a", "z");
      assertThat(rows.stats().counts().repairsAsked()).isEqualTo(3);
      put("a", "Rome");
      assertThat(rows(rows.lookup("city", KeyRange.exact("Rome"), 9)))
          .containsExactly("a", "valid", "yet");
    }
  }

  /** By a raw look at the index table. */
  private List<String> rowsWithEntry(String city) throws Exception {
    EntryCodec codec = new EntryCodec(IndexSpec.parse("city", DEFINITION));
    byte[] key = codec.key(List.of(Bytes.toBytes(city)));
    List<String> rows = new ArrayList<>();
    try (Table entries = UTIL.getConnection().getTable(IndexNames.indexTable(table, "city"));
        ResultScanner results = entries.getScanner(new Scan().setStartStopRowForPrefixScan(key))) {
      for (Result result : results) {
        rows.add(Bytes.toString(codec.decode(result.getRow()).row()));
      }
    }
    return rows;
  }

  /** Writes until the sequence ids are above the hand-made stamps, and reopens the regions. */
  private void reopen(int sequenceId) throws IOException {
    try (Table data = UTIL.getConnection().getTable(table)) {
      for (String row : List.of("b", "y")) {
        for (int i = 0; i < sequenceId; i++) {
          data.put(new Put(Bytes.toBytes(row)).addColumn(F, F, Bytes.toBytes(i)));
        }
      }
    }
    for (RegionInfo region : UTIL.getAdmin().getRegions(table)) {
      UTIL.getAdmin().move(region.getEncodedNameAsBytes());
    }
  }

  private static byte[] entry(String city, String row) throws Exception {
    EntryCodec codec = new EntryCodec(IndexSpec.parse("city", DEFINITION));
    return codec.entryRow(codec.key(List.of(Bytes.toBytes(city))), Bytes.toBytes(row));
  }

  private IndexInfo create(String definition) throws IOException {
    return indexes.create(table, "city", definition, CreateOptions.DEFAULT);
  }

  private IndexedTable open() throws IOException {
    return IndexedTable.of(UTIL.getConnection(), table);
  }

  private void put(String row, String city) throws IOException {
    try (Table data = UTIL.getConnection().getTable(table)) {
      data.put(new Put(Bytes.toBytes(row)).addColumn(F, CITY, Bytes.toBytes(city)));
    }
  }

  private static List<IndexedRow> next(IndexLookup lookup) throws Exception {
    return lookup.nextBatch().get(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  private static List<String> rows(List<IndexedRow> found) {
    return found.stream().map(row -> Bytes.toString(row.row())).toList();
  }

  /** Puts rows one after the other until it is stopped. */
  private final class Writer implements AutoCloseable {
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger written = new AtomicInteger();
    private final CompletableFuture<Void> end;

    private Writer() {
      end = CompletableFuture.runAsync(this::write, executor);
    }

    private void write() {
      try {
        while (!stopped.get()) {
          int i = written.get();
          put((i % 2 == 0 ? "a" : "z") + i, "c" + i % 10);
          written.incrementAndGet();
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    /** Ends the writer, which fails if a write failed, and returns the number of rows. */
    private int stop() throws Exception {
      stopped.set(true);
      end.get(WAIT_MS, TimeUnit.MILLISECONDS);
      return written.get();
    }

    @Override
    public void close() {
      stopped.set(true);
      executor.shutdown();
    }
  }
}
