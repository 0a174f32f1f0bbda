// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Random events of {@link Twins}. Timestamps of cells grow, except for those of cells that are
 * overwritten while no delete marker is near: else it made a difference when HBase drops a marker.
 */
final class TwinHistory {
  private static final List<KeepDeletedCells> DELETED_CELLS = List.of(KeepDeletedCells.values());
  private static final int COLUMNS = 3;
  private static final int LEAST_ROWS_TO_SPLIT = 20;
  private static final int MOST_ASCENDING = 60;
  private static final int LARGE_VALUE = 60_000;

  /** What a history may have, beside puts. */
  enum Event {
    ASCENDING_KEYS,
    OVERWRITE,
    DELETE_OF_FAMILY,
    DELETE_OF_COLUMN,
    DELETE_OF_VERSION,
    DELETE_OF_FAMILY_VERSION,
    LARGE_ROW,
    EMPTY_FLUSH,
    EXPIRED_FLUSH,
    BULK_LOAD,
    BULK_LOAD_WITHOUT_ID,
    BULK_LOAD_OUT_OF_MINOR,
    BULK_LOAD_OF_DELETES,
    MAJOR_COMPACTION,
    ARCHIVAL,
    CRASH,
    CRASH_IN_COMMIT,
    SPLIT
  }

  private final Twins twins;
  private final Random random;
  private final Set<Event> seen = EnumSet.noneOf(Event.class);

  /** Timestamps of the newest puts, by row and column, without a delete marker since. */
  private final Map<String, Long> newest = new HashMap<>();

  private final boolean allVersions;
  private final long ttlMillis;

  TwinHistory(Twins twins, Random random) {
    this.twins = twins;
    this.random = random;
    allVersions = twins.family().getMaxVersions() == Integer.MAX_VALUE;
    int seconds = twins.family().getTimeToLive();
    ttlMillis = seconds == HConstants.FOREVER ? 0 : seconds * 1_000L;
  }

  /** Returns a family with settings that decide what compactions drop. */
  static ColumnFamilyDescriptor family(Random random) {
    boolean newVersions = random.nextInt(4) == 0;
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY)
            .setBlocksize(512)
            .setMaxVersions(random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(3))
            .setNewVersionBehavior(newVersions)
            // Together they fail an assertion of HBase (NewVersionBehaviorTracker.checkVersions).
            .setKeepDeletedCells(
                newVersions
                    ? KeepDeletedCells.FALSE
                    : DELETED_CELLS.get(random.nextInt(DELETED_CELLS.size())));
    if (random.nextInt(3) == 0) {
      family.setTimeToLive(1 + random.nextInt(3));
    }
    return family.build();
  }

  Set<Event> seen() {
    return seen;
  }

  /** Returns whether a read of one row can meet no more files than the limits tell. */
  boolean isDepthBounded() {
    return !seen.contains(Event.BULK_LOAD_OUT_OF_MINOR);
  }

  void step() throws IOException {
    if (ttlMillis > 0) {
      twins.advance(random.nextInt((int) ttlMillis / 8));
    }
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> writeFile();
      case 7, 8, 9, 10 -> twins.select();
      case 11, 12, 13, 14 -> twins.compactHeld();
      case 15 -> twins.plain.compact(random.nextBoolean());
      case 16 -> {
        seen.add(Event.MAJOR_COMPACTION);
        twins.store().triggerMajorCompaction();
      }
      case 17 -> {
        seen.add(Event.ARCHIVAL);
        twins.store().closeAndArchiveCompactedFiles();
      }
      case 18 -> crash();
      default -> split();
    }
  }

  /** Writes one file to each region, at most. */
  void writeFile() throws IOException {
    switch (random.nextInt(16)) {
      case 0 -> seen.add(Event.EMPTY_FLUSH);
      case 1 -> writeExpired();
      case 2, 3 -> writeAscending();
      case 4 -> {
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
          delete(row());
        }
      }
      case 5 -> {
        seen.add(Event.LARGE_ROW);
        put(row(), LARGE_VALUE);
      }
      case 6, 7 -> bulkLoad();
      default -> writeMixed();
    }
    twins.flush();
  }

  private void writeMixed() throws IOException {
    boolean narrow = random.nextInt(3) == 0;
    int from = row();
    for (int i = 20 + random.nextInt(60); i > 0; i--) {
      int row = narrow ? Math.min(twins.endRow() - 1, from + random.nextInt(10)) : row();
      switch (random.nextInt(8)) {
        case 0, 1 -> delete(row);
        case 2 -> overwrite(row);
        default -> put(row, random.nextInt(400));
      }
    }
  }

  private int row() {
    return twins.firstRow() + random.nextInt(twins.endRow() - twins.firstRow());
  }

  private byte[] column() {
    return Bytes.toBytes("q" + random.nextInt(COLUMNS));
  }

  private void put(int row, int bytes) throws IOException {
    byte[] column = column();
    long time = twins.tick();
    put(row, column, time, bytes);
    newest.put(key(row, column), time);
  }

  private void put(int row, byte[] column, long time, int bytes) throws IOException {
    byte[] value = new byte[bytes];
    random.nextBytes(value);
    twins.put(row, column, time, value);
  }

  /** Puts another value with the timestamp of the newest one, which the sequence id decides. */
  private void overwrite(int row) throws IOException {
    byte[] column = column();
    Long time = newest.get(key(row, column));
    if (time != null) {
      seen.add(Event.OVERWRITE);
      put(row, column, time, 1 + random.nextInt(100));
    }
  }

  private static String key(int row, byte[] column) {
    return row + Bytes.toString(column);
  }

  private void delete(int row) throws IOException {
    Delete delete = new Delete(Twins.row(row));
    long past = twins.past();
    long time = random.nextBoolean() ? twins.tick() : past;
    // Whether HBase has dropped older versions decides what the delete of one version shows.
    switch (random.nextInt(allVersions ? 4 : 2)) {
      case 0 -> {
        seen.add(Event.DELETE_OF_FAMILY);
        delete.addFamily(Twins.FAMILY, time);
      }
      case 1 -> {
        seen.add(Event.DELETE_OF_COLUMN);
        delete.addColumns(Twins.FAMILY, column(), time);
      }
      case 2 -> {
        seen.add(Event.DELETE_OF_VERSION);
        byte[] column = column();
        delete.addColumn(Twins.FAMILY, column, newest.getOrDefault(key(row, column), twins.past()));
      }
      default -> {
        seen.add(Event.DELETE_OF_FAMILY_VERSION);
        delete.addFamilyVersion(
            Twins.FAMILY, newest.getOrDefault(key(row, column()), twins.past()));
      }
    }
    forget(row);
    twins.delete(delete);
  }

  /** Lets no later put overwrite a cell of the row. */
  private void forget(int row) {
    for (int column = 0; column < COLUMNS; column++) {
      newest.remove(key(row, Bytes.toBytes("q" + column)));
    }
  }

  private void writeAscending() throws IOException {
    if (twins.nextRow().isPresent()) {
      seen.add(Event.ASCENDING_KEYS);
      for (int i = 10 + random.nextInt(MOST_ASCENDING); i > 0; i--) {
        put(twins.nextRow().get(), random.nextInt(400));
      }
    }
  }

  /** Writes cells that no read sees, so that the flush has none. */
  private void writeExpired() throws IOException {
    if (ttlMillis > 0) {
      seen.add(Event.EXPIRED_FLUSH);
      for (int i = 0; i < 5; i++) {
        put(row(), column(), twins.tick() - ttlMillis - 1_000, 10);
      }
    }
  }

  private void bulkLoad() throws IOException {
    boolean withId = random.nextInt(4) > 0;
    boolean inMinor = random.nextInt(4) > 0;
    seen.add(withId ? Event.BULK_LOAD : Event.BULK_LOAD_WITHOUT_ID);
    if (!inMinor) {
      seen.add(Event.BULK_LOAD_OUT_OF_MINOR);
    }
    BulkLoad load = new BulkLoad();
    int from = row();
    int rows = 1 + random.nextInt(twins.endRow() - from);
    int deletes = random.nextInt(3);
    for (int i = 1 + random.nextInt(100); i > 0; i--) {
      int row = from + random.nextInt(rows);
      byte[] column = column();
      if (random.nextInt(8) < deletes) {
        seen.add(Event.BULK_LOAD_OF_DELETES);
        forget(row);
        load.delete(row, random.nextBoolean() ? null : column, twins.tick());
        continue;
      }
      newest.remove(key(row, column));
      byte[] value = new byte[random.nextInt(400)];
      random.nextBytes(value);
      load.put(row, column, twins.tick(), value);
    }
    load.into(List.of(twins.tested, twins.plain), withId, inMinor);
  }

  private void crash() throws IOException {
    if (twins.hasHeld() && random.nextBoolean()) {
      seen.add(Event.CRASH_IN_COMMIT);
      CompactionContext compaction = twins.takeHeld();
      List<Path> paths = compaction.compact(NoLimitThroughputController.INSTANCE, null);
      List<Path> moved = paths.subList(0, random.nextInt(paths.size() + 1));
      StoreCommits.commit(twins.store().getStoreEngine(), moved);
      twins.crash();
    } else {
      seen.add(Event.CRASH);
      String before = twins.describe();
      twins.crash();
      // A region that opens again may find expired files that were dropped, but not archived.
      if (ttlMillis == 0) {
        assertThat(twins.describe()).isEqualTo(before);
      }
    }
  }

  /** Splits between two rows or at one, unless half of a file is left of the last split. */
  private void split() throws IOException {
    int rows = twins.endRow() - twins.firstRow();
    if (rows > LEAST_ROWS_TO_SPLIT && !twins.hasHalves()) {
      seen.add(Event.SPLIT);
      int low = twins.firstRow() + 1 + random.nextInt(rows - 1);
      byte[] between = Bytes.add(Twins.row(low - 1), Bytes.toBytes("x"));
      twins.split(low, random.nextBoolean() ? Twins.row(low) : between, random.nextBoolean());
    }
  }
}
