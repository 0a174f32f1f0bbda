// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.manager.CompactionManager;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Offloaded compactions drop the stale entries of an index, and no other. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class IndexCollectionIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] CITY = Bytes.toBytes("city");
  private static final IndexSpec SPEC = IndexSpec.parse("city", "value f:city string");
  private static final int ROWS = 1000;
  private static final int ROUNDS = 10;

  private static OffloadCluster cluster;

  private IndexSpec spec = SPEC;
  private HRegion data;
  private HRegion index;

  /** No entry is removed but by compactions. */
  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            1,
            LighterOption.SERVER_GROUP.defaultValue(),
            conf -> {
              conf.set(LighterOption.INDEX_REMOVAL_DELAY.key(), "10m");
              conf.set(LighterOption.INDEX_WRITE_TIMEOUT.key(), "30s");
            });
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @Test
  void staleEntriesGoAndEveryRowIsFound() throws Exception {
    createTables(Map.of());
    for (int round = 0; round < ROUNDS; round++) {
      putAll(round);
    }
    assertThat(entries()).hasSize(ROWS * ROUNDS);

    compactOffloaded(data);
    compactOffloaded(index);

    List<String> left = entries();
    assertThat(left).containsAll(expected()).hasSizeLessThanOrEqualTo(ROWS * 103 / 100);
    // Another seed keeps other entries by mistake.
    compactOffloaded(data);
    compactOffloaded(index);
    assertThat(entries()).containsAll(expected()).hasSizeLessThanOrEqualTo(ROWS * 102 / 100);
  }

  /**
   * Writes neither read the row nor remove anything; each put inserts its entry. Both tables are
   * smaller than what is offloaded otherwise.
   */
  @Test
  void indexThatIsLeftToCompactionsKeepsItsSize() throws Exception {
    spec = IndexSpec.parse("city", "value f:city string cleanup=compaction");
    Map<String, String> small =
        Map.of(
            LighterOption.OFFLOAD_MIN_BYTES.key(), LighterOption.OFFLOAD_MIN_BYTES.defaultValue());
    createTables(small, small);
    for (int round = 0; round < 3; round++) {
      putAll(round);
    }
    putAll(2);
    assertThat(entries()).hasSize(3 * ROWS);

    for (int i = 0; i < 2; i++) {
      compactOffloaded(data);
      compactOffloaded(index);
      assertThat(entries()).containsAll(expected());
    }
    assertThat(entries()).hasSizeLessThanOrEqualTo(ROWS * 102 / 100);
  }

  /** The compactions are HBase's own, and no operator asks for one. */
  @Test
  void managerAsksForTheCompactionsOfAnIndexThatHasGrown() throws Exception {
    spec = IndexSpec.parse("city", "value f:city string cleanup=compaction");
    createTables(Map.of());
    cluster
        .admin()
        .modifyTable(IndexTables.active(index.getTableDescriptor(), Bytes.toBytes("g1")));
    index = cluster.onlyRegion(index.getTableDescriptor().getTableName());
    putAll(0);
    flushBoth();
    cluster.switchCompactions(true);
    try (CompactionManager manager = startManager();
        RpcCaller caller = new RpcCaller(cluster.conf())) {
      cluster.await(() -> round(caller, manager).getBaseBytes() > 0);
      for (int round = 1; round < ROUNDS; round++) {
        putAll(round);
      }
      flushBoth(); // as HBase does once its memory is full
      assertThat(entries()).hasSize(ROWS * ROUNDS);

      cluster.await(() -> round(caller, manager).hasId());

      IndexRound done = round(caller, manager);
      assertThat(done.getProblem()).isEmpty();
      assertThat(done.getBytesAfter()).isLessThan(done.getBytesBefore() / 4);
      assertThat(done.getDroppedShare()).isGreaterThan(0.9);
      assertThat(entries()).containsAll(expected()).hasSizeLessThanOrEqualTo(ROWS * 103 / 100);
    } finally {
      cluster.switchCompactions(false);
    }
  }

  private void flushBoth() throws IOException {
    data.flush(true);
    index.flush(true);
  }

  private static CompactionManager startManager() throws Exception {
    Configuration conf = new Configuration(cluster.conf());
    conf.set(LighterOption.MANAGER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.MANAGER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.MANAGER_PORT.key(), "0");
    conf.set(LighterOption.MANAGER_INFO_PORT.key(), "-1");
    conf.set(LighterOption.MANAGER_REGIONS_INTERVAL.key(), "1s");
    conf.set(LighterOption.INDEX_GC_INTERVAL.key(), "1s");
    return CompactionManager.start(conf);
  }

  /** What the manager says of the index; without a base as long as it does not know the index. */
  private IndexRound round(RpcCaller caller, CompactionManager manager) throws Exception {
    if (!manager.isLeader()) {
      return IndexRound.getDefaultInstance();
    }
    String table = index.getTableDescriptor().getTableName().getNameAsString();
    return RpcCaller.call(
            () ->
                caller
                    .manager(manager.serverName(), Duration.ofMinutes(1))
                    .status(null, StatusRequest.getDefaultInstance()))
        .getIndexRoundList()
        .stream()
        .filter(each -> each.getIndexTable().equals(table))
        .findFirst()
        .orElse(IndexRound.getDefaultInstance());
  }

  /** Without F in the filter they would go. */
  @Test
  void entriesOfLaterWritesStay() throws Exception {
    createTables(Map.of());
    putAll(0);
    compactOffloaded(data);
    putAll(1);

    compactOffloaded(index);
    assertThat(entries()).containsAll(expected()).hasSize(2 * ROWS);

    compactOffloaded(data);
    compactOffloaded(index);
    assertThat(entries()).containsAll(expected()).hasSizeLessThan(ROWS * 11 / 10);
  }

  /** F is that of the inputs: a flush may have ended since they were selected. */
  @Test
  void entriesOfAFlushDuringTheCompactionStay() throws Exception {
    createTables(Map.of());
    putAll(0);
    data.flush(true);
    HStore store = data.getStore(F);
    store.triggerMajorCompaction();
    CompactionContext selected =
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
    putAll(1);
    data.flush(true);

    long before = OffloadCounters.offloaded();
    assertThat(data.compact(selected, store, NoLimitThroughputController.INSTANCE)).isTrue();
    assertThat(OffloadCounters.offloaded()).isEqualTo(before + 1);
    assertThat(store.getStorefilesCount()).isEqualTo(2);
    compactOffloaded(index);
    assertThat(entries()).containsAll(expected());
  }

  /** The put inserts no entry, since the row shows its key, and shows once the marker is gone. */
  @Test
  void hiddenPutKeepsTheEntryThatItReliesOn() throws Exception {
    createTables(Map.of());
    put("r", "rome", 10);
    deleteExactly("r", 30);
    data.flush(true);
    put("r", "rome", 30);
    put("r", "oslo", 20);
    assertThat(city("r")).isEqualTo("oslo");

    compactFilesOffloaded(data);
    compactOffloaded(index);
    assertThat(city("r")).isEqualTo("rome");
    assertThat(entries()).contains("rome/r");

    for (int i = 0; i < 2; i++) {
      compactOffloaded(data);
      compactOffloaded(index);
      assertThat(entries()).contains("rome/r");
    }
  }

  /** A scanner keeps the marker, and HBase drops the visible put as one version too many. */
  @Test
  void rowThatAScannerHoldsKeepsItsEntries() throws Exception {
    createTables(Map.of());
    put("r", "oslo", 10);
    data.flush(true);
    put("r", "rome", 30);
    data.flush(true);
    try (RegionScanner held = data.getScanner(new Scan())) {
      assertThat(held.getMvccReadPoint()).isPositive();
      deleteExactly("r", 30);
      assertThat(city("r")).isEqualTo("oslo");
      compactOffloaded(data);
      compactOffloaded(index);
      assertThat(entries()).contains("oslo/r", "rome/r");
    }
  }

  @Test
  void localCompactionsCollectNothing() throws Exception {
    createTables(Map.of(LighterOption.OFFLOAD_ENABLED.key(), "false"));
    putAll(0);
    putAll(1);
    compactOffloaded(data);
    index.flush(true);
    index.compact(true);
    assertThat(entries()).hasSize(2 * ROWS);
  }

  @Test
  void collectionIsOffIfTheIndexTableSaysSo() throws Exception {
    createTables(Map.of(LighterOption.INDEX_GC_ENABLED.key(), "false"));
    putAll(0);
    putAll(1);
    compactOffloaded(data);
    compactOffloaded(index);
    assertThat(entries()).hasSize(2 * ROWS);
  }

  /** Sequence ids begin anew, so sets of the time before must not count. */
  @Test
  void truncatedTableHasNoSets() throws Exception {
    createTables(Map.of());
    for (int round = 0; round < 3; round++) {
      putAll(round);
    }
    compactOffloaded(data);
    assertThat(sets()).hasSize(1);
    TableName table = data.getTableDescriptor().getTableName();
    cluster.admin().disableTable(table);
    cluster.admin().truncateTable(table, true);
    data = cluster.onlyRegion(table);

    put("r", "rome", 1);
    compactOffloaded(index);
    assertThat(sets()).isEmpty();
    assertThat(entries()).contains("rome/r");
  }

  /**
   * HBase writes the descriptor anew when it restores a snapshot, and keeps the region's folder.
   */
  @Test
  void restoredTableDoesNotUseTheSetsOfLaterWrites() throws Exception {
    createTables(Map.of());
    TableName table = data.getTableDescriptor().getTableName();
    TableName entryTable = index.getTableDescriptor().getTableName();
    putAll(0);
    cluster.admin().snapshot("data_" + table, table);
    cluster.admin().snapshot("index_" + table, entryTable);
    putAll(1);
    compactOffloaded(data);
    assertThat(sets()).hasSize(1);
    for (TableName each : List.of(table, entryTable)) {
      cluster.admin().disableTable(each);
      cluster
          .admin()
          .restoreSnapshot((each.equals(table) ? "data_" : "index_") + table, false, false);
      cluster.admin().enableTable(each);
    }
    data = cluster.onlyRegion(table);
    index = cluster.onlyRegion(entryTable);
    assertThat(entries()).containsAll(expected()).hasSize(ROWS);

    compactOffloaded(index);
    assertThat(entries()).containsAll(expected()).hasSize(ROWS);
  }

  /** A bulk load has loaded entries of rows that such a set would lack. */
  @Test
  void tableThatIsHeldHasNoSets() throws Exception {
    createTables(Map.of(), Map.of(IndexNames.HOLD, "bulkload ib-1 city /dir"));
    putAll(0);
    compactOffloaded(data);
    assertThat(sets()).isEmpty();
  }

  private void createTables(Map<String, String> ofIndex) throws IOException {
    createTables(ofIndex, Map.of());
  }

  private void createTables(Map<String, String> ofIndex, Map<String, String> ofData)
      throws IOException {
    TableName name = cluster.newTableName("indexed");
    TableDescriptorBuilder entryTable =
        TableDescriptorBuilder.newBuilder(IndexTables.building(name, spec));
    ofIndex.forEach(entryTable::setValue);
    index = cluster.create(entryTable.build());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .setCoprocessor(IndexNames.observer())
            .setValue(IndexNames.definitionKey(spec.name()), spec.text());
    ofData.forEach(table::setValue);
    data = cluster.create(table.build());
  }

  private Table table() throws IOException {
    return cluster.util().getConnection().getTable(data.getTableDescriptor().getTableName());
  }

  private void putAll(int round) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      puts.add(
          new Put(Bytes.toBytes("row%04d".formatted(row)))
              .addColumn(F, CITY, Bytes.toBytes("city%d-%d".formatted(round, row))));
    }
    try (Table table = table()) {
      table.put(puts);
    }
  }

  private void put(String row, String city, long timestamp) throws IOException {
    try (Table table = table()) {
      table.put(new Put(Bytes.toBytes(row)).addColumn(F, CITY, timestamp, Bytes.toBytes(city)));
    }
  }

  private void deleteExactly(String row, long timestamp) throws IOException {
    try (Table table = table()) {
      table.delete(new Delete(Bytes.toBytes(row)).addColumn(F, CITY, timestamp));
    }
  }

  private String city(String row) throws IOException {
    try (Table table = table()) {
      return Bytes.toString(table.get(new Get(Bytes.toBytes(row))).getValue(F, CITY));
    }
  }

  /** Flushes, and compacts all files on the compaction server. */
  private static void compactOffloaded(HRegion region) throws IOException {
    region.flush(true);
    compactFilesOffloaded(region);
  }

  private static void compactFilesOffloaded(HRegion region) throws IOException {
    long before = OffloadCounters.offloaded();
    region.compact(true);
    assertThat(OffloadCounters.offloaded()).isEqualTo(before + 1);
  }

  /** The entries of the index, each as key and row. */
  private List<String> entries() throws Exception {
    EntryCodec codec = new EntryCodec(SPEC);
    List<String> entries = new ArrayList<>();
    try (Table table =
            cluster.util().getConnection().getTable(index.getTableDescriptor().getTableName());
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        EntryCodec.Entry entry = codec.decode(result.getRow());
        entries.add(
            Bytes.toString(codec.values(entry.key()).get(0)) + "/" + Bytes.toString(entry.row()));
      }
    }
    return entries;
  }

  /** The entries of what the rows show. */
  private List<String> expected() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    try (Table table = table();
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        rows.put(Bytes.toString(result.getRow()), Bytes.toString(result.getValue(F, CITY)));
      }
    }
    return rows.entrySet().stream().map(row -> row.getValue() + "/" + row.getKey()).toList();
  }

  /** The live sets of the data region. */
  private List<String> sets() throws IOException {
    List<String> names = new ArrayList<>();
    Path folder = data.getRegionFileSystem().getRegionDir();
    for (FileStatus file : data.getFilesystem().listStatus(folder)) {
      if (file.getPath().getName().startsWith(".lighter-live.")) {
        names.add(file.getPath().getName());
      }
    }
    return names;
  }
}
