// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.GatedStoreEngine.Gate;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A region server that dies in the commit of a forest's flush, which may be of several files. */
class FlushCrashIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 100;
  private static final int PIECES = 4;

  private static OffloadCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = OffloadCluster.start(2);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  /** After as many files are in the store's folder, none of which is on the tracker's list yet. */
  @ParameterizedTest
  @CsvSource({"FILE, 4, 1", "FILE, 4, 4", "DEFAULT, 1, 1"})
  void noCellIsLost(String tracker, int files, int inPlace) throws Exception {
    HRegion region = create(tracker);
    put(region, "first");
    region.flush(true);
    assertThat(region.getStores().get(0).getStorefiles()).hasSize(files);
    put(region, "second");
    List<String> expected = Snapshots.visible(region);
    Gate gate = Gate.closeAfter(inPlace);
    CompletableFuture<Void> flush = CompletableFuture.runAsync(() -> flush(region));
    assertThat(gate.awaitReached()).isTrue();

    HRegion reopened = cluster.killAndAwaitReopening(region);

    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    gate.open();
    assertThat(flush).failsWithin(1, TimeUnit.MINUTES); // its region server is dead
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
    HRegion moved = cluster.move(reopened);
    assertThat(Snapshots.visible(moved)).isEqualTo(expected);

    HRegionServer server = (HRegionServer) moved.getRegionServerServices();
    new BrokenStoreFileCleaner(1, 1, server, cluster.conf(), server).chore();
    assertThat(inFolder(moved)).containsExactlyInAnyOrderElementsOf(ofStore(moved));
    long offloaded = OffloadCounters.offloaded();
    MajorCompactions.start(moved).get(1, TimeUnit.MINUTES);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(Snapshots.visible(moved)).isEqualTo(expected);
  }

  private static HRegion create(String tracker) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("flush"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(128).build())
            .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, GatedStoreEngine.class.getName())
            .setValue(LighterOption.FOREST_FLUSH_PIECES.key(), Integer.toString(PIECES));
    Engine.FOREST.configure(table);
    return cluster.create(table.build());
  }

  private static void put(HRegion region, String column) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      byte[] key = Bytes.toBytes("r%02d".formatted(row));
      region.put(new Put(key).addColumn(FAMILY, Bytes.toBytes(column), key));
    }
  }

  private static void flush(HRegion region) {
    try {
      region.flush(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> ofStore(HRegion region) {
    return region.getStores().get(0).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .toList();
  }

  private static List<String> inFolder(HRegion region) throws IOException {
    return Stream.of(
            region
                .getFilesystem()
                .listStatus(region.getRegionFileSystem().getStoreDir(Bytes.toString(FAMILY))))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .toList();
  }
}
