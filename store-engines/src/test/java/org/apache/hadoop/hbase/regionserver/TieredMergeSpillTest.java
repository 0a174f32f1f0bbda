// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.engine.tiered.MergePlans;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local merges of a store with two tiers, of which one or both are full, on the local disk. */
class TieredMergeSpillTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int FILES = 3;

  /** The output of the first merge is of level 1, which has no room in the fast tier. */
  private static final long SLOW_OUTPUT = 20_000;

  /** The fast tier has room for all levels of these tests. */
  private static final long FAST_OUTPUT = 100_000_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Path root;
  private HRegion region;

  @AfterEach
  void close() throws IOException {
    FullTiersFileSystem.full();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  /** An output of one block fails when its file is closed, one of several before that. */
  @ParameterizedTest
  @CsvSource({"DEFAULT, 1", "DEFAULT, 100", "FILE, 1", "FILE, 100"})
  void mergeForTheSlowTierGoesToTheFastOneIfThatAloneHasRoom(String tracker, int rows)
      throws IOException {
    open(SLOW_OUTPUT, tracker);
    write(rows);
    FullTiersFileSystem.full("COLD");
    region.compact(false);

    assertMergedInto(null, rows);
  }

  @ParameterizedTest
  @CsvSource({"DEFAULT, 1", "DEFAULT, 100", "FILE, 1", "FILE, 100"})
  void mergeForTheFastTierGoesToTheSlowOneIfThatHasRoom(String tracker, int rows)
      throws IOException {
    open(FAST_OUTPUT, tracker);
    write(rows);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY);
    region.compact(false);

    assertMergedInto("COLD", rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void mergeWithRoomStaysInItsTier(String tracker) throws IOException {
    open(SLOW_OUTPUT, tracker);
    write(1);
    region.compact(false);

    assertMergedInto("COLD", 1);
  }

  @ParameterizedTest
  @CsvSource({"DEFAULT, 1", "DEFAULT, 100", "FILE, 1", "FILE, 100"})
  void mergeFailsWithoutARemainderIfNoTierHasRoomAndSucceedsLater(String tracker, int rows)
      throws IOException {
    open(SLOW_OUTPUT, tracker);
    write(rows);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY, "COLD");
    assertThatThrownBy(() -> region.compact(false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could only be written to 0");
    assertThat(remains()).isEmpty();
    assertThat(policies()).hasSize(FILES);
    assertRows(FILES * rows);

    FullTiersFileSystem.full();
    region.compact(false);
    assertMergedInto("COLD", rows);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void otherErrorIsNotRepeatedIntoAnotherTier(int rows) throws IOException {
    open(FAST_OUTPUT, "DEFAULT");
    write(rows);
    FullTiersFileSystem.failing("disk is on fire", FullTiersFileSystem.FAMILY);
    assertThatThrownBy(() -> region.compact(false)).hasMessage("disk is on fire");
    assertThat(remains()).isEmpty();
    assertThat(policies()).hasSize(FILES);
  }

  @Test
  void mergeOnACompactionServerIsFollowedByThatWithTheOtherPolicyIfThereWasNoRoom()
      throws IOException {
    open(SLOW_OUTPUT, "DEFAULT");
    TieredStoreEngine engine =
        (TieredStoreEngine) (StoreEngine<?, ?, ?, ?>) region.getStore(FAMILY).getStoreEngine();
    String full = "java.io.IOException: Unable to create new block.";

    assertThat(engine.plansAfter(MergePlans.of(Optional.of("COLD")), full))
        .containsExactly(MergePlans.of(Optional.empty()));
    assertThat(engine.plansAfter(MergePlans.of(Optional.empty()), full))
        .containsExactly(MergePlans.of(Optional.of("COLD")));
    assertThat(engine.plansAfter(MergePlans.of(Optional.empty()), "java.io.IOException: bad"))
        .isEmpty();
  }

  private void assertMergedInto(String policy, int rows) throws IOException {
    assertThat(policies()).containsExactly(policy);
    assertThat(remains()).isEmpty();
    assertRows(FILES * rows);
    openAgain();
    assertThat(policies()).containsExactly(policy);
    assertRows(FILES * rows);
  }

  private void open(long fastBytes, String tracker) throws IOException {
    root = new Path("file", null, util.getDataTestDir("tiers").toUri().getPath());
    conf.set(HConstants.HBASE_DIR, root.toString());
    conf.setClass("fs.file.impl", FullTiersFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.setInt(SmallTieredEngine.FILES, FILES);
    conf.setLong(SmallTieredEngine.FAST_BYTES, fastBytes);
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallTieredEngine.class.getName())
            .build();
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(table.getTableName()).build(), root, conf, table);
  }

  /** Opens the region as after a crash: what is not on disk is gone. */
  private void openAgain() throws IOException {
    WAL wal = region.getWAL();
    region.close(true);
    region =
        HRegion.openHRegion(
            conf,
            region.getFilesystem(),
            root,
            region.getRegionInfo(),
            region.getTableDescriptor(),
            wal);
  }

  /** Fills the first level with files of so many rows each. */
  private void write(int rows) throws IOException {
    for (int row = 0; row < FILES * rows; row++) {
      region.put(
          new Put(Bytes.toBytes(row))
              .addColumn(FAMILY, FAMILY, new byte[500])
              .setDurability(Durability.SKIP_WAL));
      if (row % rows == rows - 1) {
        region.flush(true);
      }
    }
    assertThat(policies()).hasSize(FILES).containsOnlyNulls();
  }

  private void assertRows(int rows) throws IOException {
    for (int row = 0; row < rows; row++) {
      assertThat(region.get(new Get(Bytes.toBytes(row))).isEmpty()).as("row %d", row).isFalse();
    }
  }

  /** The policies of the files, from the oldest to the newest. */
  private List<String> policies() {
    return region.getStore(FAMILY).getStorefiles().stream()
        .map(file -> FullTiersFileSystem.policyOf(file.getPath()))
        .toList();
  }

  /** Store files that are neither in the store nor inputs of its merge. */
  private List<String> remains() throws IOException {
    StoreFileManager files = region.getStore(FAMILY).getStoreEngine().getStoreFileManager();
    Set<String> known = new HashSet<>(LayoutStoreEngine.names(files.getStoreFiles()));
    known.addAll(LayoutStoreEngine.names(files.getCompactedfiles()));
    java.nio.file.Path folder =
        java.nio.file.Path.of(region.getRegionFileSystem().getRegionDir().toUri().getPath());
    known.add(folder.getFileName().toString());
    try (Stream<java.nio.file.Path> found = Files.walk(folder)) {
      return found
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("[0-9a-f]{32}") && !known.contains(name))
          .toList();
    }
  }
}
