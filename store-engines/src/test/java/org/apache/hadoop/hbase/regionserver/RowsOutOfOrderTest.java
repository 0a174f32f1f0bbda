// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangeFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files whose first row is not as HBase writes it. A region with such a file opens. */
class RowsOutOfOrderTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Twins twins;

  @BeforeEach
  void create() throws IOException {
    conf.setLong(SmallRangeEngine.RANGE_BYTES, 20_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512).build(),
            SmallRangeEngine.class);
  }

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @Test
  void fileWithRowsOutOfOrderIsReadAndHoldsNoCompactionBack() throws IOException {
    write(0, 10, 1_000);
    HStoreFile file = withFirstRow(Twins.row(99));
    twins.files().clearFiles();
    twins.files().loadFiles(List.of(file));
    assertThat(twins.files().getFilesForScan(Twins.row(50), true, Twins.row(51), false, false))
        .containsExactly(file);
    twins.delete(new Delete(Twins.row(3)));
    write(4, 14, 1_000);
    for (int flush = 0; flush < 6; flush++) {
      write(5, 7, 100);
    }
    twins.compare();
    twins.settle();
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.layout().wide()).hasSize(1).allMatch(RangeFile::isOutOfOrder);
    assertThat(twins.layout().withCells())
        .filteredOn(other -> !other.isOutOfOrder())
        .isNotEmpty()
        .allMatch(RangeFile::isMerged);
    twins.compare();
  }

  @Test
  void newFileWithRowsOutOfOrderIsTaken() throws IOException {
    write(0, 10, 1_000);
    HStoreFile file = withFirstRow(Twins.row(99));
    twins.files().clearFiles();
    twins.files().insertNewFiles(List.of(file));
    assertThat(twins.files().getStoreFiles()).containsExactly(file);
    twins.compare();
  }

  @Test
  void zeroLengthRowIsTheFirstOne() throws IOException {
    write(0, 10, 1_000);
    HStoreFile file = withFirstRow(new byte[0]);
    twins.files().clearFiles();
    twins.files().loadFiles(List.of(file));
    assertThat(twins.layout().wide()).isEmpty();
    assertThat(twins.layout().empty()).isEmpty();
    assertThat(twins.layout().withCells()).hasSize(1);
    write(20, 30, 1_000);
    assertThat(twins.layout().ranges()).hasSize(2);
    assertThat(twins.files().getFilesForScan(Twins.row(0), true, Twins.row(1), false, false))
        .containsExactly(file);
    twins.compare();
    twins.store().triggerMajorCompaction();
    twins.settle();
    twins.compare();
  }

  private void write(int first, int end, int bytes) throws IOException {
    for (int row = first; row < end; row++) {
      twins.put(row, bytes);
    }
    twins.flush();
  }

  /** Opens the store's only file again, with another first row in its index. */
  private HStoreFile withFirstRow(byte[] row) throws IOException {
    HStoreFile file = twins.store().getStorefiles().iterator().next();
    HStoreFile changed =
        new HStoreFile(
            file.getFileInfo(), BloomType.NONE, file.getCacheConf(), new BloomFilterMetrics()) {
          @Override
          public Optional<Cell> getFirstKey() {
            return Optional.of(KeyValueUtil.createFirstOnRow(row));
          }
        };
    changed.initReader();
    return changed;
  }
}
