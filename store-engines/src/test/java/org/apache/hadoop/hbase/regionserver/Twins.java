// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.Forest;
import io.lighter.engine.range.KeyRange;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.tiered.TieredJob.Reason;
import io.lighter.testing.fixtures.PlainLocalFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.apache.hadoop.hbase.wal.WAL;

/**
 * A region with one of Lighter's engines, and one of HBase's default engine with the same history.
 * Time passes by one millisecond with each operation, and by {@link #advance}, so that both regions
 * expire the same cells. A split leaves one half of the tested region; the other region stays
 * whole.
 */
final class Twins {
  static final byte[] FAMILY = Bytes.toBytes("f");

  /** Setting: class of the file system of both regions. */
  static final String FILE_SYSTEM = "test.twins.file.system";

  private static final int ROWS = 120;
  private static final int MOST_JOBS = 500;

  HRegion tested;
  final HRegion plain;

  /** Kinds of compactions that were carried out, as the engine names them. */
  final Set<Enum<?>> jobs = new HashSet<>();

  private final Path folder;
  private final Random random;
  private final ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
  private final long start = System.currentTimeMillis();
  private final List<CompactionContext> held = new ArrayList<>();

  /** The rows of the tested region. */
  private KeyRange keys = KeyRange.ALL;

  /** The numbers of {@link #keys}: from the first, inclusive, to the end, exclusive. */
  private int firstRow;

  private int endRow = Integer.MAX_VALUE;
  private int writtenRows = ROWS;

  Twins(
      Configuration conf,
      Path folder,
      Random random,
      ColumnFamilyDescriptor family,
      Class<?> engine)
      throws IOException {
    this.folder = new Path(folder, "ranges");
    this.random = random;
    clock.setValue(start);
    EnvironmentEdgeManager.injectEdge(clock);
    tested = create(conf, this.folder, family, engine);
    plain = create(conf, new Path(folder, "plain"), family, DefaultStoreEngine.class);
  }

  private static HRegion create(
      Configuration conf, Path folder, ColumnFamilyDescriptor family, Class<?> engine)
      throws IOException {
    TableName name = TableName.valueOf("t");
    Configuration own = new Configuration(conf);
    own.set(HConstants.HBASE_DIR, folder.toString());
    // Hadoop's other one reads a second file, of checksums, with each block.
    own.setClass(
        "fs.file.impl",
        conf.getClass(FILE_SYSTEM, PlainLocalFileSystem.class, FileSystem.class),
        FileSystem.class);
    own.setBoolean("fs.file.impl.disable.cache", true);
    return HBaseTestingUtility.createRegionAndWAL(
        RegionInfoBuilder.newBuilder(name).build(),
        folder,
        own,
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
            .build());
  }

  ColumnFamilyDescriptor family() {
    return tested.getTableDescriptor().getColumnFamily(FAMILY);
  }

  HStore store() {
    return tested.getStore(FAMILY);
  }

  StoreFileManager files() {
    return store().getStoreEngine().getStoreFileManager();
  }

  RangeLayout layout() {
    return ((RangeStoreFileManager) files()).snapshot().layout();
  }

  Forest forest() {
    return ((ForestStoreFileManager) files()).snapshot().layout();
  }

  /** Returns all that the tested engine derives from the files. */
  String describe() {
    if (files() instanceof RangeStoreFileManager) {
      return layout().ranges() + " " + layout().wide() + " " + layout().empty();
    }
    if (files() instanceof TieredStoreFileManager) {
      return new StoreFileViews().of(files().getStoreFiles()).toString();
    }
    return forest().toString();
  }

  void close() throws IOException {
    try {
      HBaseTestingUtility.closeRegionAndWAL(tested);
      HBaseTestingUtility.closeRegionAndWAL(plain);
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  /** Opens the tested region again, as after a crash: what is not on disk is gone. */
  void crash() throws IOException {
    openAgain(tested.getTableDescriptor());
  }

  /** As {@link #crash}; the region has another engine from then on. */
  void changeEngine(Class<?> engine) throws IOException {
    openAgain(
        TableDescriptorBuilder.newBuilder(tested.getTableDescriptor())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
            .build());
  }

  private void openAgain(TableDescriptor table) throws IOException {
    held.clear();
    WAL wal = tested.getWAL();
    tested.close(true);
    tested =
        HRegion.openHRegion(
            tested.getBaseConf(),
            tested.getFilesystem(),
            folder,
            tested.getRegionInfo(),
            table,
            wal);
  }

  /**
   * Splits the tested region, compares both halves, and goes on with one of them.
   *
   * @param low the first row after the low half, by its number
   * @param key {@code low}, or a key between it and the row before it
   */
  void split(int low, byte[] key, boolean keepsLow) throws IOException {
    held.clear();
    RegionSplit split = new RegionSplit(tested, folder, tick(), key);
    KeyRange lowKeys = new KeyRange(keys.from(), key);
    KeyRange highKeys = new KeyRange(key, keys.to());
    tested = keepsLow ? split.high() : split.low();
    keys = keepsLow ? highKeys : lowKeys;
    int first = firstRow;
    int end = endRow;
    takeRows(keepsLow ? low : first, keepsLow ? end : low);
    compare();
    tested.close();
    tested = keepsLow ? split.low() : split.high();
    keys = keepsLow ? lowKeys : highKeys;
    takeRows(keepsLow ? first : low, keepsLow ? low : end);
    compare();
  }

  private void takeRows(int first, int end) {
    firstRow = first;
    endRow = end;
  }

  static byte[] row(int number) {
    return Bytes.toBytes("r%04d".formatted(number));
  }

  int firstRow() {
    return firstRow;
  }

  /** Returns the end, exclusive, of the rows that histories write, except for ascending ones. */
  int endRow() {
    return Math.min(endRow, writtenRows);
  }

  /** Returns a row above all that were written; empty if the region does not have it. */
  Optional<Integer> nextRow() {
    return endRow == Integer.MAX_VALUE ? Optional.of(writtenRows) : Optional.empty();
  }

  boolean contains(byte[] row) {
    return keys.contains(row);
  }

  /** Lets a millisecond pass, and returns the time. */
  long tick() {
    clock.incValue(1);
    return clock.currentTime();
  }

  void advance(long millis) {
    clock.incValue(millis);
  }

  /** Returns a random time since the start, which is not in the future. */
  long past() {
    return start + random.nextInt((int) (clock.currentTime() - start) + 1);
  }

  long start() {
    return start;
  }

  void delete(Delete delete) throws IOException {
    tested.delete(new Delete(delete).setDurability(Durability.SKIP_WAL));
    plain.delete(new Delete(delete).setDurability(Durability.SKIP_WAL));
  }

  void put(int row, int bytes) throws IOException {
    put(row, Bytes.toBytes("q"), tick(), new byte[bytes]);
  }

  void put(int row, byte[] column, long time, byte[] value) throws IOException {
    writtenRows = Math.max(writtenRows, row + 1);
    for (HRegion region : List.of(tested, plain)) {
      region.put(
          new Put(row(row))
              .addColumn(FAMILY, column, time, value)
              .setDurability(Durability.SKIP_WAL));
    }
  }

  void flush() throws IOException {
    tick();
    tested.flush(true);
    plain.flush(true);
  }

  /** Selects a compaction; returns whether there was one. */
  boolean select() throws IOException {
    tick();
    Optional<CompactionContext> context =
        store().requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null);
    context.ifPresent(held::add);
    return context.isPresent();
  }

  boolean hasHeld() {
    return !held.isEmpty();
  }

  /** Returns the compaction that was selected last; it stays selected. */
  CompactionContext lastHeld() {
    return held.get(held.size() - 1);
  }

  /** Returns one of the selected compactions, which the caller carries out. */
  CompactionContext takeHeld() {
    CompactionContext compaction = held.remove(random.nextInt(held.size()));
    jobs.add(job(compaction));
    return compaction;
  }

  private static Enum<?> job(CompactionContext compaction) {
    if (compaction instanceof RangeCompactionContext range) {
      return range.rangePlan().job();
    }
    if (compaction instanceof TieredCompactionContext tiered) {
      return reason(tiered.getRequest());
    }
    return ((ForestCompactionContext) compaction).forestPlan().job();
  }

  private static Reason reason(CompactionRequestImpl request) {
    if (request.isMajor()) {
      return Reason.MAJOR;
    }
    return request.isAfterSplit() ? Reason.REFERENCES : Reason.FULL_RUN;
  }

  /** Carries out one of the selected compactions, if any. */
  void compactHeld() throws IOException {
    if (hasHeld()) {
      tick();
      long highest = highestId();
      tested.compact(takeHeld(), store(), NoLimitThroughputController.INSTANCE);
      assertThat(highestId()).isEqualTo(highest);
    }
  }

  /** Returns the store's highest sequence id, where -1 of a bulk load without an id counts as 0. */
  private long highestId() {
    return Math.max(0, store().getMaxSequenceId().orElse(0));
  }

  /** Tells whether a file that counts is half of a parent's. HBase also counts compacted ones. */
  boolean hasHalves() {
    return StoreUtils.hasReferences(store().getStorefiles());
  }

  /** Compacts until no compaction is selected. */
  void settle() throws IOException {
    for (int i = 0; i < MOST_JOBS; i++) {
      while (hasHeld()) {
        compactHeld();
      }
      if (!select()) {
        assertThat(store().needsCompaction()).isFalse();
        assertThat(hasHalves()).isFalse();
        return;
      }
    }
    throw new AssertionError("no end: " + describe());
  }

  /** Compares what a client reads now. */
  void compare() throws IOException {
    new TwinReads(this, random).compare();
  }

  /** Compares reads that look into few files, or stop early. */
  void compareShortReads() throws IOException {
    new TwinReads(this, random).compareShort();
  }
}
