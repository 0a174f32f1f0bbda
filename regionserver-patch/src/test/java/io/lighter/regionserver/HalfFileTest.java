// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads of stock HBase from the lower half of a file after a split, as {@code
 * docs/internals/fault-tests.md} describes them. HBase's index holds a key that is shorter than the
 * first key of a block. A scan that starts between the two gets that first key ({@code
 * HConstants.INDEX_KEY_MAGIC}), and {@code HalfStoreFileReader.seekTo(Cell)} does not compare that
 * key with the split.
 *
 * <p>If this test fails with a later HBase, the bug is fixed there: the page has to change.
 */
class HalfFileTest {
  private static final byte[] SPLIT = Bytes.toBytes("r001285");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** A block is full with two cells. */
  private static final int BLOCK_SIZE = 300;

  private static final int VALUE_SIZE = 200;

  @TempDir Path folder;

  private HStoreFile lowerHalf;

  @BeforeEach
  void splitAFile() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    FileSystem fs = FileSystem.getLocal(conf).getRaw();
    CacheConfig cache = new CacheConfig(conf);
    org.apache.hadoop.fs.Path table = new org.apache.hadoop.fs.Path(folder.toUri());
    String name = "0123456789abcdef0123456789abcdef";
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, cache, fs)
            .withFilePath(new org.apache.hadoop.fs.Path(table, "parent/f/" + name))
            .withFileContext(new HFileContextBuilder().withBlockSize(BLOCK_SIZE).build())
            .build();
    for (String row : List.of("r001277", "r001279", "r001293", "r001295")) {
      writer.append(new KeyValue(Bytes.toBytes(row), FAMILY, FAMILY, 1, new byte[VALUE_SIZE]));
    }
    writer.appendMetadata(1, false);
    writer.close();
    org.apache.hadoop.fs.Path half =
        new org.apache.hadoop.fs.Path(table, "daughter/f/" + name + ".parent");
    fs.mkdirs(half.getParent());
    Reference reference = Reference.createBottomReference(SPLIT);
    reference.write(fs, half);
    lowerHalf =
        new HStoreFile(
            new StoreFileInfo(conf, fs, fs.getFileStatus(half), reference), BloomType.NONE, cache);
    lowerHalf.initReader();
  }

  @Test
  void scanFromTheStartOfTheLowerHalfEndsAtTheSplit() throws IOException {
    assertThat(rowsFrom("r001277")).containsExactly("r001277", "r001279");
  }

  @Test
  void scanFromBehindTheLastRowOfTheLowerHalfReturnsARowAboveTheSplit() throws IOException {
    assertThat(rowsFrom("r001284")).containsExactly("r001293");
  }

  private List<String> rowsFrom(String start) throws IOException {
    List<String> rows = new ArrayList<>();
    try (StoreFileScanner scanner = lowerHalf.getPreadScanner(false, Long.MAX_VALUE, 0, false)) {
      if (scanner.seek(KeyValueUtil.createFirstOnRow(Bytes.toBytes(start)))) {
        for (Cell cell = scanner.next(); cell != null; cell = scanner.next()) {
          rows.add(Bytes.toString(CellUtil.cloneRow(cell)));
        }
      }
    }
    return rows;
  }
}
