// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static io.lighter.index.region.IndexCluster.CITY;
import static io.lighter.index.region.IndexCluster.F;
import static io.lighter.index.region.IndexCluster.WAIT_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.HFileTestUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Writes of all kinds to a table with four indexes, on two region servers. */
@Timeout(900)
class IndexWritesIT {
  private static final byte[] COUNT = Bytes.toBytes("count");
  private static final byte[] TAGS = Bytes.toBytes("tags");
  private static final byte[] COUNTRY = Bytes.toBytes("country");
  private static final Map<String, String> INDEXES =
      Map.of(
          "city", "value f:city string",
          "count", "value f:count long salt=4",
          "place", "parts f:country string, f:city string",
          "tag", "split f:tags , string");
  private static final IndexCluster CLUSTER = new IndexCluster();

  private TableName name;
  private Table table;

  @BeforeAll
  static void startCluster() throws Exception {
    CLUSTER.useSchedulerOfIndexes();
    CLUSTER.start(2, "0");
  }

  @AfterAll
  static void stopCluster() throws Exception {
    CLUSTER.stop();
  }

  @BeforeEach
  void createTable(TestInfo test) throws IOException {
    name =
        CLUSTER.create(
            test.getTestMethod().orElseThrow().getName(),
            INDEXES,
            new byte[][] {Bytes.toBytes("m")});
    table = CLUSTER.util().getConnection().getTable(name);
  }

  @AfterEach
  void everyKeyHasExactlyItsEntry() throws Exception {
    table.close();
    if (CLUSTER.util().getAdmin().isTableEnabled(IndexNames.indexTable(name, "city"))) {
      for (String index : INDEXES.keySet()) {
        assertThat(CLUSTER.entries(name, index).keySet())
            .as(index)
            .containsAll(CLUSTER.expected(name, index));
      }
    }
  }

  @Test
  void putOverwriteAndDeletes() throws Exception {
    table.put(city("a", "Rome").addColumn(F, COUNTRY, Bytes.toBytes("it")));
    table.put(city("z", "Rome").addColumn(F, TAGS, Bytes.toBytes("x,y,x")));
    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Rome/a", "Rome/z");
    assertThat(CLUSTER.entries(name, "place").keySet()).containsExactly("it,Rome/a");
    assertThat(CLUSTER.entries(name, "tag").keySet()).containsExactly("x/z", "y/z");

    table.put(city("a", "Oslo"));
    exact();
    assertThat(CLUSTER.entries(name, "place").keySet()).containsExactly("it,Oslo/a");

    table.delete(new Delete(row("a")).addColumns(F, CITY));
    exact();
    table.delete(new Delete(row("z")));
    exact();
    assertThat(CLUSTER.entries(name, "tag")).isEmpty();
  }

  @Test
  void deleteOfAVersionUncoversTheOneBefore() throws Exception {
    table.put(city("a", 10, "Oslo"));
    table.put(city("a", 20, "Rome"));
    exact();

    table.delete(new Delete(row("a")).addColumn(F, CITY, 20));
    exact();
    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Oslo/a");

    table.put(city("a", 30, "Rome"));
    table.delete(new Delete(row("a")).addFamilyVersion(F, 30));
    exact();
    table.put(city("a", 40, "Bonn"));
    table.delete(new Delete(row("a")).addColumn(F, CITY)); // the newest, whichever that is
    exact();
    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Oslo/a");
  }

  @Test
  void keyThatReturnsWithinAMillisecondKeepsItsEntry() throws Exception {
    for (int i = 0; i < 50; i++) {
      // One timestamp for all: an index by the cells' times would hide the last entry.
      table.put(city("a", 10, "Rome"));
      table.put(city("a", 10, "Oslo"));
      table.put(city("a", 10, "Bonn"));
      table.put(city("a", 10, "Rome"));
    }
    exact();
    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Rome/a");
  }

  @Test
  void rowThatIsTwiceInABatchHasAnEntryForWhatIsVisible() throws Exception {
    for (int i = 0; i < 20; i++) {
      table.put(List.of(city("a", "c" + i), city("b", "c" + i), city("a", "c" + (i + 1) % 20)));
      exactOrMore();
    }
  }

  @Test
  void writeUnderADeleteMarkerHasItsEntryWhenACompactionBringsItBack() throws Exception {
    table.put(city("a", 5, "Bonn"));
    exact();
    table.delete(new Delete(row("a")).addColumns(F, CITY, 20));
    CLUSTER.util().flush(name);
    table.put(city("a", 10, "Rome"));
    assertThat(table.exists(new Get(row("a")))).isFalse();
    CLUSTER.util().waitFor(WAIT_MS, () -> !CLUSTER.entries(name, "city").containsKey("Bonn/a"));

    CLUSTER.util().compact(name, true);
    CLUSTER.util().waitFor(WAIT_MS, () -> table.exists(new Get(row("a"))));

    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Rome/a");
  }

  @Test
  void writeIntoThePastChangesNothingVisible() throws Exception {
    table.put(city("a", 20, "Rome"));
    table.put(city("a", 10, "Oslo"));

    // The entry of the older version is extra: a delete of the newer one shows it.
    assertThat(CLUSTER.entries(name, "city").keySet()).contains("Rome/a");
    table.delete(new Delete(row("a")).addColumn(F, CITY, 20));
    exact();
    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Oslo/a");
  }

  @Test
  void incrementsAppendsAndChecks() throws Exception {
    table.increment(new Increment(row("a")).addColumn(F, COUNT, 5));
    table.increment(new Increment(row("a")).addColumn(F, COUNT, 2));
    exact();
    table.append(new Append(row("a")).addColumn(F, CITY, Bytes.toBytes("Ro")));
    table.append(new Append(row("a")).addColumn(F, CITY, Bytes.toBytes("me")));
    exact();
    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Rome/a");

    CheckAndMutate.Builder check =
        CheckAndMutate.newBuilder(row("a")).ifEquals(F, CITY, Bytes.toBytes("Rome"));
    assertThat(table.checkAndMutate(check.build(city("a", "Oslo"))).isSuccess()).isTrue();
    assertThat(table.checkAndMutate(check.build(city("a", "Bonn"))).isSuccess()).isFalse();
    exact();
    table.mutateRow(
        RowMutations.of(
            List.of(
                city("a", "Bern"),
                new Delete(row("a")).addColumns(F, COUNT),
                new Put(row("a")).addColumn(F, TAGS, Bytes.toBytes("q")))));
    exact();
    assertThat(CLUSTER.entries(name, "city").keySet()).containsExactly("Bern/a");
  }

  @Test
  void concurrentWritesOfFewRowsLoseNoEntry() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(6);
    List<Future<?>> done = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Random random = new Random(i);
      done.add(writers.submit(() -> writeRandomly(random)));
    }
    for (Future<?> each : done) {
      assertThat(each.get()).isNull();
    }
    writers.shutdown();

    exactOrMore();
  }

  private Void writeRandomly(Random random) throws IOException {
    for (int i = 0; i < 150; i++) {
      String row = random.nextInt(3) == 0 ? "a" : random.nextBoolean() ? "b" : "x";
      switch (random.nextInt(4)) {
        case 0 -> table.delete(new Delete(row(row)).addColumns(F, CITY));
        case 1 -> table.put(List.of(city(row, "c" + random.nextInt(3)), city(row, "c" + i % 3)));
        case 2 ->
            table.put(
                city(row, "c" + random.nextInt(3))
                    .addColumn(F, COUNTRY, Bytes.toBytes("l" + random.nextInt(2))));
        default -> table.put(city(row, "c" + random.nextInt(3)));
      }
    }
    return null;
  }

  @Test
  void oldEntryStaysAsLongAsTheOldValueIsVisible() throws Exception {
    TableDescriptor before = CLUSTER.util().getAdmin().getDescriptor(name);
    CLUSTER
        .util()
        .getAdmin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(before)
                .setCoprocessor(
                    CoprocessorDescriptorBuilder.newBuilder(HeldCommit.class.getName())
                        .setPriority(Coprocessor.PRIORITY_LOWEST) // loaded later, so it runs later
                        .build())
                .build());
    table.put(List.of(city("a", "Oslo"), city("z", "Oslo")));
    ExecutorService writer = Executors.newSingleThreadExecutor();
    Future<?> write = writer.submit(() -> putHeld());
    try {
      assertThat(HeldCommit.ARRIVED.await(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
      // A removal that was queued by now would go before this one.
      table.put(city("z", "Bonn"));
      CLUSTER.util().waitFor(WAIT_MS, () -> !CLUSTER.entries(name, "city").containsKey("Oslo/z"));

      assertThat(Bytes.toString(table.get(new Get(row("a"))).getValue(F, CITY))).isEqualTo("Oslo");
      assertThat(CLUSTER.entries(name, "city").keySet())
          .containsExactly("Bonn/z", HeldCommit.CITY_THAT_WAITS + "/a", "Oslo/a");
    } finally {
      HeldCommit.RELEASED.countDown();
      writer.shutdown();
    }
    assertThat(write.get()).isNull();
    exact();
  }

  private Void putHeld() throws IOException {
    table.put(city("a", HeldCommit.CITY_THAT_WAITS));
    return null;
  }

  /** Holds a batch when it is in the memstore, and nobody sees it yet. */
  public static final class HeldCommit implements RegionCoprocessor, RegionObserver {
    static final String CITY_THAT_WAITS = "Limbo";
    static final CountDownLatch ARRIVED = new CountDownLatch(1);
    static final CountDownLatch RELEASED = new CountDownLatch(1);

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void postBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> operations)
        throws IOException {
      if (operations.getOperation(0).has(F, CITY, Bytes.toBytes(CITY_THAT_WAITS))) {
        ARRIVED.countDown();
        try {
          assertThat(RELEASED.await(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException(e);
        }
      }
    }
  }

  @Test
  void unsyncedWriteKeepsTheOldEntry() throws Exception {
    table.put(city("a", "Rome"));
    table.put(city("a", "Oslo").setDurability(Durability.SKIP_WAL));
    table.put(city("z", "Bonn"));
    table.put(city("z", "Oslo"));

    CLUSTER.util().waitFor(WAIT_MS, () -> !CLUSTER.entries(name, "city").containsKey("Bonn/z"));
    assertThat(CLUSTER.entries(name, "city").keySet())
        .containsExactly("Oslo/a", "Oslo/z", "Rome/a");
  }

  @Test
  void indexThatIsGoneRefusesWrites() throws Exception {
    table.put(city("a", "Rome"));
    CLUSTER.util().getAdmin().disableTable(IndexNames.indexTable(name, "city"));

    try (Table once =
        CLUSTER
            .util()
            .getConnection()
            .getTableBuilder(name, null)
            .setOperationTimeout(3_000)
            .build()) {
      assertThat(catchThrowable(() -> once.put(city("a", "Oslo")))).isInstanceOf(IOException.class);
    }
    table.put(city("a", "Rome").addColumn(F, Bytes.toBytes("other"), CITY)); // key unchanged
    assertThat(Bytes.toString(table.get(new Get(row("a"))).getValue(F, CITY))).isEqualTo("Rome");
  }

  @Test
  void whatCannotBeIndexedIsRefused() throws Exception {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> table.put(city("a", "Rome").setTTL(1000)))
        .withMessageContaining("TTL of 1000 ms on an indexed column");
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> table.put(city("a", "x".repeat(40_000))))
        .withMessageContaining("row 'a'")
        .withMessageContaining("expected at most 32767");
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> table.put(new Put(row("a")).addColumn(F, COUNT, new byte[3])))
        .withMessageContaining("index count of " + name)
        .withMessageContaining("expected long, 8 bytes");
  }

  @Test
  void bulkLoadIsRefused() throws Exception {
    Path files = CLUSTER.util().getDataTestDirOnTestFS("bulk");
    HFileTestUtil.createHFile(
        CLUSTER.util().getConfiguration(),
        CLUSTER.util().getTestFileSystem(),
        new Path(new Path(files, "f"), "hfile"),
        F,
        CITY,
        row("a"),
        row("c"),
        10);

    Throwable thrown =
        catchThrowable(
            () -> BulkLoadHFiles.create(CLUSTER.util().getConfiguration()).bulkLoad(name, files));

    assertThat(thrown)
        .hasStackTraceContaining(name + " has indexes [city, count, place, tag]")
        .hasStackTraceContaining("load the files with 'lighter index bulkload'");
    assertThat(table.exists(new Get(row("a")))).isFalse();
  }

  private void exact() throws Exception {
    for (String index : INDEXES.keySet()) {
      CLUSTER.awaitExact(name, index);
    }
  }

  private void exactOrMore() throws Exception {
    for (String index : INDEXES.keySet()) {
      assertThat(CLUSTER.entries(name, index).keySet())
          .as(index)
          .containsAll(CLUSTER.expected(name, index));
    }
  }

  private static Put city(String row, String city) {
    return new Put(row(row)).addColumn(F, CITY, Bytes.toBytes(city));
  }

  private static Put city(String row, long time, String city) {
    return new Put(row(row)).addColumn(F, CITY, time, Bytes.toBytes(city));
  }

  private static byte[] row(String row) {
    return Bytes.toBytes(row);
  }
}
