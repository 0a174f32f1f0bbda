// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.read.Searches;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** Reads that seek ahead while that pays. */
@Timeout(300)
@EnabledIf("canBeAdaptive")
class AdaptiveSearchTest extends SearchedRegion {
  private static final int MORE_READS = 2 * 256;

  @BeforeEach
  void beAdaptive() {
    conf.set(MODE, "adaptive");
  }

  /** Cold, then cached, then cold again, without a block that a read does not need. */
  @Test
  void runsAheadWhileFirstSeeksMissTheBlockCache() throws IOException {
    LruBlockCache blocks = new LruBlockCache(CACHE_BYTES, 512, false);
    cache = Optional.of(blocks);
    writeOverlappingFiles(FILES);
    readColdRows(blocks);
    assertThat(searches.ahead()).as("cold").isPositive();

    readRows(MORE_READS);
    long before = searches.ahead();
    readRows(MORE_READS);
    assertThat(searches.ahead()).as("cached").isEqualTo(before);

    readColdRows(blocks);
    assertThat(searches.ahead()).as("cold again").isGreaterThan(before);
    twins.compareShortReads();
    Searches.until(() -> referenced() == 0);
  }

  @Test
  void getsThatFindTheirRowInTheCacheNeverRunAhead() throws IOException {
    LruBlockCache blocks = new LruBlockCache(CACHE_BYTES, 512, false);
    cache = Optional.of(blocks);
    writeOverlappingFiles(FILES);
    evictAll(blocks);
    String newest = file(FILES - 1).getPath().getName();
    ReadGate gate = ReadGate.untilOpened(file -> false);
    for (int i = 0; i < MORE_READS; i++) {
      if (i == ROWS) {
        WatchedFileSystem.watch(gate);
      }
      read(new Get(Twins.row(i % 3)).addColumn(Twins.FAMILY, COLUMN));
    }
    assertThat(gate.files()).as("files beside %s", newest).isEmpty();
    assertThat(searches.ahead()).isZero();
  }

  /** All misses, but each read needs one file only: what it does not need is no reason to go on. */
  @Test
  void countsNoSeekThatItsReadDidNotNeed() throws IOException {
    LruBlockCache blocks = new LruBlockCache(CACHE_BYTES, 512, false);
    cache = Optional.of(blocks);
    writeOverlappingFiles(FILES);
    readColdRows(blocks);
    assertThat(searches.ahead()).isPositive();
    String newest = file(FILES - 1).getPath().getName();
    for (int i = 0; i < MORE_READS; i++) {
      read(new Get(Twins.row(i % ROWS)).addColumn(Twins.FAMILY, COLUMN));
      Searches.until(() -> Searches.running() == 0);
      twins.store().getStorefiles().stream()
          .map(file -> file.getPath().getName())
          .filter(file -> !file.equals(newest))
          .forEach(blocks::evictBlocksByHfileName);
    }
    long before = searches.ahead();
    read(new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN));
    assertThat(searches.ahead()).isEqualTo(before);
  }

  /** One of seven seeks misses, and the read does that one itself. */
  @Test
  void countsSeeksAheadThatTheirReadUsed() throws IOException {
    LruBlockCache blocks = new LruBlockCache(CACHE_BYTES, 512, false);
    cache = Optional.of(blocks);
    writeOverlappingFiles(7);
    readColdRows(blocks);
    String newest = file(6).getPath().getName();
    WatchedFileSystem.watch(
        (file, position) -> {
          if (file.getName().equals(newest)) {
            Searches.until(() -> Searches.running() == 0);
          }
        });
    for (int i = 0; i < MORE_READS; i++) {
      blocks.evictBlocksByHfileName(newest);
      read(new Get(Twins.row(i % ROWS)).addFamily(Twins.FAMILY));
    }
    long before = searches.ahead();
    blocks.evictBlocksByHfileName(newest);
    read(new Get(Twins.row(7)).addFamily(Twins.FAMILY));
    assertThat(searches.ahead()).isEqualTo(before);
    assertThat(searches.joined()).isPositive();
  }

  /** Without a cache, all first seeks miss. */
  @Test
  void hasAsManySeeksInFlightAsTheLimitAllows() throws IOException {
    writeOverlappingFiles(FILES);
    readRows(16);
    Searches.until(() -> Searches.running() == 0);
    int allowed = searches.limit();
    assertThat(allowed).isLessThan(FILES - 2);
    String newest = file(FILES - 1).getPath().getName();
    ReadGate gate = ReadGate.untilOpened(file -> true);
    WatchedFileSystem.watch(gate);
    CompletableFuture<List<String>> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return read(new Get(Twins.row(7)).addFamily(Twins.FAMILY));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    // The read has begun the others before it reads the newest file itself.
    Searches.until(() -> gate.files().contains(newest) && gate.inFlight() > allowed);
    Searches.until(() -> Searches.running() == gate.inFlight() - 1);
    assertThat(gate.mostInFlight()).isEqualTo(allowed + 1);
    gate.open();
    assertThat(read.join()).contains("11-7");
  }

  /** Without a cache, all first seeks miss. A get needs six or seven of twelve files. */
  @Test
  void readsFewFilesInVain() throws IOException {
    create(family().build(), new Random(1));
    for (int file = 0; file < FILES; file++) {
      twins.put(0, COLUMN, twins.tick(), new byte[1]);
      twins.put(1 + file, COLUMN, twins.tick(), Bytes.toBytes(file + ""));
      twins.put(ROWS, COLUMN, twins.tick(), new byte[1]);
      twins.flush();
    }
    getRowsOfOneFileEach(MORE_READS / FILES);
    ReadGate gate = ReadGate.untilOpened(file -> false);
    WatchedFileSystem.watch(gate);
    long before = searches.ahead();
    int rounds = 10;
    getRowsOfOneFileEach(rounds);
    assertThat(searches.ahead()).isGreaterThan(before);
    int needed = rounds * FILES * (FILES + 1) / 2;
    assertThat(gate.reads()).isBetween(needed, needed * 115 / 100);
  }

  private void getRowsOfOneFileEach(int rounds) throws IOException {
    for (int i = 0; i < rounds * FILES; i++) {
      int file = i % FILES;
      assertThat(read(new Get(Twins.row(1 + file)).addColumn(Twins.FAMILY, COLUMN)))
          .containsExactly(file + "");
      Searches.until(() -> Searches.running() == 0);
    }
  }

  private void evictAll(BlockCache blocks) {
    twins.store().getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .forEach(blocks::evictBlocksByHfileName);
  }

  private void readColdRows(BlockCache blocks) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      evictAll(blocks);
      read(new Get(Twins.row(row)).addFamily(Twins.FAMILY));
      Searches.until(() -> Searches.running() == 0);
    }
  }

  private void readRows(int reads) throws IOException {
    for (int i = 0; i < reads; i++) {
      read(new Get(Twins.row(i % ROWS)).addFamily(Twins.FAMILY));
      Searches.until(() -> Searches.running() == 0);
    }
  }
}
