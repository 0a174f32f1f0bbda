// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HBase's output without a limit, and with the limit of the request. */
class OffloadingStripeCompactorTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 60;

  /** Some cells per block: HBase counts old versions twice within a block. */
  private static final int SMALL_BLOCK = 512;

  /** Open border of a stripe, for the lowest and the highest key. */
  private static final byte[] OPEN = HConstants.EMPTY_BYTE_ARRAY;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion region;
  private HStore store;

  @BeforeEach
  void createRegion() throws IOException {
    TableName name = TableName.valueOf("stripes");
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                        .setBlocksize(SMALL_BLOCK)
                        .build())
                .build());
    store = region.getStore(FAMILY);
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 5, 10, 60, 400, Long.MAX_VALUE})
  void limitOfTheRequestChangesNoOutput(long targetCells) throws IOException {
    writeFile(1);
    overwriteAndDelete();

    assertLimitChangesNothing(targetCells, store.getStorefiles());
  }

  /** Half of a file may have all of its cells. */
  @ParameterizedTest
  @ValueSource(longs = {1, 5, 20})
  void limitOfTheRequestChangesNoOutputOfAHalf(long targetCells) throws IOException {
    writeFile(1);
    HStoreFile half = bottomHalf(store.getStorefiles().iterator().next(), row(ROWS - 1));
    assertThat(half.getReader().getEntries()).isEqualTo(ROWS / 2);

    assertLimitChangesNothing(targetCells, List.of(half));
  }

  /** A compaction server takes at most 1,000. */
  @Test
  void limitIsCloseToThePossibleNumberOfFiles() throws IOException {
    writeFile(1);
    Collection<HStoreFile> files = store.getStorefiles();

    assertThat(OffloadingStripeCompactor.mostFiles(Integer.MAX_VALUE, 30, files)).isEqualTo(9);
    assertThat(OffloadingStripeCompactor.mostFiles(Integer.MAX_VALUE, 1, files)).isEqualTo(ROWS);
    assertThat(OffloadingStripeCompactor.mostFiles(3, 30, files)).isEqualTo(3);
  }

  /** HBase writes a file without cells for a limit of one only. */
  @Test
  void limitIsOneOnlyIfHBasesLimitIsOne() throws IOException {
    writeFile(1);
    Collection<HStoreFile> files = store.getStorefiles();

    assertThat(OffloadingStripeCompactor.mostFiles(1, 1, files)).isOne();
    assertThat(OffloadingStripeCompactor.mostFiles(Integer.MAX_VALUE, Long.MAX_VALUE, files))
        .isEqualTo(2);
  }

  private void assertLimitChangesNothing(long targetCells, Collection<HStoreFile> inputs)
      throws IOException {
    int limit =
        OffloadingStripeCompactor.mostFiles(Integer.MAX_VALUE, atLeastOne(targetCells), inputs);

    assertThat(compact(limit, atLeastOne(targetCells), inputs))
        .isEqualTo(compact(Integer.MAX_VALUE, targetCells, inputs));
  }

  private static long atLeastOne(long cells) {
    return Math.max(1, cells);
  }

  /** Number of cells in each file that HBase writes. */
  private List<Long> compact(int targetCount, long targetCells, Collection<HStoreFile> inputs)
      throws IOException {
    List<Path> outputs =
        new StripeCompactor(conf, store)
            .compact(
                new CompactionRequestImpl(inputs),
                targetCount,
                targetCells,
                OPEN,
                OPEN,
                OPEN,
                OPEN,
                NoLimitThroughputController.INSTANCE,
                null);
    List<Long> cells = new ArrayList<>();
    for (Path output : outputs) {
      HStoreFile file = store.getStoreEngine().createStoreFileAndReader(output);
      cells.add(file.getReader().getEntries());
      file.closeStoreFile(true);
    }
    return cells;
  }

  private void writeFile(long time) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      put(row, time);
    }
    region.flush(true);
  }

  private void overwriteAndDelete() throws IOException {
    for (int row = 0; row < ROWS; row++) {
      if (row % 7 == 0) {
        region.delete(new Delete(row(row), 2).setDurability(Durability.SKIP_WAL));
      } else {
        put(row, 2);
      }
    }
    region.flush(true);
  }

  private void put(int row, long time) throws IOException {
    region.put(
        new Put(row(row), time)
            .setDurability(Durability.SKIP_WAL)
            .addColumn(FAMILY, FAMILY, Bytes.toBytes(row)));
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("row%03d".formatted(number));
  }

  /** The lower half after a split at {@code row}; the region is both parent and daughter. */
  private HStoreFile bottomHalf(HStoreFile file, byte[] row) throws IOException {
    Path half = file.getPath().suffix("." + region.getRegionInfo().getEncodedName());
    Reference.createBottomReference(row).write(region.getFilesystem(), half);
    return store.getStoreEngine().createStoreFileAndReader(half);
  }
}
