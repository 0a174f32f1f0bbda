// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.engine.PlannedContext;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.engine.range.RangePlan.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Which outputs of the range engine are in the block cache once they are written, and of which the
 * engine says that a warm-up caches them whole.
 */
class CachedDeltasTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int RANGE_BYTES = 200_000;
  private static final int ROWS = 60;
  private static final int LARGE_VALUE = 10_000;
  private static final int SMALL_VALUE = 10;
  private static final int MOST_ROUNDS = 20;
  private static final int BLOCK_BYTES = 512;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final LruBlockCache cache = new LruBlockCache(64L << 20, BLOCK_BYTES, false);
  private HRegion region;

  /** The reason and the outputs of the last compaction. */
  private Job job;

  private List<HStoreFile> outputs = List.of();

  /** What the engine said of the last compaction, for the case that it is offloaded. */
  private boolean isWholeIfOffloaded;

  @AfterEach
  void close() throws IOException {
    if (region != null) {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
    util.cleanupTestDir();
  }

  @Test
  void deltasOfFlushesThatAreCachedAreCachedAndBasesAreNot() throws IOException {
    create(true, TableDescriptorBuilder.DEFAULT_MEMSTORE_FLUSH_SIZE);
    fillRanges();
    distribute(SMALL_VALUE);
    assertThat(outputs).hasSizeGreaterThan(2).allMatch(this::isCached);
    assertThat(isWholeIfOffloaded).isTrue();

    Set<Job> wanted = Set.of(Job.CONSOLIDATE, Job.MERGE_BUDGET);
    Set<Job> seen = new HashSet<>();
    for (int round = 0; round < MOST_ROUNDS && !seen.containsAll(wanted); round++) {
      // Deltas of small values are consolidated before they are too many bytes.
      write(seen.contains(Job.CONSOLIDATE) ? LARGE_VALUE / 10 : SMALL_VALUE);
      while (compact()) {
        seen.add(job);
        assertThat(isWholeIfOffloaded).as(job.name()).isEqualTo(!job.isMerge());
        if (job.isMerge()) {
          assertThat(outputs).as(job.name()).noneMatch(this::isPartlyCached);
        } else {
          assertThat(outputs).as(job.name()).allMatch(this::isCached);
        }
      }
    }
    assertThat(seen).containsAll(wanted);
  }

  @Test
  void deltasOfFlushesThatAreNotCachedAreNotCached() throws IOException {
    create(false, TableDescriptorBuilder.DEFAULT_MEMSTORE_FLUSH_SIZE);
    fillRanges();
    distribute(SMALL_VALUE);
    assertThat(outputs).hasSizeGreaterThan(2).noneMatch(this::isPartlyCached);
    assertThat(isWholeIfOffloaded).isFalse();
  }

  @Test
  void deltasAreCachedWhereHBaseCachesCompactionsButNotFlushes() throws IOException {
    conf.setBoolean(CacheConfig.CACHE_COMPACTED_BLOCKS_ON_WRITE_KEY, true);
    create(false, TableDescriptorBuilder.DEFAULT_MEMSTORE_FLUSH_SIZE);
    fillRanges();
    distribute(SMALL_VALUE);
    assertThat(outputs).hasSizeGreaterThan(2).allMatch(this::isCached);
  }

  /** A bulk load, or the file of another engine, must not take the place of all other blocks. */
  @Test
  void deltasOfMoreThanIsUsuallyDistributedAreNotCached() throws IOException {
    create(true, RANGE_BYTES);
    fillRanges();
    distribute(LARGE_VALUE);
    assertThat(outputs).hasSizeGreaterThan(2).noneMatch(this::isPartlyCached);
    assertThat(isWholeIfOffloaded).isFalse();
  }

  private void create(boolean isFlushCached, long flushBytes) throws IOException {
    conf.setLong(SmallRangeEngine.RANGE_BYTES, RANGE_BYTES);
    conf.setInt(SmallRangeEngine.MAX_FILES, 2);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    TableName name = TableName.valueOf("t");
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setMemStoreFlushSize(flushBytes)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                        .setBlocksize(BLOCK_BYTES)
                        .setCacheDataOnWrite(isFlushCached)
                        .build())
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallRangeEngine.class.getName())
                .build(),
            cache);
  }

  private HStore store() {
    return region.getStore(FAMILY);
  }

  /** Writes the bases of several ranges. */
  private void fillRanges() throws IOException {
    write(LARGE_VALUE);
    while (compact()) {
      assertThat(job.isMerge()).isTrue();
    }
  }

  /** Writes two flushes, and distributes what the engine takes of them. */
  private void distribute(int valueBytes) throws IOException {
    write(valueBytes);
    if (!compact()) { // else the first flush is as large as is distributed at a time
      write(valueBytes);
      assertThat(compact()).isTrue();
    }
    assertThat(job).isEqualTo(Job.DISTRIBUTE);
  }

  /** Writes a row in all ranges, and flushes. */
  private void write(int valueBytes) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      region.put(
          new Put(Twins.row(row))
              .addColumn(FAMILY, FAMILY, new byte[valueBytes])
              .setDurability(Durability.SKIP_WAL));
    }
    region.flush(true);
  }

  /** Runs one compaction; returns whether there was one. */
  private boolean compact() throws IOException {
    Optional<CompactionContext> selected =
        store().requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null);
    if (selected.isEmpty()) {
      return false;
    }
    job = ((RangeCompactionContext) selected.get()).rangePlan().job();
    isWholeIfOffloaded =
        ((PlannedEngine) store().getStoreEngine())
            .isCachedLikeAFlush(
                ((PlannedContext) selected.get()).plan(), selected.get().getRequest().getSize());
    List<HStoreFile> before = new ArrayList<>(store().getStorefiles());
    assertThat(region.compact(selected.get(), store(), NoLimitThroughputController.INSTANCE))
        .isTrue();
    outputs = new ArrayList<>(store().getStorefiles());
    outputs.removeAll(before);
    return true;
  }

  private boolean isPartlyCached(HStoreFile file) {
    for (CachedBlock block : cache) {
      if (block.getFilename().equals(file.getPath().getName())) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a read of the whole file finds each block in the cache. */
  private boolean isCached(HStoreFile file) {
    long missed = cache.getStats().getMissCount();
    try (StoreFileScanner scanner = file.getPreadScanner(false, Long.MAX_VALUE, 0, false)) {
      scanner.seek(file.getFirstKey().orElseThrow());
      while (scanner.next() != null) {
        // reads all blocks
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return isPartlyCached(file) && cache.getStats().getMissCount() == missed;
  }
}
