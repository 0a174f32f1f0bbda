// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.forest.FlushPieces;
import io.lighter.engine.forest.ForestFile;
import io.lighter.engine.forest.Tree;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flushes of the forest engine in several files, in a region on the local disk. */
class ForestFlusherTest {
  private static final int PIECES = 4;

  /** A piece has a quarter or more: two rows of 1,000 bytes. */
  private static final int SST = 8_000;

  private static final Map<String, String> FILE =
      Map.of(StoreFileTrackerFactory.TRACKER_IMPL, "FILE");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    if (twins != null) {
      twins.close();
    }
    util.cleanupTestDir();
  }

  @Test
  void flushIsOneTreeOfFilesThatShareNoRow() throws IOException {
    util.getConfiguration().setInt(SmallForestEngine.FANOUT, 8); // files of tests are mostly index
    create(FILE);
    for (int row = 0; row < 14; row++) { // a quarter ends inside a row
      for (int column = 0; column < 4; column++) {
        twins.put(row, Bytes.toBytes("q" + column), twins.tick(), new byte[400]);
      }
    }
    twins.flush();
    List<ForestFile> files = byKey();
    assertThat(files).hasSize(PIECES);
    for (int i = 1; i < files.size(); i++) {
      assertThat(Bytes.compareTo(files.get(i - 1).facts().last(), files.get(i).facts().first()))
          .isNegative();
    }
    assertThat(files).extracting(ForestFile::position).containsOnly(highestId());
    assertThat(files.stream().mapToLong(ForestFile::bytes).max().orElseThrow())
        .isLessThan(2 * files.stream().mapToLong(ForestFile::bytes).min().orElseThrow());
    assertThat(twins.forest().trees())
        .singleElement()
        .matches(Tree::isSettled)
        .extracting(Tree::stage)
        .isEqualTo(1);
    twins.compare();
    String before = twins.describe();
    twins.crash();
    assertThat(twins.describe()).isEqualTo(before);
    twins.compare();
  }

  @Test
  void smallFlushIsOneFile() throws IOException {
    create(FILE);
    writeRows(0, 3);
    assertThat(twins.store().getStorefiles()).hasSize(1);
  }

  /** A tracker that is changed may be DEFAULT again before the next flush ends. */
  static Stream<Map<String, String>> trackersWithoutOneList() {
    String source = "hbase.store.file-tracker.migration.src.impl";
    String target = "hbase.store.file-tracker.migration.dst.impl";
    String tracker = StoreFileTrackerFactory.TRACKER_IMPL;
    return Stream.of(
        Map.of(),
        Map.of(tracker, "default"),
        Map.of(tracker, "MIGRATION", source, "DEFAULT", target, "FILE"),
        Map.of(tracker, "MIGRATION", source, "FILE", target, "DEFAULT"));
  }

  @ParameterizedTest
  @MethodSource("trackersWithoutOneList")
  void flushIsOneFileWithATrackerThatAddsFilesOneByOne(Map<String, String> tracker)
      throws IOException {
    create(tracker);
    writeRows(0, 40);
    assertThat(twins.store().getStorefiles()).hasSize(1);
    twins.compare();
  }

  @Test
  void trackerIsAlsoKnownByItsClass() throws IOException {
    create(
        Map.of(
            StoreFileTrackerFactory.TRACKER_IMPL,
            StoreFileTrackerFactory.getTrackerClass("FILE").getName()));
    writeRows(0, 40);
    assertThat(twins.store().getStorefiles()).hasSize(PIECES);
  }

  /** Two flushes are eight files, and the fan-out is three. */
  @Test
  void roundsCountTreesAndNotFiles() throws IOException {
    create(FILE);
    writeRows(0, 40);
    writeRows(0, 40);
    assertThat(twins.store().getStorefiles()).hasSize(2 * PIECES);
    assertThat(twins.forest().trees()).hasSize(2);
    assertThat(twins.files().getStorefileCount()).isEqualTo(2);
    assertThat(twins.select()).isFalse();
    writeRows(0, 40);
    assertThat(twins.select()).isTrue();
    twins.settle();
    assertThat(twins.forest().depth()).isOne();
    twins.compare();
  }

  /** The rows that arrive late are in the first file of their flush and the last one before. */
  @Test
  void onlyFilesAtTheEdgesOfAFlushAreCompacted() throws IOException {
    create(FILE);
    for (int flush = 0; flush < 3; flush++) {
      int first = 40 * flush;
      for (int row = first; row < first + 40; row++) {
        twins.put(row, 1_000);
      }
      if (flush > 0) {
        twins.put(first - 1, 1_000);
      }
      twins.flush();
    }
    List<HStoreFile> before = List.copyOf(twins.store().getStorefiles());
    long flushed = bytes(before);
    twins.settle();
    List<HStoreFile> gone = new ArrayList<>(before);
    gone.removeAll(twins.store().getStorefiles());
    assertThat(gone).hasSize(4);
    assertThat(bytes(gone)).isLessThan(flushed / 2);
    assertThat(twins.forest().depth()).isOne();
    twins.compare();
  }

  @Test
  void flushWithoutACellKeepsItsId() throws IOException {
    create(FILE);
    MemStoreSnapshot none = emptied();
    List<Path> files =
        flusher(1)
            .flushSnapshot(
                none,
                77,
                TaskMonitor.get().createStatus("test"),
                null,
                FlushLifeCycleTracker.DUMMY,
                null);
    HStoreFile file = twins.store().getStoreEngine().createStoreFileAndReader(files.get(0));
    assertThat(files).hasSize(1);
    assertThat(file.getMaxSequenceId()).isEqualTo(77);
    assertThat(file.getReader().getEntries()).isZero();
    file.closeStoreFile(false);
  }

  /** The third of four files is open when the flush is interrupted. */
  @Test
  void flushThatFailsLeavesNoFileAndSucceedsLater() throws IOException {
    create(FILE);
    for (int row = 0; row < 40; row++) {
      twins.put(row, 1_000);
    }
    MemStoreSnapshot snapshot = twins.store().memstore.snapshot();
    List<Path> created = new ArrayList<>();
    assertThatThrownBy(
            () ->
                flusher(PIECES)
                    .flushSnapshot(
                        snapshot,
                        1,
                        TaskMonitor.get().createStatus("test"),
                        new Interruption(25_000),
                        FlushLifeCycleTracker.DUMMY,
                        created::add))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(created).hasSize(3);
    assertThat(inFolder()).isEmpty();
    twins.flush();
    assertThat(twins.store().getStorefiles()).hasSize(PIECES);
    assertThat(inFolder()).hasSize(PIECES);
    twins.compare();
  }

  /** Interrupts a flush after so many bytes of cells. */
  private static final class Interruption extends NoLimitThroughputController {
    private long left;

    Interruption(long bytes) {
      left = bytes;
    }

    @Override
    public long control(String name, long size) throws InterruptedException {
      left -= size;
      if (left < 0) {
        throw new InterruptedException("test");
      }
      return 0;
    }
  }

  private ForestFlusher flusher(int pieces) {
    return new ForestFlusher(
        twins.tested.getBaseConf(), twins.store(), new FlushPieces(pieces, SST / 4));
  }

  /** Returns a snapshot all of whose cells have expired. */
  private MemStoreSnapshot emptied() throws IOException {
    twins.put(0, Bytes.toBytes("q"), twins.tick(), new byte[10]);
    twins.advance(10_000);
    return twins.store().memstore.snapshot();
  }

  private List<ForestFile> byKey() {
    return twins.forest().files().stream()
        .sorted(Comparator.comparing(file -> file.facts().first(), Bytes.BYTES_COMPARATOR))
        .toList();
  }

  private long highestId() {
    return twins.store().getMaxSequenceId().orElseThrow();
  }

  private static long bytes(List<HStoreFile> files) {
    return files.stream().mapToLong(file -> file.getReader().length()).sum();
  }

  private List<String> inFolder() throws IOException {
    Path folder = twins.tested.getRegionFileSystem().getStoreDir(Bytes.toString(Twins.FAMILY));
    return Stream.of(twins.store().getFileSystem().listStatus(folder))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .toList();
  }

  private void writeRows(int from, int to) throws IOException {
    for (int row = from; row < to; row++) {
      twins.put(row, 1_000);
    }
    twins.flush();
  }

  private void create(Map<String, String> tracker) throws IOException {
    Configuration conf = util.getConfiguration();
    conf.setLong(SmallForestEngine.SST_BYTES, SST);
    conf.setInt(LighterOption.FOREST_FLUSH_PIECES.key(), PIECES);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    tracker.forEach(conf::set);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY)
                .setBlocksize(512)
                .setTimeToLive(5)
                .build(),
            SmallForestEngine.class);
  }
}
