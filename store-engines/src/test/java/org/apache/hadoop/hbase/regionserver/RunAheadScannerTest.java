// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lighter.engine.range.Seeds;
import io.lighter.engine.read.Searches;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of a region that seek ahead. */
@Timeout(300)
class RunAheadScannerTest extends SearchedRegion {
  private static final int ROUNDS = 5;
  private static final String THREADS = "lighter-search";

  /** Each seed with each mode that seeks ahead. */
  static Stream<Arguments> seeds() {
    return Seeds.of(ROUNDS)
        .boxed()
        .flatMap(seed -> Stream.of("fixed", "adaptive").map(mode -> arguments(seed, mode)))
        .filter(arguments -> arguments.get()[1].equals("fixed") || canBeAdaptive());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void heapOrder(long seed, String mode) throws IOException {
    conf.set(MODE, mode);
    Random random = new Random(seed);
    create(TwinHistory.family(random), random);
    TwinHistory history = new TwinHistory(twins, random);
    WatchedFileSystem.watch((file, position) -> delay());
    for (int file = 0; file < 15; file++) {
      history.writeFile();
      if (random.nextInt(6) == 0) {
        twins.select();
        twins.compactHeld();
      }
      twins.compareShortReads();
      if (file % 4 == 3) {
        twins.compare();
      }
    }
    assertThat(searches.joined()).isPositive();
  }

  /** Delays reads of seeks ahead, so that these end in any order, before or after HBase asks. */
  private static void delay() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (isSearching() && random.nextBoolean()) {
      LockSupport.parkNanos(random.nextInt(1_000_000));
    }
  }

  /** Tells whether the caller's thread is one of those that seek ahead. */
  private static boolean isSearching() {
    return Thread.currentThread().getName().startsWith(THREADS);
  }

  @Test
  void getOfOneColumnReadsItsFilesAtOnce() throws IOException {
    writeOverlappingFiles(12);
    ReadGate gate = ReadGate.untilInFlight(FILES);
    WatchedFileSystem.watch(gate);
    assertThat(read(new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN))).containsExactly("11-7");
    Searches.until(() -> gate.inFlight() == 0);
    assertThat(gate.mostInFlight()).isEqualTo(FILES);
    assertThat(gate.reads()).isEqualTo(FILES);
  }

  @Test
  void rowAndShortScanReadTheirFilesAtOnce() throws IOException {
    writeOverlappingFiles(12);
    for (Scan scan :
        List.of(
            new Scan(new Get(Twins.row(7)).addFamily(Twins.FAMILY)),
            new Scan().withStartRow(Twins.row(7)).setLimit(2),
            new Scan(new Get(Twins.row(7)).addColumn(Twins.FAMILY, OTHER).readVersions(FILES)))) {
      ReadGate gate = ReadGate.untilInFlight(FILES);
      WatchedFileSystem.watch(gate);
      read(scan);
      Searches.until(() -> gate.inFlight() == 0);
      assertThat(gate.mostInFlight()).as("%s", scan).isEqualTo(FILES);
    }
  }

  @Test
  void serialReadsReadOneFileAfterTheOther() throws IOException {
    conf.set(MODE, "serial");
    writeOverlappingFiles(12);
    ReadGate gate = ReadGate.untilOpened(file -> true);
    gate.open();
    WatchedFileSystem.watch(gate);
    assertThat(read(new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN))).containsExactly("11-7");
    assertThat(gate.reads()).isOne();
    assertThat(searches.ahead()).isZero();
  }

  /** The answer is in the newest file, and does not wait for the others. */
  @Test
  void readEndsBeforeItsSeeksDo() throws IOException {
    writeOverlappingFiles(12);
    String newest = file(FILES - 1).getPath().getName();
    ReadGate gate = ReadGate.untilOpened(file -> !file.equals(newest));
    WatchedFileSystem.watch(gate);
    assertThat(read(new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN))).containsExactly("11-7");
    Searches.until(() -> gate.inFlight() > 0);
    assertThat(referenced()).as("files are held by seeks that run").isPositive();
    gate.open();
    Searches.until(() -> referenced() == 0);
    assertThat(searches.joined()).isZero();
    assertThat(searches.wasted()).isPositive();
  }

  @Test
  void regionThatClosesWaitsForSeeksOfEndedReads() throws Exception {
    writeOverlappingFiles(12);
    String newest = file(FILES - 1).getPath().getName();
    ReadGate gate = ReadGate.untilOpened(file -> !file.equals(newest));
    WatchedFileSystem.watch(gate);
    read(new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN));
    Searches.until(() -> gate.inFlight() > 0);
    HStoreFile old = file(0);
    Thread closer = closeRegion();
    assertThat(closer.getState()).isNotEqualTo(Thread.State.TERMINATED);
    assertThat(old.getReader()).isNotNull();
    gate.open();
    closer.join();
    assertThat(old.isReferencedInReads()).isFalse();
  }

  /**
   * HBase archives no file that a read holds. A merge of regions would take it for one with data.
   */
  @Test
  void regionThatClosesArchivesInputsThatSeeksOfEndedReadsHold() throws Exception {
    writeOverlappingFiles(12);
    ReadGate gate = ReadGate.untilOpened(file -> isSearching());
    WatchedFileSystem.watch(gate);
    read(new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN));
    Searches.until(() -> gate.inFlight() > 0);
    twins.store().triggerMajorCompaction();
    assertThat(twins.select()).isTrue();
    twins.compactHeld();
    Collection<HStoreFile> inputs = List.copyOf(twins.files().getCompactedfiles());
    assertThat(inputs).anyMatch(HStoreFile::isReferencedInReads);
    Thread closer = closeRegion();
    gate.open();
    closer.join();
    for (HStoreFile input : inputs) {
      assertThat(twins.store().getFileSystem().exists(input.getPath())).isFalse();
    }
  }

  /** Returns the closing thread when the store waits, or is closed; has no files any more then. */
  private Thread closeRegion() {
    Thread closer =
        new Thread(
            () -> {
              try {
                twins.tested.close();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    closer.start();
    Searches.until(() -> isStoreWaiting() || closer.getState() == Thread.State.TERMINATED);
    return closer;
  }

  /** Tells whether a thread waits in {@code StoreSearch.close}; HBase closes stores on its own. */
  private static boolean isStoreWaiting() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getState() == Thread.State.TIMED_WAITING)
        .flatMap(thread -> Stream.of(thread.getValue()))
        .anyMatch(frame -> frame.getClassName().endsWith("StoreSearch"));
  }

  /** Blocks off the heap: a block that is not released is never freed. */
  @Test
  void readThatIsClosedWhileSeekingReleasesItsBlocks() throws Exception {
    conf.setInt(ByteBuffAllocator.BUFFER_SIZE_KEY, 1 << 10);
    conf.setInt(ByteBuffAllocator.MIN_ALLOCATE_SIZE_KEY, 1);
    reservoir = ByteBuffAllocator.create(conf, true);
    BucketCache buckets = new BucketCache("offheap", CACHE_BYTES, 512, null, 1, 10_000, null);
    cache =
        Optional.of(new CombinedBlockCache(new LruBlockCache(CACHE_BYTES, 512, false), buckets));
    try {
      writeOverlappingFiles(FILES);
      int usedBefore = buffersInUse();
      String newest = file(FILES - 1).getPath().getName();
      ReadGate gate = ReadGate.untilOpened(file -> !file.equals(newest));
      WatchedFileSystem.watch(gate);
      Get one = new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN);
      read(one);
      Searches.until(() -> gate.inFlight() > 0);
      gate.open();
      Searches.until(() -> referenced() == 0);
      Searches.until(() -> buffersInUse() <= usedBefore);

      WatchedFileSystem.watchNothing();
      long cached = buckets.getBlockCount();
      assertThat(cached).isPositive();
      for (int i = 0; i < 100; i++) {
        read(new Get(Twins.row(i % ROWS)).addColumn(Twins.FAMILY, COLUMN));
        read(new Scan().withStartRow(Twins.row(i % ROWS)).setLimit(2));
      }
      twins.compare();
      Searches.until(() -> referenced() == 0);
      Searches.until(() -> buffersInUse() <= usedBefore);
      assertThat(buckets)
          .hasSizeGreaterThan((int) cached)
          .allMatch(block -> buckets.getRpcRefCount(key(block)) == 0);
    } finally {
      buckets.shutdown();
    }
  }

  private static BlockCacheKey key(CachedBlock block) {
    return new BlockCacheKey(block.getFilename(), block.getOffset());
  }

  /** HBase's used buffers are all that it has made. */
  private int buffersInUse() {
    return reservoir.getUsedBufferCount() - reservoir.getFreeBufferCount();
  }

  @Test
  void seekThatFailsFailsTheReadThatUsesIt() throws IOException {
    writeOverlappingFiles(12);
    String broken = file(3).getPath().getName();
    WatchedFileSystem.watch(
        (file, position) -> {
          if (file.getName().equals(broken)) {
            throw new IOException("broken on purpose");
          }
        });
    Get row = new Get(Twins.row(7)).addFamily(Twins.FAMILY);
    assertThatThrownBy(() -> read(row))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("broken on purpose")
        .hasStackTraceContaining(broken);
    assertThat(read(new Get(Twins.row(7)).addColumn(Twins.FAMILY, COLUMN)))
        .as("does not need the file")
        .containsExactly("11-7");
    WatchedFileSystem.watchNothing();
    assertThat(read(row)).contains("11-7");
    Searches.until(() -> referenced() == 0);
    twins.compare();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void readDoesItselfWhatFindsNoThread(int threads) throws IOException {
    searches = new Searches(threads);
    writeOverlappingFiles(12);
    WatchedFileSystem.watch((file, position) -> delay());
    twins.compare();
    twins.compareShortReads();
    assertThat(searches.rejected()).isPositive();
    Searches.until(() -> referenced() == 0);
  }

  @Test
  void readsGoOnWithAPoolThatIsClosed() throws IOException {
    writeOverlappingFiles(12);
    searches.close();
    twins.compare();
    assertThat(searches.ahead()).isZero();
  }

  /** Ten rows of 40 files one behind the other are in two of them, and in two wide files. */
  @Test
  void fileThatIsNotReachedIsNotSoughtAhead() throws IOException {
    create(family().build(), new Random(1));
    for (int file = 0; file < 40; file++) {
      for (int row = 0; row < 10; row++) {
        twins.put(file * 10 + row, 200);
      }
      twins.flush();
    }
    for (int wide = 0; wide < 2; wide++) {
      for (int row = wide; row < 400; row += 53) {
        twins.put(row, 200);
      }
      twins.flush();
    }
    ReadGate gate = ReadGate.untilOpened(file -> false);
    WatchedFileSystem.watch(
        (file, position) -> {
          gate.beforeRead(file, position);
          if (!isSearching()) { // else the scan may do all seeks before a thread is free
            Searches.until(() -> searches.ahead() > 0);
          }
        });
    assertThat(read(new Scan().withStartRow(Twins.row(205)).setLimit(10))).hasSize(10);
    Searches.until(() -> referenced() == 0);
    assertThat(gate.files()).hasSizeLessThanOrEqualTo(5);
    assertThat(searches.ahead()).isPositive();
    twins.compare();
    twins.compareShortReads();
  }

  @Test
  void fileThatItsFilterExcludesIsNotSoughtAhead() throws IOException {
    create(family().setBloomFilterType(BloomType.ROW).build(), new Random(1));
    for (int file = 0; file < FILES; file++) {
      for (int row = file % 2; row < ROWS; row += 2) {
        twins.put(row, COLUMN, twins.tick(), Bytes.toBytes(file + "-" + row));
      }
      twins.flush();
    }
    assertThat(read(new Get(Twins.row(7)).addFamily(Twins.FAMILY))).containsExactly("11-7");
    assertThat(searches.ahead()).isBetween(1L, FILES / 2 + 1L);
    twins.compareShortReads();
  }

  /** As a heap has its scanners while it seeks in one of them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shownKeyIsTheSameUntilTheHeapAsks(boolean isLazy) throws IOException {
    writeOverlappingFiles(2);
    StoreFileScanner older = scanner(0);
    StoreFileScanner newer = scanner(1);
    Cell key = KeyValueUtil.createFirstOnRow(Twins.row(7), Twins.FAMILY, COLUMN);
    for (StoreFileScanner scanner : List.of(older, newer)) {
      if (isLazy) {
        scanner.requestSeek(key, false, false);
      } else {
        scanner.seek(key);
      }
    }
    Cell shown = older.peek();
    assertThat(older.realSeekDone()).isFalse();

    newer.enforceSeek();
    assertThat(newer.realSeekDone()).isTrue();
    Searches.until(() -> searches.ahead() == 1);
    Searches.until(() -> isIdle());
    older.shipped();
    newer.shipped();
    assertThat(older.peek()).isSameAs(shown);
    assertThat(older.realSeekDone()).isFalse();

    older.enforceSeek();
    assertThat(value(older.peek())).isEqualTo("0-7");
    assertThat(older.realSeekDone()).isTrue();
    assertThat(searches.joined()).isOne();
    older.close();
    newer.close();
    assertThat(older.peek()).isNull();
    assertThat(referenced()).isZero();
  }

  /** A newer cell with the timestamp of an older one sorts before it by its sequence id only. */
  @Test
  void keyThatIsShownSortsBeforeTheSameKeyOfAnOlderFile() throws IOException {
    writeOverlappingFiles(1);
    Cell real;
    try (StoreFileScanner scanner = scanner(0)) {
      scanner.seek(KeyValueUtil.createFirstOnRow(Twins.row(7)));
      scanner.enforceSeek();
      real = KeyValueUtil.copyToNewKeyValue(scanner.peek());
    }
    try (StoreFileScanner scanner = scanner(0)) {
      scanner.seek(real);
      assertThat(twins.store().getComparator().compare(scanner.peek(), real)).isNegative();
    }
  }

  @Test
  void seekThatReplacesASeekAheadIsDone() throws IOException {
    writeOverlappingFiles(2);
    StoreFileScanner older = scanner(0);
    StoreFileScanner newer = scanner(1);
    Cell key = KeyValueUtil.createFirstOnRow(Twins.row(7), Twins.FAMILY, COLUMN);
    older.requestSeek(key, false, false);
    newer.requestSeek(key, false, false);
    newer.enforceSeek();
    Searches.until(() -> searches.ahead() == 1);
    older.reseek(KeyValueUtil.createFirstOnRow(Twins.row(9), Twins.FAMILY, COLUMN));
    assertThat(value(older.peek())).isEqualTo("0-9");
    assertThat(searches.wasted()).isOne();
    older.close();
    newer.close();
    assertThat(referenced()).isZero();
  }

  /** HBase would not have done the seek that failed. */
  @Test
  void seekThatFailsAndIsReplacedFailsNoRead() throws IOException {
    writeOverlappingFiles(2);
    StoreFileScanner older = scanner(0);
    StoreFileScanner newer = scanner(1);
    String broken = file(0).getPath().getName();
    WatchedFileSystem.watch(
        (file, position) -> {
          if (file.getName().equals(broken)) {
            throw new IOException("broken on purpose");
          }
        });
    Cell key = KeyValueUtil.createFirstOnRow(Twins.row(7), Twins.FAMILY, COLUMN);
    older.requestSeek(key, false, false);
    newer.requestSeek(key, false, false);
    newer.enforceSeek();
    Searches.until(() -> searches.ahead() == 1);
    Searches.until(() -> isIdle());
    WatchedFileSystem.watchNothing();
    older.reseek(KeyValueUtil.createFirstOnRow(Twins.row(9), Twins.FAMILY, COLUMN));
    assertThat(value(older.peek())).isEqualTo("0-9");
    assertThat(searches.wasted()).isOne();
    older.close();
    newer.close();
    assertThat(referenced()).isZero();
  }

  private boolean isIdle() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith(THREADS))
        .flatMap(thread -> Stream.of(thread.getValue()))
        .noneMatch(frame -> frame.getClassName().endsWith("AheadSeek"));
  }

  private StoreFileScanner scanner(int file) {
    return file(file).getPreadScanner(false, Long.MAX_VALUE, file, false);
  }
}
