// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.commit.RegionTransactionEndpoint;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transactions in tables whose commits are in no log, on two region servers. */
@Timeout(600)
class JournalLessTransactionIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] R = Bytes.toBytes("r");
  private static final byte[] SHARED = Bytes.toBytes("shared");
  private static final int CLIENTS = 6;
  private static final long WAIT_MS = 120_000;
  private static final long FLUSH_MS = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(JournalLessTransactionIT.class);
  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  private static RegionTransactions transactions;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
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

  private static TableDescriptorBuilder table(String name, byte[]... families) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
            .setValue(LighterOption.COMMIT_JOURNAL.key(), "flush")
            .setCoprocessor(RegionTransactionEndpoint.class.getName());
    for (byte[] family : families) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    return table;
  }

  /** What clients have done with one table. Thread-safe. */
  private static final class History {
    final AtomicInteger[] durable = new AtomicInteger[CLIENTS];
    final AtomicInteger unknown = new AtomicInteger();
    final AtomicBoolean ends = new AtomicBoolean();

    History() {
      for (int i = 0; i < CLIENTS; i++) {
        durable[i] = new AtomicInteger();
      }
    }

    int total() {
      int sum = 0;
      for (AtomicInteger each : durable) {
        sum += each.get();
      }
      return sum;
    }
  }

  /**
   * The region is moved twice, and flushed by command. Then its region server aborts, which flushes
   * nothing. Every transaction that was acknowledged as durable is there, each is whole, and they
   * are a prefix of the region's commits: each counts in the same row as well.
   */
  @Test
  void durableTransactionsSurviveMovesAndAnAbort() throws Exception {
    TableName table = TableName.valueOf("aborted");
    UTIL.getAdmin().createTable(table("aborted", F).build());
    History history = new History();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(
            threads.submit(
                () -> {
                  write(table, client, history);
                  return null;
                }));
      }
      for (int moves = 1; moves <= 2; moves++) {
        awaitCommits(history, 30);
        move(table);
        awaitCommits(history, 10);
      }
      awaitCommits(history, 30);
      flush(table);
      HRegionServer dying = UTIL.getRSForFirstRegionInTable(table);
      HRegion region = dying.getRegions(table).get(0);
      assertThat(region.getOldestSeqIdOfStore(F))
          .as("what the log has and no file")
          .isEqualTo(HConstants.NO_SEQNUM);
      history.ends.set(true);
      dying.abort("in a test");
      for (Future<?> client : clients) {
        client.get(WAIT_MS, TimeUnit.MILLISECONDS);
      }
    } finally {
      history.ends.set(true);
      threads.shutdownNow();
      UTIL.getMiniHBaseCluster().startRegionServerAndWait(WAIT_MS);
    }
    UTIL.waitUntilAllRegionsAssigned(table);

    assertWholeAndInOrder(table, history);
  }

  private static void awaitCommits(History history, int more) {
    int now = history.total();
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, 20, () -> history.total() >= now + more);
  }

  /** HBase's flush procedure finds a moment while the commits flush. */
  private static void flush(TableName table) throws Exception {
    long startNanos = System.nanoTime();
    ExecutorService caller = Executors.newSingleThreadExecutor();
    try {
      Callable<Void> flush =
          () -> {
            UTIL.getAdmin().flush(table);
            return null;
          };
      caller.submit(flush).get(FLUSH_MS, TimeUnit.MILLISECONDS);
    } finally {
      caller.shutdownNow();
    }
    LOG.info("flush took {} ms", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
  }

  private static void move(TableName table) throws Exception {
    ServerName from = UTIL.getRSForFirstRegionInTable(table).getServerName();
    ServerName to =
        UTIL.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
            .map(thread -> thread.getRegionServer().getServerName())
            .filter(server -> !server.equals(from))
            .findFirst()
            .orElseThrow();
    UTIL.getAdmin().move(UTIL.getAdmin().getRegions(table).get(0).getEncodedNameAsBytes(), to);
  }

  /**
   * A transaction has a row of its own with two columns, the number of the client's last one, and
   * one more for the count of all. Each third is asynchronous.
   */
  private static void write(TableName table, int client, History history) throws IOException {
    int number = 1;
    while (!history.ends.get()) {
      boolean isDurable = number % 3 != 0;
      try (RegionTransaction transaction = transactions.begin(table, SHARED)) {
        Result last = transaction.get(new Get(last(client)));
        number = number(last) + 1;
        byte[] value = Bytes.toBytes(number);
        transaction.put(new Put(row(client, number)).addColumn(F, Q, value).addColumn(F, R, value));
        transaction.put(new Put(last(client)).addColumn(F, Q, value));
        transaction.put(
            new Put(SHARED)
                .addColumn(F, Q, Bytes.toBytes(number(transaction.get(new Get(SHARED))) + 1)));
        transaction.commit(isDurable ? CommitMode.DURABLE : CommitMode.ASYNC);
        if (isDurable) {
          history.durable[client].set(number);
        }
      } catch (TransactionConflictException | SnapshotGoneException e) {
        LOG.debug("begins again", e);
      } catch (IOException e) { // all or nothing was written, or the region is not there yet
        history.unknown.incrementAndGet();
      }
    }
  }

  private static int number(Result row) {
    return row.isEmpty() ? 0 : Bytes.toInt(row.getValue(F, Q));
  }

  private static byte[] last(int client) {
    return Bytes.toBytes("last-" + client);
  }

  private static byte[] row(int client, int number) {
    return Bytes.toBytes("row-%d-%06d".formatted(client, number));
  }

  private static void assertWholeAndInOrder(TableName table, History history) throws IOException {
    Map<String, Result> rows = new HashMap<>();
    try (Table client = UTIL.getConnection().getTable(table);
        ResultScanner scanner = client.getScanner(new Scan())) {
      scanner.forEach(row -> rows.put(Bytes.toString(row.getRow()), row));
    }
    int total = 0;
    for (int client = 0; client < CLIENTS; client++) {
      int last = number(rows.getOrDefault(Bytes.toString(last(client)), Result.EMPTY_RESULT));
      assertThat(last)
          .as("transactions of client %d", client)
          .isGreaterThanOrEqualTo(history.durable[client].get());
      for (int number = 1; number <= last; number++) {
        Result row = rows.get(Bytes.toString(row(client, number)));
        assertThat(row).as("transaction %d of client %d", number, client).isNotNull();
        assertThat(Bytes.toInt(row.getValue(F, Q))).isEqualTo(number);
        assertThat(Bytes.toInt(row.getValue(F, R))).isEqualTo(number);
      }
      assertThat(rows).doesNotContainKey(Bytes.toString(row(client, last + 1)));
      total += last;
    }
    assertThat(number(rows.get("shared"))).isEqualTo(total);
  }

  @Test
  void tableWithTwoFamiliesOpensAndRefusesTransactions() throws Exception {
    TableName name = TableName.valueOf("families");
    UTIL.getAdmin().createTable(table("families", F, G).build());
    try (Table client = UTIL.getConnection().getTable(name)) {
      client.put(new Put(SHARED).addColumn(F, Q, Q).addColumn(G, Q, Q));
    }

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> transactions.begin(name, SHARED))
        .withMessageContaining(
            "families of the table = [f, g]: expected one with lighter.commit.journal = flush");

    UTIL.getAdmin()
        .modifyTable(
            table("families", F, G).setValue(LighterOption.COMMIT_JOURNAL.key(), "wal").build());
    try (RegionTransaction transaction = transactions.begin(name, SHARED)) {
      transaction.put(new Put(SHARED).addColumn(F, Q, R).addColumn(G, Q, R));
      transaction.commit(CommitMode.DURABLE);
    }
    try (Table client = UTIL.getConnection().getTable(name)) {
      assertThat(client.get(new Get(SHARED)).getValue(G, Q)).isEqualTo(R);
    }
  }
}
