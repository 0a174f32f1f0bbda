// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.read.SearchMode;
import io.lighter.engine.read.SearchSettings;
import io.lighter.engine.read.Searches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;

/** A region whose reads may seek ahead, beside a region of HBase's default engine. */
abstract class SearchedRegion {
  static final int FILES = 12;
  static final int ROWS = 30;
  static final byte[] COLUMN = Bytes.toBytes("q");
  static final byte[] OTHER = Bytes.toBytes("r");
  static final String MODE = "lighter.forest.search";
  static final int CACHE_BYTES = 64 << 20;

  final HBaseTestingUtility util = new HBaseTestingUtility();
  final Configuration conf = util.getConfiguration();
  Searches searches = new Searches(16);
  ByteBuffAllocator reservoir = ByteBuffAllocator.HEAP;
  Optional<BlockCache> cache = Optional.empty();
  Twins twins;

  /** HBase 2.6.1 does not count what a thread reads. */
  static boolean canBeAdaptive() {
    Configuration table = new Configuration(false);
    table.set(MODE, "adaptive");
    return SearchSettings.mode(table, problem -> {}) == SearchMode.ADAPTIVE;
  }

  @AfterEach
  void close() throws IOException {
    WatchedFileSystem.watchNothing();
    twins.close();
    searches.close();
    util.cleanupTestDir();
    assertThat(searches.joined() + searches.wasted()).isEqualTo(searches.ahead());
  }

  /** Returns a file by its age, from the oldest, 0. */
  HStoreFile file(int age) {
    return twins.store().getStorefiles().stream()
        .sorted(StoreFileComparators.SEQ_ID)
        .toList()
        .get(age);
  }

  long referenced() {
    return twins.store().getStorefiles().stream().filter(HStoreFile::isReferencedInReads).count();
  }

  /** Writes files that all have the same rows; a value names its file and row. */
  void writeOverlappingFiles(int files) throws IOException {
    create(family().build(), new Random(1));
    for (int file = 0; file < files; file++) {
      for (int row = 0; row < ROWS; row++) {
        byte[] value = Bytes.toBytes(file + "-" + row);
        twins.put(row, COLUMN, twins.tick(), value);
        twins.put(row, OTHER, twins.tick(), value);
      }
      twins.flush();
    }
    assertThat(twins.store().getStorefiles()).hasSize(files);
  }

  static String value(Cell cell) {
    return Bytes.toString(CellUtil.cloneValue(cell));
  }

  List<String> read(Get get) throws IOException {
    return read(new Scan(get));
  }

  List<String> read(Scan scan) throws IOException {
    List<String> values = new ArrayList<>();
    try (RegionScanner scanner = twins.tested.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      int rows = 0;
      do {
        more = scanner.next(cells);
        cells.forEach(cell -> values.add(value(cell)));
        cells.clear();
      } while (more && (scan.getLimit() <= 0 || ++rows < scan.getLimit()));
    }
    return values;
  }

  static ColumnFamilyDescriptorBuilder family() {
    return ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY)
        .setBlocksize(512)
        .setBloomFilterType(BloomType.NONE);
  }

  void create(ColumnFamilyDescriptor family, Random random) throws IOException {
    conf.setClass(Twins.FILE_SYSTEM, WatchedFileSystem.class, FileSystem.class);
    conf.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.setIfUnset(MODE, "fixed");
    conf.setInt(SmallForestEngine.FANOUT, 16);
    SearchingForestEngine.share(searches.pool(), cache, reservoir);
    twins = new Twins(conf, util.getDataTestDir(), random, family, SearchingForestEngine.class);
  }
}
