// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.index.CheckedIndex;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cases of lost entries that random writes seldom meet, see {@link IndexHistoryIT}. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class IndexDirectedIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int ROWS = 40;
  private static final int THREADS = 8;
  private static final int ROUNDS = 20;
  private static final int CITIES = 3;
  private static final String CITY = CheckedIndex.CITY.column();

  private static CheckedCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        CheckedCluster.start(
            Map.of(
                IndexCheckRun.RPC_SCHEDULER_KEY,
                IndexCheckRun.RPC_SCHEDULER,
                LighterOption.INDEX_REMOVAL_DELAY.key(),
                "0ms"));
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  /** Fails if entries are stamped with the cells' timestamps: a removal hides later entries. */
  @Test
  void keyThatComesBackWithTheSameTimestampKeepsItsEntry() throws Exception {
    try (Case test = new Case("back")) {
      test.putAll("rome", 100);
      test.putAll("oslo", 100);
      test.awaitEntries("rome", 0);
      test.putAll("rome", 100);
      assertThat(test.lookup("rome")).hasSize(ROWS);

      test.putAll("oslo", 100);
      test.putAll("rome", 100);
      test.awaitEntries("oslo", 0);
      assertThat(test.lookup("rome")).hasSize(ROWS);
    }
  }

  /** Fails if two puts of one row can be between their insertion and their commit at a time. */
  @Test
  void rowsOfSeveralWritersKeepTheirEntries() throws Exception {
    try (Case test = new Case("contended")) {
      for (int round = 0; round < ROUNDS; round++) {
        test.putConcurrently();
        Set<String> entries = test.entries();
        for (int row = 0; row < ROWS; row++) {
          String entry = test.city(row).orElseThrow() + " " + test.key(row);
          assertThat(entries).as("entries after round %d", round).contains(entry);
        }
      }
    }
  }

  /** Fails if a region removes what lookups ask for without a judgement of its own. */
  @Test
  void rowsKeepTheirEntriesWhileLookupsAskForRepairs() throws Exception {
    ExecutorService reader = Executors.newSingleThreadExecutor();
    AtomicBoolean ended = new AtomicBoolean();
    try (Case test = new Case("repaired")) {
      Future<?> lookups = reader.submit(() -> test.lookUpUntil(ended));
      for (int round = 0; round < ROUNDS; round++) {
        test.putConcurrently(Durability.SKIP_WAL); // so that entries stay
        test.flush();
        test.putConcurrently();
        Set<String> entries = test.entries();
        for (int row = 0; row < ROWS; row++) {
          String entry = test.city(row).orElseThrow() + " " + test.key(row);
          assertThat(entries).as("entries after round %d", round).contains(entry);
        }
      }
      ended.set(true);
      lookups.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(test.clients.repairsAsked()).isPositive();

      test.flush();
      test.reconnect(); // a client asks again after a minute only
      Set<String> expected = new TreeSet<>();
      for (int row = 0; row < ROWS; row++) {
        expected.add(test.city(row).orElseThrow() + " " + test.key(row));
      }
      Set<String> found = new HashSet<>();
      for (int city = 0; city < CITIES; city++) {
        found.addAll(test.lookup("c" + city));
      }
      assertThat(found).hasSize(ROWS);
      Await.until("no stale entry", PATIENCE, () -> test.entries().equals(expected));
    } finally {
      ended.set(true);
      reader.shutdownNow();
    }
  }

  /** Fails if the entry of a put that a marker hides is removed. */
  @Test
  void hiddenPutHasItsEntryOnceACompactionUncoversIt() throws Exception {
    try (Case test = new Case("hidden")) {
      test.put(0, "bonn", 10);
      test.delete(0, 20);
      test.flush();
      test.put(0, "rome", 15);
      assertThat(test.city(0)).isEmpty();
      test.put(1, "oslo", 10);
      test.put(1, "bonn", 20);
      test.awaitEntries("oslo", 0); // removals until now are done

      test.compactAll();
      assertThat(test.city(0)).contains("rome");
      assertThat(test.lookup("rome")).containsExactly(test.key(0));
    }
  }

  /** Fails if the entry that a hidden put relies on goes with the visible put of the same key. */
  @Test
  void hiddenPutKeepsTheEntryOfAVisibleOneThatWasSuperseded() throws Exception {
    try (Case test = new Case("spared")) {
      test.put(0, "rome", 10);
      test.deleteExactly(0, 30);
      test.flush();
      test.put(0, "rome", 30); // hidden, and without an entry: the row shows the key
      assertThat(test.city(0)).contains("rome");
      test.put(0, "oslo", 20);
      assertThat(test.city(0)).contains("oslo");
      test.put(1, "paris", 10);
      test.put(1, "bonn", 20);
      test.awaitEntries("paris", 0); // removals until now are done

      test.compactAll();
      Await.until("the uncovered put", PATIENCE, () -> test.city(0).equals(Optional.of("rome")));
      assertThat(test.lookup("rome")).containsExactly(test.key(0));
    }
  }

  /** Fails if only as many versions as a read shows get their entries before a delete. */
  @Test
  void deleteOfSeveralVersionsUncoversAPutWithItsEntry() throws Exception {
    try (Case test = new Case("versions")) {
      for (int i = 0; i <= CheckedIndexTables.VERSIONS; i++) {
        test.put(0, "city" + i, 10 + i);
      }
      test.awaitEntries("city0", 0);
      Delete delete = new Delete(Keys.ofRow(0));
      for (int i = 1; i <= CheckedIndexTables.VERSIONS; i++) {
        delete.addColumn(IndexMutations.FAMILY, IndexMutations.qualifier(CITY), 10 + i);
      }
      test.table.delete(delete);

      Optional<String> city = test.city(0);
      if (city.isPresent()) {
        assertThat(test.lookup(city.get())).containsExactly(test.key(0));
      }
    }
  }

  /** An indexed table with its lookups. */
  private static final class Case implements AutoCloseable {
    private final TableName name;
    private final CheckedIndexTables tables;
    private final Table table;
    private final AsyncConnection connection;
    private IndexClients clients;

    Case(String name) throws Exception {
      this.name = TableName.valueOf(name);
      tables = new CheckedIndexTables(cluster.connection(), this.name);
      tables.create(IndexHistoryIT.settings(ROWS).common());
      table = cluster.connection().getTable(this.name);
      connection = ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
      clients = IndexClients.open(cluster.connection(), connection, this.name);
    }

    String key(int row) {
      return Keys.toString(Keys.ofRow(row));
    }

    void put(int row, String city, long timestamp) throws IOException {
      table.put(
          new Put(Keys.ofRow(row))
              .addColumn(
                  IndexMutations.FAMILY,
                  IndexMutations.qualifier(CITY),
                  timestamp,
                  IndexMutations.value(CITY, city)));
    }

    void putAll(String city, long timestamp) throws IOException {
      for (int row = 0; row < ROWS; row++) {
        put(row, city, timestamp);
      }
    }

    void delete(int row, long timestamp) throws IOException {
      table.delete(
          new Delete(Keys.ofRow(row))
              .addColumns(IndexMutations.FAMILY, IndexMutations.qualifier(CITY), timestamp));
    }

    /** Deletes one version, which need not exist. */
    void deleteExactly(int row, long timestamp) throws IOException {
      table.delete(
          new Delete(Keys.ofRow(row))
              .addColumn(IndexMutations.FAMILY, IndexMutations.qualifier(CITY), timestamp));
    }

    /** Looks rows of all cities up, one city after the other. */
    Void lookUpUntil(AtomicBoolean ended) throws IOException {
      for (int i = 0; !ended.get(); i++) {
        for (IndexLookups client : clients.all()) {
          List<byte[]> unused =
              client.find(
                  CheckedIndex.CITY,
                  CheckedIndex.CITY.exact("c" + i % CITIES),
                  IndexLookups.NO_LIMIT);
        }
      }
      return null;
    }

    /** Opens other clients, which have met no entry. */
    void reconnect() throws IOException {
      clients.close();
      clients = IndexClients.open(cluster.connection(), connection, name);
    }

    void putConcurrently() throws Exception {
      putConcurrently(Durability.USE_DEFAULT);
    }

    /** All threads put one of a few cities into every row. */
    void putConcurrently(Durability durability) throws Exception {
      ExecutorService executor = Executors.newFixedThreadPool(THREADS);
      try {
        List<Future<?>> puts = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          puts.add(executor.submit(() -> putRandomly(durability)));
        }
        for (Future<?> each : puts) {
          each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
      } finally {
        executor.shutdownNow();
      }
    }

    private Void putRandomly(Durability durability) throws IOException {
      for (int row = 0; row < ROWS; row++) {
        String city = "c" + ThreadLocalRandom.current().nextInt(CITIES);
        table.put(
            new Put(Keys.ofRow(row))
                .addColumn(
                    IndexMutations.FAMILY,
                    IndexMutations.qualifier(CITY),
                    IndexMutations.value(CITY, city))
                .setDurability(durability));
      }
      return null;
    }

    Optional<String> city(int row) throws IOException {
      return IndexMutations.text(
          CITY,
          table
              .get(new Get(Keys.ofRow(row)))
              .getValue(IndexMutations.FAMILY, IndexMutations.qualifier(CITY)));
    }

    /** Rows of a lookup, the same by both clients. */
    Set<String> lookup(String city) throws IOException {
      Set<Set<String>> answers = new HashSet<>();
      for (IndexLookups client : clients.all()) {
        Set<String> rows = new TreeSet<>();
        client
            .find(CheckedIndex.CITY, CheckedIndex.CITY.exact(city), IndexLookups.NO_LIMIT)
            .forEach(row -> rows.add(Keys.toString(row)));
        answers.add(rows);
      }
      assertThat(answers).as("answers of both clients for %s", city).hasSize(1);
      return answers.iterator().next();
    }

    /** All entries, each as city and row. */
    Set<String> entries() throws IOException {
      return tables.entries(CheckedIndex.CITY).stream()
          .map(entry -> entry.key() + " " + entry.row())
          .collect(Collectors.toSet());
    }

    void awaitEntries(String city, long count) throws IOException {
      Await.until(
          "%d entries of %s".formatted(count, city),
          PATIENCE,
          () -> entries().stream().filter(entry -> entry.startsWith(city + " ")).count() == count);
    }

    void flush() throws IOException {
      try (Admin admin = cluster.connection().getAdmin()) {
        admin.flush(name);
      }
    }

    /** A major compaction of what is in files; the memstore keeps what is there. */
    void compactAll() throws IOException {
      try (Admin admin = cluster.connection().getAdmin()) {
        admin.majorCompact(name);
        FinalCheck.awaitCompacted(admin, name, 1);
        Await.until("the uncovered put", PATIENCE, () -> city(0).isPresent());
      }
    }

    @Override
    public void close() throws IOException {
      clients.close();
      connection.close();
      table.close();
    }
  }
}
