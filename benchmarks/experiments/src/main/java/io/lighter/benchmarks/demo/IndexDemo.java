// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexAdmin;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.build.SnapshotBuilder;
import io.lighter.index.client.IndexedRow;
import io.lighter.index.client.IndexedTable;
import io.lighter.index.client.KeyRange;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The demo of an index: loads a table with plain puts, creates an index while rows are overwritten,
 * looks rows up, overwrites some, kills a region server, and compares every lookup with what was
 * written. Confined to one thread, but for the creation, which has a thread of its own.
 */
final class IndexDemo {
  /** Properties of the cluster; with a short session a killed region server is soon replaced. */
  static final Map<String, String> SITE =
      Map.of(
          "hbase.region.server.rpc.scheduler.factory.class",
          "io.lighter.index.rpc.IndexRpcSchedulerFactory",
          "zookeeper.session.timeout",
          "10000");

  private static final TableName TABLE = TableName.valueOf("people");
  private static final String INDEX = "city";
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] CITY = Bytes.toBytes("city");
  private static final int REGIONS = 4;

  /** Rows that share a city. */
  private static final int ROWS_PER_CITY = 50;

  private static final int BATCH = 500;

  /** Share of the rows that move to another city. */
  private static final int OVERWRITTEN_PERCENT = 10;

  /** Share of the rows that move in each round while the index is created. */
  private static final int MEANWHILE_PERCENT = 1;

  private static final int MEASURED = 200;
  private static final long SEED = 20261129;

  private final LocalCluster cluster;
  private final Progress progress;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /** City of each row. */
  private final int[] cities;

  /**
   * Creates a demo.
   *
   * @param rows rows of the table, at least 1
   */
  IndexDemo(LocalCluster cluster, int rows, Progress progress) {
    this.cluster = cluster;
    this.progress = progress;
    this.cities = new int[rows];
  }

  /**
   * What the demo saw.
   *
   * @param lookups compared lookups, one for each city
   * @param missing rows that a lookup did not show
   * @param foreign rows that a lookup must not have shown
   * @param stale entries that lookups dropped, because the row's city had changed
   * @param get median of a get by row key
   * @param lookup median of a lookup of one city
   * @param unavailable time from the kill of a region server to the first lookup of all its rows
   */
  record Outcome(
      int rows,
      int lookups,
      long missing,
      long foreign,
      long stale,
      Duration get,
      Duration lookup,
      Duration unavailable) {
    /** Whether each lookup showed exactly the rows of its city. */
    boolean passed() {
      return lookups > 0 && missing == 0 && foreign == 0;
    }

    String toText() {
      return """
      %d rows, index %s: get by row key %.1f ms, lookup of a city of about %d rows %.1f ms (medians)
      region server killed: the first lookup was answered %.1f s later
      %d lookups compared with what was written: %d rows missing, %d foreign; %d stale entries dropped
      """
          .formatted(
              rows,
              INDEX,
              millis(get),
              ROWS_PER_CITY,
              millis(lookup),
              unavailable.toMillis() / 1_000.0,
              lookups,
              missing,
              foreign,
              stale);
    }

    private static double millis(Duration time) {
      return time.toNanos() / 1e6;
    }
  }

  /** Runs all steps. */
  Outcome run() throws IOException {
    createTable();
    try (Table table = cluster.connection().getTable(TABLE);
        IndexedTable indexed = IndexedTable.of(cluster.connection(), TABLE)) {
      progress.step("Loading %d rows with plain puts".formatted(cities.length));
      load(table);
      progress.step("Creating an index while rows are overwritten");
      createIndex(table);
      progress.step("Looking rows up");
      Duration get = medianOf(() -> table.get(new Get(key(random.nextInt(cities.length)))));
      Duration lookup = medianOf(() -> lookup(indexed, random.nextInt(cityCount())));
      progress.step("Overwriting every tenth row");
      overwrite(table, OVERWRITTEN_PERCENT);
      progress.step("Killing a region server");
      Duration unavailable = killAndLookUp(indexed);
      progress.step("Comparing every lookup with what was written");
      Outcome outcome = compare(indexed, get, lookup, unavailable);
      progress.finish();
      return outcome;
    }
  }

  private void createTable() throws IOException {
    try (Admin admin = cluster.connection().getAdmin()) {
      byte[][] splits = new byte[REGIONS - 1][];
      for (int i = 1; i < REGIONS; i++) {
        splits[i - 1] = key((int) ((long) cities.length * i / REGIONS));
      }
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          distinct(splits));
    }
  }

  private void createIndex(Table table) throws IOException {
    IndexAdmin admin =
        IndexAdmin.of(
            cluster.connection(),
            new SnapshotBuilder(cluster.connection(), cluster.configuration(), 1));
    FutureTask<IndexInfo> creation =
        new FutureTask<>(
            () -> admin.create(TABLE, INDEX, "value f:city string", CreateOptions.DEFAULT));
    Thread thread = new Thread(creation, "demo-index");
    thread.setDaemon(true);
    thread.start();
    do {
      overwrite(table, MEANWHILE_PERCENT);
    } while (!creation.isDone());
    try {
      IndexInfo unused = creation.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } catch (ExecutionException e) {
      throw new IOException("the index was not created: " + e.getCause().getMessage(), e);
    }
  }

  /** A table of few rows has fewer regions. */
  private static byte[][] distinct(byte[][] splits) {
    Set<byte[]> keys = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    keys.addAll(Arrays.asList(splits));
    return keys.toArray(byte[][]::new);
  }

  private void load(Table table) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < cities.length; row++) {
      cities[row] = random.nextInt(cityCount());
      puts.add(put(row));
      if (puts.size() == BATCH || row == cities.length - 1) {
        table.put(puts);
        puts.clear();
        progress.update((row + 1.0) / cities.length);
      }
    }
  }

  private void overwrite(Table table, int percent) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < cities.length; row++) {
      if (random.nextInt(100) < percent) {
        cities[row] = random.nextInt(cityCount());
        puts.add(put(row));
      }
    }
    table.put(puts);
  }

  private Put put(int row) {
    return new Put(key(row)).addColumn(FAMILY, CITY, Bytes.toBytes(name(cities[row])));
  }

  private Duration killAndLookUp(IndexedTable indexed) throws IOException {
    ProcessName killed = ProcessName.regionServer(1);
    cluster.kill(killed);
    long start = System.nanoTime();
    cluster.relaunch(List.of(killed));
    lookUp(indexed, KeyRange.all(), cities.length);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private Outcome compare(IndexedTable indexed, Duration get, Duration lookup, Duration unavailable)
      throws IOException {
    List<Set<String>> expected = new ArrayList<>();
    for (int city = 0; city < cityCount(); city++) {
      expected.add(new TreeSet<>());
    }
    for (int row = 0; row < cities.length; row++) {
      expected.get(cities[row]).add(Bytes.toString(key(row)));
    }
    long missing = 0;
    long foreign = 0;
    for (int city = 0; city < expected.size(); city++) {
      Set<String> shown = new TreeSet<>();
      lookup(indexed, city).forEach(row -> shown.add(Bytes.toString(row.row())));
      long common = shown.stream().filter(expected.get(city)::contains).count();
      missing += expected.get(city).size() - common;
      foreign += shown.size() - common;
      progress.update((city + 1.0) / expected.size());
    }
    return new Outcome(
        cities.length,
        expected.size(),
        missing,
        foreign,
        indexed.stats().counts().staleEntries(),
        get,
        lookup,
        unavailable);
  }

  private List<IndexedRow> lookup(IndexedTable indexed, int city) throws IOException {
    return lookUp(indexed, KeyRange.exact(name(city)), cities.length);
  }

  private static List<IndexedRow> lookUp(IndexedTable indexed, KeyRange range, int limit)
      throws IOException {
    return indexed.lookup(INDEX, range, limit);
  }

  /** A read whose time is measured. */
  @FunctionalInterface
  private interface Read {
    Object send() throws IOException;
  }

  private static Duration medianOf(Read read) throws IOException {
    long[] nanos = new long[MEASURED];
    for (int i = 0; i < MEASURED; i++) {
      long start = System.nanoTime();
      Object unused = read.send();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return Duration.ofNanos(nanos[MEASURED / 2]);
  }

  private int cityCount() {
    return Math.max(1, cities.length / ROWS_PER_CITY);
  }

  private static String name(int city) {
    return "city%05d".formatted(city);
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("p%08d".formatted(row));
  }
}
