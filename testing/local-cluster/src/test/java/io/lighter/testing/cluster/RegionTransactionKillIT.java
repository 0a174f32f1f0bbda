// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.client.commit.CommitMode;
import io.lighter.client.commit.RegionTransaction;
import io.lighter.client.commit.RegionTransactions;
import io.lighter.client.commit.SnapshotGoneException;
import io.lighter.client.commit.TransactionConflictException;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.commit.RegionTransactionEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills a region server under transactions of several clients, with and without a log. What was
 * acknowledged as durable is there afterwards, each transaction whole or not at all, and in order.
 */
@Tag("long")
@Timeout(1_800)
class RegionTransactionKillIT {
  private static final Logger LOG = LoggerFactory.getLogger(RegionTransactionKillIT.class);
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] R = Bytes.toBytes("r");
  private static final int CLIENTS = 8;

  /** Acknowledged transactions of each client before the kill. */
  private static final int LEAST = 50;

  private static final Duration RECOVERY = Duration.ofMinutes(10);

  /** No log syncs because of its size, so that all that is recovered was synced for a commit. */
  private static final String BATCH_BYTES = Integer.toString(256 << 20);

  @TempDir private static Path parent;

  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterSettings.builder()
                .withoutLighter()
                .regionServers(1)
                .hdfs(1, 1)
                .site(Role.REGION_SERVER, "hbase.wal.batch.size", BATCH_BYTES)
                .parent(parent)
                .startTimeout(Duration.ofMinutes(5))
                .build());
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  /** A table. The second column of a transaction's own row is in another family if there is one. */
  private record Target(TableName table, boolean hasOneFamily) {
    byte[] secondFamily() {
      return hasOneFamily ? F : G;
    }

    byte[] second() {
      return hasOneFamily ? R : Q;
    }
  }

  @Test
  void acknowledgedTransactionsSurviveAKillAndNoneIsTorn() throws Exception {
    Target target = new Target(TableName.valueOf("transactions"), false);
    create(target, "wal", F, G);
    killUnderTransactions(target);
  }

  /** Asynchronous transactions of one client are in the files, or not, as the others are. */
  @Test
  void acknowledgedTransactionsWithoutALogSurviveAKillAndNoneIsTorn() throws Exception {
    Target target = new Target(TableName.valueOf("without-log"), true);
    create(target, "flush", F);
    killUnderTransactions(target);
  }

  private static void create(Target target, String journal, byte[]... families) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(target.table())
            .setValue(LighterOption.COMMIT_JOURNAL.key(), journal)
            .setCoprocessor(RegionTransactionEndpoint.class.getName());
    for (byte[] family : families) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(table.build());
    }
  }

  private static void killUnderTransactions(Target target) throws Exception {
    AtomicIntegerArray acknowledged = new AtomicIntegerArray(CLIENTS);
    AtomicBoolean ends = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    Configuration once = new Configuration(cluster.connection().getConfiguration());
    once.setInt("hbase.client.retries.number", 10); // a flush may ask for patience
    try (RegionTransactions transactions = RegionTransactions.connect(once)) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(
            threads.submit(
                () -> {
                  writeUntilTheEnd(transactions, target, client, acknowledged, ends);
                  return null;
                }));
      }
      Await.until(
          "acknowledged transactions",
          Duration.ofMinutes(5),
          () -> {
            if (clients.stream().anyMatch(Future::isDone)) {
              throw new IOException("a client has ended");
            }
            return least(acknowledged) >= LEAST;
          });
      ends.set(true);
      cluster.kill(REGION_SERVER);
      cluster.restart(REGION_SERVER);
      for (Future<?> client : clients) {
        client.get(RECOVERY.toMinutes(), TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }

    Map<String, Result> rows = rowsAfterTheKill(target);

    int total = 0;
    for (int client = 0; client < CLIENTS; client++) {
      assertThat(rows).as("acknowledged: %s", acknowledged).containsKey(counter(client));
      int last = Bytes.toInt(rows.get(counter(client)).getValue(F, Q));
      assertThat(last).isGreaterThanOrEqualTo(acknowledged.get(client));
      for (int number = 1; number <= last; number++) {
        assertWhole(target, rows.get(row(client, number)), number);
      }
      assertThat(rows).doesNotContainKey(row(client, last + 1));
      total += last;
    }
    assertThat(Bytes.toInt(rows.get("shared").getValue(F, Q)))
        .as("all transactions have counted here, too")
        .isEqualTo(total);
    LOG.info("{} transactions were recovered, {} acknowledged", total, acknowledged);
  }

  private static void assertWhole(Target target, Result row, int number) {
    assertThat(row).as("row of transaction %d", number).isNotNull();
    assertThat(Bytes.toInt(row.getValue(F, Q))).isEqualTo(number);
    assertThat(Bytes.toInt(row.getValue(target.secondFamily(), target.second()))).isEqualTo(number);
  }

  /**
   * Each transaction writes two columns of a row of its own, the number of the client's
   * transactions, and that of all clients. The last client commits asynchronously each second time.
   */
  private static void writeUntilTheEnd(
      RegionTransactions transactions,
      Target target,
      int client,
      AtomicIntegerArray acknowledged,
      AtomicBoolean ends) {
    int number = 1;
    while (!ends.get()) {
      boolean durable = client < CLIENTS - 1 || number % 2 == 0;
      try (RegionTransaction transaction =
          transactions.begin(target.table(), Bytes.toBytes("shared"))) {
        byte[] value = Bytes.toBytes(number);
        transaction.put(
            new Put(Bytes.toBytes(row(client, number)))
                .addColumn(F, Q, value)
                .addColumn(target.secondFamily(), target.second(), value));
        transaction.put(new Put(Bytes.toBytes(counter(client))).addColumn(F, Q, value));
        byte[] all = transaction.get(new Get(Bytes.toBytes("shared"))).getValue(F, Q);
        transaction.put(
            new Put(Bytes.toBytes("shared"))
                .addColumn(F, Q, Bytes.toBytes(all == null ? 1 : Bytes.toInt(all) + 1)));
        transaction.commit(durable ? CommitMode.DURABLE : CommitMode.ASYNC);
        if (durable) {
          acknowledged.set(client, number);
        }
        number++;
      } catch (TransactionConflictException | SnapshotGoneException e) {
        LOG.debug("begins again", e);
      } catch (IOException e) {
        LOG.info("client {} ends after {} transactions", client, acknowledged.get(client), e);
        return;
      }
    }
  }

  private static String row(int client, int number) {
    return "row-%d-%07d".formatted(client, number);
  }

  private static String counter(int client) {
    return "client-" + client;
  }

  private static int least(AtomicIntegerArray numbers) {
    int[] all = new int[numbers.length()];
    Arrays.setAll(all, numbers::get);
    return Arrays.stream(all).min().orElseThrow();
  }

  private static Map<String, Result> rowsAfterTheKill(Target target) throws IOException {
    Map<String, Result> found = new HashMap<>();
    Await.until(
        "the region after the kill",
        RECOVERY,
        () -> {
          try (Table table = cluster.connection().getTable(target.table());
              ResultScanner rows = table.getScanner(new Scan().setCaching(1_000))) {
            found.clear();
            for (Result row = rows.next(); row != null; row = rows.next()) {
              found.put(Bytes.toString(row.getRow()), row);
            }
            return true;
          } catch (IOException e) { // a scan waits for a minute only
            LOG.info("Not yet", e);
            return false;
          }
        });
    return found;
  }
}
