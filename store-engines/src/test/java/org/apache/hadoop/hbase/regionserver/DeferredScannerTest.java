// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.engine.range.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans of a region whose files are seeked when they are needed, beside HBase's default engine. */
class DeferredScannerTest {
  private static final int ROUNDS = 5;
  private static final int DISJOINT_FILES = 40;
  private static final int ROWS = 10;
  private static final byte[] COLUMN = Bytes.toBytes("q");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Twins twins;

  static LongStream seeds() {
    return Seeds.of(ROUNDS);
  }

  @AfterEach
  void close() throws IOException {
    WatchedFileSystem.watchNothing();
    twins.close();
    util.cleanupTestDir();
  }

  /**
   * The rows are in one file of 40, or two, and in three that have rows of the whole region. HBase
   * also reads the row behind the tenth, which is in the next file.
   */
  @Test
  void tenRowsOfAStoreWith43FilesAreReadFromTheFilesThatHaveThem() throws IOException {
    writeDisjointAndWideFiles();
    assertThat(twins.store().getStorefiles()).hasSize(DISJOINT_FILES + 3);
    List<Scan> short10 =
        List.of(
            new Scan().setLimit(ROWS),
            new Scan().withStartRow(Twins.row(205)).setLimit(ROWS),
            new Scan().addColumn(Twins.FAMILY, COLUMN).setLimit(ROWS));
    for (Scan scan : short10) {
      assertThat(files(twins.tested, scan)).as("%s", scan).hasSizeLessThanOrEqualTo(6);
    }
    assertThat(files(twins.plain, short10.get(0))).hasSize(DISJOINT_FILES + 3);
    assertThat(files(twins.tested, new Scan())).hasSize(DISJOINT_FILES + 3);
    twins.compare();
    twins.compareShortReads();
  }

  @Test
  void deferredSeekThatFailsFailsTheScanAndNoOther() throws IOException {
    writeDisjointAndWideFiles();
    byte[] row = Twins.row((DISJOINT_FILES - 1) * ROWS);
    HStoreFile last =
        twins.store().getStorefiles().stream()
            .filter(file -> CellUtil.matchingRows(file.getFirstKey().orElseThrow(), row))
            .findFirst()
            .orElseThrow();
    WatchedFileSystem.watch(
        (file, position) -> {
          if (file.getName().equals(last.getPath().getName())) {
            throw new IOException("broken on purpose");
          }
        });
    assertThat(read(new Scan().setLimit(ROWS))).hasSize(ROWS);
    assertThatThrownBy(() -> read(new Scan()))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("broken on purpose");
    WatchedFileSystem.watchNothing();
    assertThat(twins.store().getStorefiles()).noneMatch(HStoreFile::isReferencedInReads);
    twins.compare();
  }

  /** A file's first key has no sequence id: the same key of the older file would come first. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newerValueOfTheSameKeyInAFilesFirstRowIsReturned(boolean isDeleted) throws IOException {
    create(family().build());
    long time = twins.tick();
    for (int row = 0; row < 20; row++) {
      twins.put(row, COLUMN, time, Bytes.toBytes("older"));
    }
    twins.flush();
    if (isDeleted) {
      twins.delete(new Delete(Twins.row(10)).addColumn(Twins.FAMILY, COLUMN, time));
    } else {
      twins.put(10, COLUMN, time, Bytes.toBytes("newer"));
    }
    twins.put(15, COLUMN, time, Bytes.toBytes("newer"));
    twins.flush();
    List<String> values = read(new Scan());
    assertThat(values).hasSize(isDeleted ? 19 : 20);
    assertThat(values.get(9)).isEqualTo("older");
    assertThat(values.get(10)).isEqualTo(isDeleted ? "older" : "newer");
    twins.compare();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsOfRandomHistoriesEqualThoseOfTheDefaultEngine(long seed) throws IOException {
    Random random = new Random(seed);
    create(TwinHistory.family(random), random);
    TwinHistory history = new TwinHistory(twins, random);
    for (int file = 0; file < 25; file++) {
      history.writeFile();
      if (random.nextInt(6) == 0) {
        twins.select();
        twins.compactHeld();
      }
      twins.compare();
      twins.compareShortReads();
    }
  }

  @Test
  void scannerOfACompactionAndOfAStreamAreHBasesOwn() throws IOException {
    writeDisjointAndWideFiles();
    HStoreFile file = twins.store().getStorefiles().iterator().next();
    try (StoreFileScanner pread = file.getPreadScanner(false, 0, 0, false);
        StoreFileScanner stream = file.getStreamScanner(false, false, true, 0, 0, false)) {
      assertThat(pread).isExactlyInstanceOf(DeferredScanner.class);
      assertThat(stream).isExactlyInstanceOf(StoreFileScanner.class);
    }
    assertThat(file.isReferencedInReads()).isFalse();
  }

  /** A flush during the scan makes HBase seek again, and a long scan changes to streams. */
  @Test
  void scanGoesOnAfterAFlushAndInStreams() throws IOException {
    conf.setLong(StoreScanner.STORESCANNER_PREAD_MAX_BYTES, 2_000);
    writeDisjointAndWideFiles();
    List<String> before = read(new Scan());
    List<String> seen = new ArrayList<>();
    try (RegionScanner scanner = twins.tested.getScanner(new Scan())) {
      List<Cell> cells = new ArrayList<>();
      boolean more = true;
      for (int row = 0; more; row++) {
        if (row == 30 || row == 200) {
          twins.put(DISJOINT_FILES * ROWS + row, 10); // behind all rows, newer than the scan
          twins.flush();
        }
        more = scanner.next(cells);
        cells.forEach(cell -> seen.add(Bytes.toString(CellUtil.cloneValue(cell))));
        cells.clear();
        ((Shipper) scanner).shipped(); // HBase's RPC does, after each answer
      }
    }
    assertThat(seen).isEqualTo(before);
    assertThat(twins.store().getStorefiles()).noneMatch(HStoreFile::isReferencedInReads);
  }

  private void writeDisjointAndWideFiles() throws IOException {
    create(family().build());
    for (int file = 0; file < DISJOINT_FILES; file++) {
      for (int row = 0; row < ROWS; row++) {
        twins.put(file * ROWS + row, 200);
      }
      twins.flush();
    }
    for (int wide = 1; wide <= 3; wide++) {
      for (int row = wide; row < DISJOINT_FILES * ROWS; row += 53) {
        twins.put(row, 200);
      }
      twins.flush();
    }
  }

  /** Returns the files whose blocks a scan reads. The region has no block cache. */
  private static Set<String> files(HRegion region, Scan scan) throws IOException {
    Set<String> files = ConcurrentHashMap.newKeySet();
    WatchedFileSystem.watch((file, position) -> files.add(file.getName()));
    read(region, scan);
    WatchedFileSystem.watchNothing();
    return files;
  }

  private List<String> read(Scan scan) throws IOException {
    return read(twins.tested, scan);
  }

  private static List<String> read(HRegion region, Scan scan) throws IOException {
    List<String> values = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      int rows = 0;
      do {
        more = scanner.next(cells);
        cells.forEach(cell -> values.add(Bytes.toString(CellUtil.cloneValue(cell))));
        cells.clear();
      } while (more && (scan.getLimit() <= 0 || ++rows < scan.getLimit()));
    }
    return values;
  }

  private static ColumnFamilyDescriptorBuilder family() {
    return ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512);
  }

  private void create(ColumnFamilyDescriptor family) throws IOException {
    create(family, new Random(1));
  }

  private void create(ColumnFamilyDescriptor family, Random random) throws IOException {
    conf.setClass(Twins.FILE_SYSTEM, WatchedFileSystem.class, FileSystem.class);
    conf.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    twins = new Twins(conf, util.getDataTestDir(), random, family, SmallForestEngine.class);
  }
}
