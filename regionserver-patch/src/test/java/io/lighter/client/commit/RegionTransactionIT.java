// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.regionserver.commit.RegionTransactionEndpoint;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Transactions on two region servers. Tables have two regions, divided at {@code m}. */
@Timeout(600)
class RegionTransactionIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] MIDDLE = Bytes.toBytes("m");
  private static final Duration AGE = Duration.ofSeconds(15);
  private static final int MOST_OPEN = 20;
  private static final int THREADS = 8;
  private static final long WAIT_MS = 120_000;

  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  private static RegionTransactions transactions;

  private TableName table;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set(LighterOption.TRANSACTIONS_MAX_AGE.key(), AGE.toSeconds() + "s");
    conf.set(LighterOption.TRANSACTIONS_MAX_OPEN.key(), Integer.toString(MOST_OPEN));
    UTIL.startMiniCluster(
        StartMiniClusterOption.builder().numRegionServers(2).numDataNodes(1).build());
    boolean unused = UTIL.getAdmin().balancerSwitch(false, true);
    transactions = RegionTransactions.connect(conf);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    transactions.close();
    UTIL.shutdownMiniCluster();
  }

  @BeforeEach
  void createTable(TestInfo test) throws IOException {
    table = TableName.valueOf(test.getTestMethod().orElseThrow().getName());
    UTIL.getAdmin()
        .createTable(
            descriptor().setCoprocessor(RegionTransactionEndpoint.class.getName()).build(),
            new byte[][] {MIDDLE});
  }

  private TableDescriptorBuilder descriptor() {
    return TableDescriptorBuilder.newBuilder(table)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(G));
  }

  @Test
  void committedRowsAreThere() throws IOException {
    try (RegionTransaction transaction = begin("a")) {
      assertThat(transaction.get(get("a")).isEmpty()).isTrue();
      transaction.put(put("a", F, "1"));
      transaction.put(put("b", G, "2"));
      assertThat(transaction.get(get("b")).isEmpty()).as("own writes are not shown").isTrue();
      transaction.commit(CommitMode.DURABLE);
    }
    try (RegionTransaction transaction = begin("a")) {
      transaction.put(put("a", F, "2"));
      transaction.delete(new Delete(row("b")));
      transaction.commit(CommitMode.ASYNC);
    }

    assertThat(value("a", F)).isEqualTo("2");
    assertThat(value("b", G)).isNull();
  }

  @Test
  void transactionThatIsNotCommittedWritesNothing() throws Exception {
    try (RegionTransaction transaction = begin("a")) {
      transaction.put(put("a", F, "1"));
      put("b", "1");
      assertThat(isPinned()).isTrue();
    }

    assertThat(value("a", F)).isNull();
    assertThat(isPinned()).isFalse();
  }

  /** The exceptions arrive as their own types. */
  @Test
  void changedRowIsAConflict() throws IOException {
    try (RegionTransaction transaction = begin("a")) {
      transaction.get(get("a"));
      transaction.put(put("b", F, "1"));
      put("a", "2");

      assertThatExceptionOfType(TransactionConflictException.class)
          .isThrownBy(() -> transaction.commit(CommitMode.DURABLE))
          .withMessageContaining("row 'a' has changed since the snapshot of " + transaction.id());
    }
    assertThat(value("b", F)).isNull();
  }

  @Test
  void rowInsertedIntoAReadRangeIsAConflict() throws IOException {
    put("a1", "1");
    put("a3", "3");
    try (RegionTransaction transaction = begin("a")) {
      Scan scan = new Scan().withStartRow(row("a")).withStopRow(row("b"));
      assertThat(transaction.scan(scan)).hasSize(2);
      transaction.put(put("c", F, "1"));
      put("a2", "2");

      assertThatExceptionOfType(TransactionConflictException.class)
          .isThrownBy(() -> transaction.commit(CommitMode.DURABLE))
          .withMessageContaining("row 'a2' has changed");
    }
  }

  @Test
  void limitEndsTheReadRange() throws IOException {
    put("a1", "1");
    put("a3", "3");
    try (RegionTransaction transaction = begin("a")) {
      Scan first = new Scan().withStartRow(row("a")).withStopRow(row("b")).setLimit(1);
      assertThat(transaction.scan(first)).hasSize(1);
      transaction.put(put("c", F, "1"));
      put("a2", "2");

      transaction.commit(CommitMode.DURABLE);
    }

    assertThat(value("c", F)).isEqualTo("1");
  }

  /**
   * HBase has files with the newest versions alone, if the table asks for them, and a scan would
   * read these only.
   */
  @Test
  void snapshotIsRightAfterFlushAndMajorCompactionUntilItsAge() throws Exception {
    Admin admin = UTIL.getAdmin();
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
            .setValue("hbase.enable.historical.compaction.files", "true")
            .build());
    put("a", "1");
    admin.flush(table);
    RegionTransaction transaction = begin("a");
    for (int i = 2; i <= 4; i++) {
      put("a", Integer.toString(i));
      admin.flush(table);
    }
    UTIL.compact(table, true);

    assertThat(Bytes.toString(transaction.get(get("a")).getValue(F, Q))).isEqualTo("1");
    assertThat(transaction.scan(new Scan().withStartRow(row("a")).withStopRow(row("b"))))
        .extracting(result -> Bytes.toString(result.getValue(F, Q)))
        .containsExactly("1");

    assertThat(isPinned()).isTrue();
    await(() -> isGone(transaction));
    await(() -> !isPinned());
    transaction.close();
  }

  private static boolean isGone(RegionTransaction transaction) throws IOException {
    try {
      transaction.get(get("a"));
      return false;
    } catch (SnapshotGoneException e) {
      return true;
    }
  }

  @Test
  void movedRegionEndsItsTransactions() throws Exception {
    put("a", "1");
    try (RegionTransaction reads = begin("a");
        RegionTransaction writes = begin("a")) {
      writes.get(get("a"));
      writes.put(put("b", F, "1"));
      move();

      assertThatExceptionOfType(SnapshotGoneException.class).isThrownBy(() -> reads.get(get("a")));
      assertThatExceptionOfType(SnapshotGoneException.class)
          .isThrownBy(() -> writes.commit(CommitMode.DURABLE));
    }
    assertThat(value("b", F)).isNull();
    try (RegionTransaction again = begin("a")) {
      assertThat(again.get(get("a")).isEmpty()).isFalse();
    }
  }

  private void move() throws Exception {
    RegionInfo region = UTIL.getAdmin().getRegions(table).get(0);
    ServerName from = UTIL.getRSForFirstRegionInTable(table).getServerName();
    ServerName to =
        UTIL.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
            .map(thread -> thread.getRegionServer().getServerName())
            .filter(server -> !server.equals(from))
            .findFirst()
            .orElseThrow();
    UTIL.getAdmin().move(region.getEncodedNameAsBytes(), to);
  }

  @Test
  void splitRegionEndsItsTransactions() throws Exception {
    put("a", "1");
    put("c", "1");
    try (RegionTransaction transaction = begin("a")) {
      transaction.get(get("a"));
      transaction.put(put("a", F, "2"));
      UTIL.getAdmin().splitRegionAsync(region(0).getRegionName(), row("b")).get();

      assertThatExceptionOfType(SnapshotGoneException.class)
          .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));
    }
    assertThat(value("a", F)).isEqualTo("1");
  }

  private RegionInfo region(int number) throws IOException {
    return UTIL.getAdmin().getRegions(table).get(number);
  }

  @Test
  void regionServerBeginsNoMoreTransactionsThanItMay() throws Exception {
    Configuration once = new Configuration(UTIL.getConfiguration());
    once.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    List<RegionTransaction> all = new ArrayList<>();
    try (RegionTransactions impatient = RegionTransactions.connect(once)) {
      for (int i = 0; i < MOST_OPEN; i++) {
        all.add(impatient.begin(table, row("a")));
      }

      assertThatExceptionOfType(TooManyTransactionsException.class)
          .isThrownBy(() -> impatient.begin(table, row("a")))
          .withMessageContaining("lighter.transactions.max.open = " + MOST_OPEN);
      all.remove(0).close();
      all.add(impatient.begin(table, row("a")));
    } finally {
      for (RegionTransaction transaction : all) {
        transaction.close();
      }
    }
  }

  @Test
  void rowsAndRangesOfAnotherRegionAreRefused() throws IOException {
    try (RegionTransaction transaction = begin("a")) {
      assertRefused(() -> transaction.get(get("m")), "row = 'm': expected a row of the");
      assertRefused(() -> transaction.put(put("z", F, "1")), "row = 'z': expected a row of the");
      assertRefused(
          () -> transaction.scan(new Scan().withStartRow(row("a"))),
          "range = from 'a' to '': expected a part of the transaction's region, from '' to 'm'");
      assertRefused(
          () -> transaction.scan(new Scan().withStartRow(row("a")).withStopRow(row("m"), true)),
          "range = from 'a' to 'm': expected a part of the");
      assertThat(transaction.scan(new Scan().withStopRow(row("m")))).isEmpty();
    }
  }

  /** What the client checks first, the region checks, too. */
  @Test
  void regionItselfRefusesRowsOfAnotherOne() throws IOException {
    try (RegionTransaction transaction = begin("a");
        Table client = UTIL.getConnection().getTable(table)) {
      CommitTransactionRequest request =
          CommitTransactionRequest.newBuilder()
              .setId(ByteString.copyFrom(transaction.id().bytes()))
              .addReadRow(ByteString.copyFromUtf8("z"))
              .addMutation(mutation(put("a", F, "1")))
              .build();

      assertRefused(
          () -> transactions.call(client, row("a"), Call.COMMIT, request),
          "row = 'z': expected a row of region ");
    }
  }

  private static ByteString mutation(Put put) throws IOException {
    return org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil.toMutation(
            org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto
                .MutationType.PUT,
            put)
        .toByteString();
  }

  @Test
  void requestsThatNoRegionRunsAreRefused() throws IOException {
    try (RegionTransaction transaction = begin("a")) {
      assertRefused(
          () -> transaction.commit(CommitMode.DURABLE),
          "writes of the transaction = 0: expected at least 1");
      assertRefused(
          () -> transaction.put(new Put(row("a"))),
          "columns of the put of row 'a' = 0: expected at least 1");
      assertRefused(
          () -> transaction.scan(new Scan().withStopRow(row("b")).setReversed(true)), "scan = ");
      transaction.put(put("a", F, "1"));
      assertRefused(() -> transaction.put(put("a", F, "2")), "writes of row 'a', f:q = 2");
      transaction.put(put("b", F, "1").setDurability(Durability.ASYNC_WAL));
      assertRefused(
          () -> transaction.commit(CommitMode.DURABLE),
          "durability of the write of row 'b' = ASYNC_WAL: expected USE_DEFAULT or SYNC_WAL");
    }
    assertThat(value("a", F)).isNull();
  }

  @Test
  void rangeOfMoreThanAThousandRowsIsRefused() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i <= TransactionService.MOST_RANGE_ROWS; i++) {
      puts.add(put("a%04d".formatted(i), F, "1"));
    }
    try (Table client = UTIL.getConnection().getTable(table)) {
      client.put(puts);
    }
    try (RegionTransaction transaction = begin("a")) {
      assertRefused(
          () -> transaction.scan(new Scan().withStopRow(row("b"))),
          "rows of range from '' to 'b' = more than 1000: expected at most 1000");
      Scan within = new Scan().withStopRow(row("a1000"));
      assertThat(transaction.scan(within)).hasSize(1_000);
      transaction.put(put("b", F, "1"));
      transaction.commit(CommitMode.DURABLE);
    }
  }

  /** As a client does whose first answer was lost. */
  @Test
  void repeatedCommitIsAppliedOnce() throws IOException {
    try (RegionTransaction transaction = begin("a");
        Table client = UTIL.getConnection().getTable(table)) {
      transaction.get(get("a"));
      CommitTransactionRequest request =
          CommitTransactionRequest.newBuilder()
              .setId(ByteString.copyFrom(transaction.id().bytes()))
              .addReadRow(ByteString.copyFromUtf8("a"))
              .addMutation(mutation(put("a", F, "1")))
              .build();

      assertThat(transactions.call(client, row("a"), Call.COMMIT, request)).isEmpty();
      put("a", "2");
      assertThat(transactions.call(client, row("a"), Call.COMMIT, request)).isEmpty();
    }
    assertThat(value("a", F)).isEqualTo("2");
  }

  @Test
  void tableWithoutTheEndpointHasNoTransactions() throws IOException {
    table = TableName.valueOf("without");
    UTIL.getAdmin()
        .createTable(descriptor().setCoprocessor(MultiRowMutationEndpoint.class.getName()).build());

    assertRefused(
        () -> begin("a"),
        "coprocessors of table without = none with transactions: expected RegionTransactionEndpoint");
  }

  /** HBase's own endpoint, on the same table, and on the same rows. */
  @Test
  void multiRowMutationsOfHBaseStillWork() throws Exception {
    table = TableName.valueOf("both");
    UTIL.getAdmin()
        .createTable(
            descriptor()
                .setCoprocessor(RegionTransactionEndpoint.class.getName())
                .setCoprocessor(MultiRowMutationEndpoint.class.getName())
                .build());
    try (RegionTransaction transaction = begin("a");
        Table client = UTIL.getConnection().getTable(table)) {
      transaction.get(get("a"));
      transaction.put(put("c", F, "1"));
      MutateRowsRequest request =
          MutateRowsRequest.newBuilder()
              .addMutationRequest(ProtobufUtil.toMutation(MutationType.PUT, put("a", F, "3")))
              .addMutationRequest(ProtobufUtil.toMutation(MutationType.PUT, put("b", G, "4")))
              .build();

      assertThat(
              MultiRowMutationService.newBlockingStub(client.coprocessorService(row("a")))
                  .mutateRows(null, request)
                  .getProcessed())
          .isTrue();

      assertThat(value("a", F)).isEqualTo("3");
      assertThat(value("b", G)).isEqualTo("4");
      assertThatExceptionOfType(TransactionConflictException.class)
          .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));
    }
  }

  /** Eight clients move units between rows of two families, beside flushes and compactions. */
  @Test
  void transfersKeepTheSum() throws Exception {
    int start = 1_000;
    int transfers = 25;
    for (int i = 0; i < 4; i++) {
      try (Table client = UTIL.getConnection().getTable(table)) {
        client.put(put("row" + i, F, Integer.toString(start)));
        client.put(put("row" + i, G, Integer.toString(start)));
      }
    }
    // The rows are in the second region.
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicInteger refused = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        clients.add(
            threads.submit(
                () -> {
                  for (int moved = 0; moved < transfers; ) {
                    if (transfer()) {
                      moved++;
                    } else {
                      refused.incrementAndGet();
                    }
                  }
                  return null;
                }));
      }
      Future<?> disturber =
          threads.submit(
              () -> {
                while (!done.get()) {
                  UTIL.getAdmin().flush(table);
                  UTIL.compact(table, true);
                  assertThat(sum()).isEqualTo(8 * start);
                }
                return null;
              });
      for (Future<?> client : clients) {
        client.get(WAIT_MS, TimeUnit.MILLISECONDS);
      }
      done.set(true);
      disturber.get(WAIT_MS, TimeUnit.MILLISECONDS);
    } finally {
      done.set(true);
      threads.shutdownNow();
    }

    assertThat(sum()).isEqualTo(8 * start);
    assertThat(refused.get()).as("transactions met each other").isPositive();
  }

  private boolean transfer() throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int from = random.nextInt(8);
    int to = (from + 1 + random.nextInt(7)) % 8;
    int units = 1 + random.nextInt(5);
    try (RegionTransaction transaction = begin("row0")) {
      transaction.put(account(from, units(transaction, from) - units));
      transaction.put(account(to, units(transaction, to) + units));
      transaction.commit(CommitMode.DURABLE);
      return true;
    } catch (TransactionConflictException | SnapshotGoneException e) {
      return false;
    }
  }

  private static byte[] family(int account) {
    return account % 2 == 0 ? F : G;
  }

  private static Put account(int account, int units) {
    return put("row" + account / 2, family(account), Integer.toString(units));
  }

  private static int units(RegionTransaction transaction, int account) throws IOException {
    return units(transaction.get(get("row" + account / 2)), family(account));
  }

  private static int units(Result row, byte[] family) {
    return Integer.parseInt(Bytes.toString(row.getValue(family, Q)));
  }

  private int sum() throws IOException {
    try (RegionTransaction transaction = begin("row0")) {
      return transaction.scan(new Scan().withStartRow(row("row")).withStopRow(row("rox"))).stream()
          .mapToInt(row -> units(row, F) + units(row, G))
          .sum();
    }
  }

  private RegionTransaction begin(String row) throws IOException {
    return transactions.begin(table, row(row));
  }

  private interface Refused {
    void run() throws IOException;
  }

  private static void assertRefused(Refused call, String message) {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(call::run)
        .withMessageContaining(message); // of a region, with its stack
  }

  private static byte[] row(String text) {
    return Bytes.toBytes(text);
  }

  private static Get get(String row) {
    return new Get(row(row));
  }

  private static Put put(String row, byte[] family, String value) {
    return new Put(row(row)).addColumn(family, Q, Bytes.toBytes(value));
  }

  private void put(String row, String value) throws IOException {
    try (Table client = UTIL.getConnection().getTable(table)) {
      client.put(put(row, F, value));
    }
  }

  private String value(String row, byte[] family) throws IOException {
    try (Table client = UTIL.getConnection().getTable(table)) {
      return Bytes.toString(client.get(get(row)).getValue(family, Q));
    }
  }

  /** Whether a region of the table keeps an older state than the present one. */
  private boolean isPinned() {
    return UTIL.getMiniHBaseCluster().getRegions(table).stream()
        .anyMatch(region -> region.getSmallestReadPoint() < region.getReadPoint(null));
  }

  private static void await(Waiter.Predicate<Exception> condition) {
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, 50, condition);
  }
}
