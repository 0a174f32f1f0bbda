// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reversed scans of stock HBase in the lower region after a split, as {@code
 * docs/internals/hbase-bugs.md} describes them. No class of Lighter's is used.
 *
 * <p>If a test fails with a later HBase, the bug is fixed there: the page has to change.
 */
class ReversedHalfFileTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final TableDescriptor table =
      TableDescriptorBuilder.newBuilder(TABLE)
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
          .build();

  private HRegion parent;
  private HRegion lower;

  @BeforeEach
  void writeFourRows() throws IOException {
    parent = create(RegionInfoBuilder.newBuilder(TABLE).setRegionId(1).build());
    for (String row : List.of("a", "b", "c", "d")) {
      parent.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, FAMILY));
    }
    parent.flush(true);
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(lower);
    HBaseTestingUtility.closeRegionAndWAL(parent);
    util.cleanupTestDir();
  }

  @Test
  void reversedScanOfTwoRowsFailsUntilTheRegionIsCompacted() throws IOException {
    splitAt("c");

    assertThatThrownBy(() -> rows(new Scan().setReversed(true)))
        .isInstanceOf(NullPointerException.class);

    assertThat(rows(new Scan())).containsExactly("a", "b");
    lower.compact(true);
    assertThat(rows(new Scan().setReversed(true))).containsExactly("b", "a");
  }

  @Test
  void reversedScanOfOtherNumbersOfRowsIsRight() throws IOException {
    splitAt("d");
    assertThat(rows(new Scan().setReversed(true))).containsExactly("c", "b", "a");

    HBaseTestingUtility.closeRegionAndWAL(lower);
    splitAt("b");
    assertThat(rows(new Scan().setReversed(true))).containsExactly("a");
  }

  /** Opens the lower region of a split, with a reference to the lower half of the only file. */
  private void splitAt(String row) throws IOException {
    byte[] key = Bytes.toBytes(row);
    long id = 2L + row.charAt(0); // the end of a region is not a part of its name
    lower = create(RegionInfoBuilder.newBuilder(TABLE).setRegionId(id).setEndKey(key).build());
    RegionInfo whole = parent.getRegionInfo();
    String file = parent.getStore(FAMILY).getStorefiles().iterator().next().getPath().getName();
    Path half =
        new Path(
            lower.getRegionFileSystem().getStoreDir(Bytes.toString(FAMILY)),
            file + "." + whole.getEncodedName());
    Reference.createBottomReference(key).write(lower.getFilesystem(), half);
    lower.getStore(FAMILY).refreshStoreFiles();
  }

  private HRegion create(RegionInfo info) throws IOException {
    return HBaseTestingUtility.createRegionAndWAL(info, util.getDataTestDir(), conf, table);
  }

  private List<String> rows(Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (RegionScanner scanner = lower.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        more = scanner.next(cells);
      } while (more);
      cells.forEach(cell -> rows.add(Bytes.toString(CellUtil.cloneRow(cell))));
    }
    return rows;
  }
}
