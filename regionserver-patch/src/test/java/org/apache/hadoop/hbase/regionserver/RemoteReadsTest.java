// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.RetainingServer;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The strategy {@code remote} against a {@link RetainingServer}: requests of chunks, reads beside a
 * server that hangs or a full cache, and the release of the server's memory.
 */
class RemoteReadsTest {
  private static final int ROWS = 20;
  private static final int FAMILIES = 2;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final CompactionJobId job = CompactionJobId.random();
  private RetainingServer server;
  private HeldWarmups held;
  private HRegion region;

  @BeforeEach
  void startServer() throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.REMOTE.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.OFFLOAD_SERVER_TIMEOUT.key(), "5m"); // longer than any test waits
    server = new RetainingServer(conf);
    held = new HeldWarmups(conf);
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    held.close();
    server.close();
    util.cleanupTestDir();
  }

  @Test
  void outputOfAFailedCommitIsReleasedAtOnce() throws Exception {
    createRegion(true);

    assertThatThrownBy(() -> region.compact(true)).hasMessage("the commit fails");

    awaitReleased();
    assertThat(server.discarded()).containsExactly(job.value());
    assertThat(held.completed() + held.endedEarly()).isZero();
  }

  @Test
  void outputWithoutMissesIsReleasedAfterTheIdleTime() throws Exception {
    conf.set(LighterOption.WARMUP_REMOTE_IDLE.key(), "500ms");
    server.keepOf(this::fileNames);
    createRegion(false);

    region.compact(true);

    awaitReleased();
    Waiter.waitFor(conf, 30_000, 20, () -> held.completed() > 0);
    assertThat(held.endedEarly()).isZero();
  }

  /** The thread that ends these reads also renews the leases of all other outputs. */
  @Test
  void silentServerDelaysTheReleaseOfNoOtherOutput() throws Exception {
    conf.set(LighterOption.WARMUP_REMOTE_IDLE.key(), "500ms");
    server.keepOf(this::fileNames);
    createRegion(false);
    server.holdReleases();

    region.compact(true);

    Waiter.waitFor(conf, 60_000, 20, () -> held.completed() == region.getStores().size());
    assertThat(server.released()).isEmpty();
  }

  /** A waiting read would occupy a handler for half of {@code lighter.offload.server.timeout}. */
  @Test
  @Timeout(120)
  void readsDoNotWaitForAHungServer() throws Exception {
    createRegion(false);
    server.hangWith(this::fileNames);
    region.compact(true);

    Waiter.waitFor(conf, 60_000, 20, () -> isReadCold() && server.fetchesAsked() > 0);
    for (int i = 0; i < 10; i++) {
      assertThat(isReadCold()).isTrue();
    }

    assertThat(server.fetchesAsked()).as("others do not ask meanwhile").isEqualTo(1);
  }

  /** Each new fetch would delay a reader, since a reader waits for the fetch. */
  @Test
  void chunkRefusedByAFullCacheIsNotFetchedAgainByTheNextMisses() throws Exception {
    createRegion(false);
    server.give(this::framesOfData);
    region.compact(true);
    LruBlockCache cache = (LruBlockCache) blockCache();
    cache.setMaxSize(1);
    long before = cache.getStats().getFailedInserts();
    int reads = 0;
    do {
      assertThat(isReadCold()).isTrue();
      reads++;
    } while (server.fetchesAsked() == 0);
    long withFetch = cache.getStats().getFailedInserts() - before;

    for (int i = 0; i < 10; i++) {
      assertThat(isReadCold()).isTrue();
    }

    assertThat(server.fetchesAsked()).isEqualTo(1);
    // A read adds the same number each time; a late fetch adds less than ten.
    long ofARead = (cache.getStats().getFailedInserts() - before - withFetch) / 10;
    long ofReads = before + (reads + 10) * ofARead;
    Waiter.waitFor(conf, 30_000, 20, () -> cache.getStats().getFailedInserts() >= ofReads + 3);
    assertThat(cache.getStats().getFailedInserts() - ofReads)
        .as("refusals of the fetched chunk's first block")
        .isEqualTo(3);
  }

  /** Frames of the data blocks of the family that is read, by file name. */
  private Map<String, ByteString> framesOfData() {
    Map<String, ByteString> frames = new HashMap<>();
    for (HStoreFile file : region.getStore(LocalRegion.FAMILY).getStorefiles()) {
      try (HFile.Reader reader =
          HFile.createReader(
              region.getFilesystem(), file.getPath(), CacheConfig.DISABLED, true, conf)) {
        ChunkBuilder chunk =
            new ChunkBuilder(ChunkKind.DATA, ChunkVersion.BLOCK_BY_BLOCK, ChunkBuilder.MAX_BYTES);
        long end = reader.getTrailer().getLoadOnOpenDataOffset();
        for (long offset = 0; offset < end; ) {
          HFileBlock block = reader.readBlock(offset, -1, false, true, false, false, null, null);
          offset += block.getOnDiskSizeWithHeader();
          if (block.getBlockType().isData()) {
            chunk.add(block);
          }
        }
        frames.put(file.getPath().getName(), ByteString.copyFrom(chunk.build().frame()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return frames;
  }

  private boolean isReadCold() throws IOException {
    fileNames().forEach(blockCache()::evictBlocksByHfileName);
    return !region.get(new Get(LocalRegion.row(0)).addFamily(LocalRegion.FAMILY)).isEmpty();
  }

  private BlockCache blockCache() {
    return region.getStore(LocalRegion.FAMILY).getCacheConfig().getBlockCache().orElseThrow();
  }

  private List<String> fileNames() {
    return region.getStores().stream()
        .flatMap(store -> store.getStorefiles().stream())
        .map(file -> file.getPath().getName())
        .toList();
  }

  /** The region server checks the listed names, since a name could be any table's file. */
  @Test
  void chunksOfOtherFilesAreNotRequested() throws Exception {
    server.keepIndex();
    createRegion(false);

    region.compact(true);

    Waiter.waitFor(conf, 30_000, 20, () -> held.completed() == FAMILIES);
    assertThat(server.listsAsked()).isEqualTo(FAMILIES);
    assertThat(server.fetchesAsked()).isZero();
  }

  /** Counterpart of {@link #chunksOfOtherFilesAreNotRequested}, which asserts an absence. */
  @Test
  void indexChunksOfTheOutputAreRequestedAtOnce() throws Exception {
    server.keepIndex();
    server.keepOf(this::fileNames);
    createRegion(false);

    region.compact(true);

    Waiter.waitFor(conf, 30_000, 20, () -> server.fetchesAsked() > 0);
  }

  @Test
  void outputIsRetainedAndReportedWhileReadsMayMiss() throws Exception {
    server.keepOf(this::fileNames);
    createRegion(false);

    region.compact(true);
    Waiter.waitFor(conf, 30_000, 20, () -> server.renewals() >= 2 * FAMILIES);

    List<WarmupReport> reports = held.shared().reports();
    assertThat(reports).hasSize(FAMILIES);
    assertThat(reports.get(0).getJobId()).isEqualTo(job.value());
    assertThat(reports.get(0).getId()).isEqualTo(job.value().replace("cj-", "wu-"));
    assertThat(reports.get(0).getStrategy()).isEqualTo("remote");
    assertThat(reports.get(0).getTable()).isEqualTo("remote");
    assertThat(server.released()).isEmpty();
    region.getStores().get(0).close();
    Waiter.waitFor(conf, 30_000, 20, () -> !server.released().isEmpty());
    assertThat(held.shared().reports()).as("of the other store").hasSize(FAMILIES - 1);
  }

  private void createRegion(boolean commitFails) throws IOException {
    WarmedStoreEngine.share(
        new WarmedStoreEngine.Shared(
            held.shared(), new RetainedOutput(job, server.serverName()), commitFails));
    region = LocalRegion.create(conf, util.getDataTestDir(), "remote", WarmedStoreEngine.class);
    LocalRegion.fill(region, ROWS);
  }

  private void awaitReleased() throws IOException {
    Waiter.waitFor(conf, 30_000, 20, () -> held.shared().reports().isEmpty());
    Waiter.waitFor(conf, 30_000, 20, () -> server.released().contains(job.value()));
  }
}
