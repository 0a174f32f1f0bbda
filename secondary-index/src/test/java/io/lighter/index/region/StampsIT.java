// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static io.lighter.index.region.IndexCluster.CITY;
import static io.lighter.index.region.IndexCluster.F;
import static io.lighter.index.region.IndexCluster.WAIT_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stamps of rows over moves, splits, merges, killed servers and failed batches. */
@Timeout(900)
class StampsIT {
  private static final String INDEX = "city";
  private static final IndexCluster CLUSTER = new IndexCluster();
  private static final HBaseTestingUtility UTIL = CLUSTER.util();

  /** Largest stamp and sequence id of each row so far. */
  private final Map<String, Long> last = new TreeMap<>();

  private int writes;

  @BeforeAll
  static void startCluster() throws Exception {
    CLUSTER.useSchedulerOfIndexes();
    CLUSTER.start(3, "1m"); // superseded entries stay, so that all stamps can be seen
  }

  @AfterAll
  static void stopCluster() throws Exception {
    CLUSTER.stop();
  }

  @Test
  @Tag("long")
  void stampsOfARowGrowAndNeverExceedTheCommit() throws Exception {
    TableName name = CLUSTER.create("stamps", Map.of(INDEX, "value f:city string"), new byte[0][]);
    try (Table table = UTIL.getConnection().getTable(name)) {
      writeAndCheck(name, table);
      UTIL.flush(name);
      writeAndCheck(name, table);
      move(name);
      writeAndCheck(name, table);
      UTIL.getAdmin().split(name, Bytes.toBytes("m"));
      UTIL.waitFor(WAIT_MS, () -> UTIL.getAdmin().getRegions(name).size() == 2);
      writeAndCheck(name, table);
      for (int i = 0; i < 20; i++) { // one daughter gets far ahead of the other
        put(table, "z", "ahead" + i);
      }
      writeAndCheck(name, table);
      merge(name);
      writeAndCheck(name, table);
      ServerName server = UTIL.getHBaseCluster().getServerHoldingRegion(name, region(name));
      UTIL.getHBaseCluster().killRegionServer(server);
      UTIL.getHBaseCluster().waitForRegionServerToStop(server, WAIT_MS);
      writeAndCheck(name, table);
      move(name);
      writeAndCheck(name, table);
    }
  }

  @Test
  void batchThatFailsAfterItsEntriesLeavesTheStampsInOrder() throws Exception {
    TableName name = CLUSTER.create("failed", Map.of(INDEX, "value f:city string"), new byte[0][]);
    add(name, Failing.class);
    try (Table table = UTIL.getConnection().getTable(name)) {
      writeAndCheck(name, table);
      for (String city : List.of(Failing.CITY_THAT_FAILS, Failing.CITY_THAT_FAILS_LATE)) {
        assertThat(catchThrowable(() -> put(table, "a", city))).isInstanceOf(IOException.class);
        assertThat(CLUSTER.entries(name, INDEX)).as("not taken back").containsKey(city + "/a");
        assertThat(CLUSTER.entries(name, INDEX).keySet())
            .containsAll(CLUSTER.expected(name, INDEX));
        writeAndCheck(name, table);
      }
    }
  }

  @Test
  void noFlushBetweenStampAndCommit() throws Exception {
    TableName name = CLUSTER.create("held", Map.of(INDEX, "value f:city string"), new byte[0][]);
    add(name, Holding.class);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Table table = UTIL.getConnection().getTable(name)) {
      put(table, "a", "before");
      Holding.hold = new CountDownLatch(1);
      Holding.arrived = new CountDownLatch(1);
      Future<?> write = threads.submit(() -> put(table, "b", Holding.CITY_THAT_WAITS));
      assertThat(Holding.arrived.await(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
      HRegion region = UTIL.getHBaseCluster().getRegions(name).get(0);
      Future<HRegion.FlushResult> flush = threads.submit(() -> region.flush(true));
      UTIL.waitFor(WAIT_MS, () -> isWaitingForUpdates());
      long stamp = CLUSTER.entries(name, INDEX).get(Holding.CITY_THAT_WAITS + "/b");
      assertThat(flush.isDone()).isFalse();

      Holding.hold.countDown();

      assertThat(write.get()).isNull();
      HRegion.FlushResult flushed = flush.get();
      assertThat(flushed.isFlushSucceeded()).isTrue();
      // The write's stamp is below the file's sequence id, and the write is in the file.
      assertThat(region.getMaxFlushedSeqId()).isGreaterThanOrEqualTo(stamp);
      assertThat(region.getMemStoreDataSize()).isZero();
    } finally {
      Holding.hold.countDown();
      threads.shutdown();
    }
  }

  private static boolean isWaitingForUpdates() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            frames ->
                List.of(frames).toString().contains("internalPrepareFlushCache")
                    && List.of(frames).toString().contains("WriteLock.lock"));
  }

  private Void put(Table table, String row, String city) throws IOException {
    table.put(new Put(Bytes.toBytes(row)).addColumn(F, CITY, Bytes.toBytes(city)));
    return null;
  }

  /**
   * Writes new keys, one by one, and compares the stamp of each with the commit before and after.
   */
  private void writeAndCheck(TableName name, Table table) throws Exception {
    for (String row : List.of("a", "z", "a", "k", "a")) {
      String city = "c" + writes++;
      put(table, row, city);
      long commit = CLUSTER.sequenceId(name, Bytes.toBytes(row));
      long stamp = CLUSTER.entries(name, INDEX).get(city + "/" + row);

      assertThat(stamp).as(city).isLessThanOrEqualTo(commit);
      assertThat(stamp).as(city).isGreaterThan(last.getOrDefault(row, 0L));
      last.put(row, commit);
    }
  }

  private static RegionInfo firstRegion(TableName name) throws IOException {
    return UTIL.getAdmin().getRegions(name).get(0);
  }

  private static byte[] region(TableName name) throws IOException {
    return firstRegion(name).getRegionName();
  }

  private static void move(TableName name) throws Exception {
    RegionInfo region = firstRegion(name);
    ServerName from = UTIL.getHBaseCluster().getServerHoldingRegion(name, region.getRegionName());
    ServerName to =
        UTIL.getAdmin().getRegionServers().stream()
            .filter(server -> !server.equals(from))
            .findFirst()
            .orElseThrow();
    UTIL.getAdmin().move(region.getEncodedNameAsBytes(), to);
  }

  private static void merge(TableName name) throws Exception {
    // The daughters of a split are mergeable once compactions have replaced their references.
    UTIL.compact(name, true);
    UTIL.waitFor(WAIT_MS, 500, () -> merged(name));
  }

  private static boolean merged(TableName name) throws Exception {
    byte[][] regions =
        UTIL.getAdmin().getRegions(name).stream()
            .map(RegionInfo::getEncodedNameAsBytes)
            .toArray(byte[][]::new);
    try {
      Void unused =
          UTIL.getAdmin().mergeRegionsAsync(regions, true).get(WAIT_MS, TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(MergeRegionException.class);
      return false;
    }
  }

  /** Adds an observer that runs after the one of indexes. */
  private static void add(TableName name, Class<?> observer) throws IOException {
    TableDescriptor before = UTIL.getAdmin().getDescriptor(name);
    UTIL.getAdmin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(before)
                .setCoprocessor(
                    CoprocessorDescriptorBuilder.newBuilder(observer.getName())
                        .setPriority(Coprocessor.PRIORITY_LOWEST) // loaded later, so it runs later
                        .build())
                .build());
  }

  /** Fails batches after their entries are inserted: before the WAL, and after the memstore. */
  public static final class Failing implements RegionCoprocessor, RegionObserver {
    static final String CITY_THAT_FAILS = "nowhere";
    static final String CITY_THAT_FAILS_LATE = "elsewhere";

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> operations)
        throws IOException {
      if (has(operations, CITY_THAT_FAILS)) {
        throw new DoNotRetryIOException("as the test wants it");
      }
    }

    @Override
    public void postBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> operations)
        throws IOException {
      if (has(operations, CITY_THAT_FAILS_LATE)) {
        throw new DoNotRetryIOException("as the test wants it");
      }
    }
  }

  /** Holds a batch between its stamp and its commit. */
  public static final class Holding implements RegionCoprocessor, RegionObserver {
    static final String CITY_THAT_WAITS = "limbo";

    /** Set by the test before the write. */
    static volatile CountDownLatch hold = new CountDownLatch(0);

    /** Set by the test before the write. */
    static volatile CountDownLatch arrived = new CountDownLatch(0);

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> operations)
        throws IOException {
      if (has(operations, CITY_THAT_WAITS)) {
        arrived.countDown();
        try {
          assertThat(hold.await(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException(e);
        }
      }
    }
  }

  private static boolean has(MiniBatchOperationInProgress<Mutation> operations, String city) {
    return operations.getOperation(0).has(F, CITY, Bytes.toBytes(city));
  }

  @Test
  void tableWhoseDefinitionIsWrongIsServedAndRefusesWrites() throws Exception {
    TableName name = TableName.valueOf("wrong");
    UTIL.getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
                .setCoprocessor(IndexNames.observer())
                .setValue(IndexNames.definitionKey(INDEX), "value f:city strin")
                .build());
    try (Table table = UTIL.getConnection().getTable(name)) {
      assertThat(catchThrowable(() -> put(table, "a", "Rome")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("lighter.index.city = 'value f:city strin': type 'strin'");
    }
  }
}
