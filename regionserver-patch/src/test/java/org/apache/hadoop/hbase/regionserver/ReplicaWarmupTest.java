// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.RetainingServer;
import java.io.IOException;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.backup.HFileArchiver;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Warm-ups of a secondary replica that replays its primary's compaction. */
class ReplicaWarmupTest {
  private static final int ROWS = 400;
  private static final int WAIT_MS = 60_000;
  private static final int CACHE_BYTES = 64 << 20;
  private static final int BLOCK_BYTES = 4 << 10;
  private static final int REPLICA = 1;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final CompactionJobId job = CompactionJobId.random();
  private RetainingServer server;
  private HeldWarmups held;
  private HRegion primary;
  private HRegion replica;
  private HStore store;

  @BeforeEach
  void warmOutputsOfAnySize() throws IOException {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.THROTTLED.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    server = new RetainingServer(conf);
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    replica.close();
    HBaseTestingUtility.closeRegionAndWAL(primary);
    server.close();
    util.cleanupTestDir();
  }

  @Test
  void readsStayAtTheInputsUntilTheRetainedOutputIsWarm() throws Exception {
    server.nameToReplicas(job);
    List<HStoreFile> inputs = compactAndReplay();
    held.pace().awaitHeld();

    assertThat(filesOfAnyRead()).containsExactlyInAnyOrderElementsOf(inputs);
    held.pace().open();
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.completed() == 1);

    assertThat(filesOfAnyRead()).isEqualTo(store.getStorefiles()).hasSize(1);
    assertThat(inputs).extracting(HStoreFile::getRefCount).containsOnly(0);
    Waiter.waitFor(conf, WAIT_MS, 20, () -> !server.released().isEmpty());
    assertThat(server.released()).containsExactly(job.value());
    assertThat(server.releasedBy()).containsExactly(REPLICA);
  }

  @Test
  void outputIsLookedForUnderThePrimarysRegion() throws Exception {
    server.nameToReplicas(job);
    compactAndReplay();
    held.pace().awaitHeld();

    assertThat(server.lookedFor())
        .singleElement()
        .satisfies(
            file -> {
              assertThat(file.getRegion()).isEqualTo(primary.getRegionInfo().getEncodedName());
              assertThat(file.getFamily()).isEqualTo(store.getColumnFamilyName());
              assertThat(file.getName())
                  .isEqualTo(store.getStorefiles().iterator().next().getPath().getName());
            });
  }

  @Test
  void readsSwitchAtOnceIfNoServerRetainsTheOutput() throws Exception {
    List<HStoreFile> inputs = compactAndReplay();
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.unserved() == 1);

    Waiter.waitFor(
        conf, WAIT_MS, 20, () -> inputs.stream().allMatch(file -> file.getRefCount() == 0));
    assertThat(filesOfAnyRead()).isEqualTo(store.getStorefiles()).hasSize(1);
    assertThat(held.completed() + held.endedEarly()).as("no warm-up has begun").isZero();
    assertThat(server.released()).isEmpty();
  }

  @Test
  void readsSwitchAtOnceIfTheServerIsGone() throws Exception {
    server.close();
    compactAndReplay();
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.unserved() == 1);

    assertThat(filesOfAnyRead()).isEqualTo(store.getStorefiles()).hasSize(1);
  }

  @Test
  void readsSwitchAtOnceIfTheLookUpEndsWithAnError() throws Exception {
    List<ServerName> broken =
        new AbstractList<>() {
          @Override
          public ServerName get(int index) {
            throw new OutOfMemoryError("of a test");
          }

          @Override
          public int size() {
            return 1;
          }
        };
    List<HStoreFile> inputs = compactAndReplay(broken);
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.unserved() == 1);

    Waiter.waitFor(
        conf, WAIT_MS, 20, () -> inputs.stream().allMatch(file -> file.getRefCount() == 0));
    assertThat(filesOfAnyRead()).isEqualTo(store.getStorefiles()).hasSize(1);
  }

  @Test
  void switchedOffReplicasLookForNothing() throws Exception {
    conf.set(LighterOption.WARMUP_REPLICAS.key(), "false");
    server.nameToReplicas(job);
    List<HStoreFile> inputs = compactAndReplay();

    assertThat(filesOfAnyRead()).isEqualTo(store.getStorefiles()).hasSize(1);
    assertThat(inputs).extracting(HStoreFile::getRefCount).containsOnly(0);
    assertThat(server.lookedFor()).isEmpty();
    assertThat(held.unserved()).isZero();
  }

  /** HBase deletes archived inputs; the warm-up must not read them then. */
  @Test
  void warmupEndsLongBeforeHBaseDeletesArchivedInputs() throws Exception {
    conf.setLong("hbase.master.hfilecleaner.ttl", 9_000);
    server.nameToReplicas(job);
    compactAndReplay();
    held.pace().awaitHeld();

    Waiter.waitFor(conf, WAIT_MS, 20, () -> filesOfAnyRead().size() == 1);
    held.pace().open();
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.endedEarly() == 1);
  }

  /** Failed refreshes delay what the replica sees, and not what HBase deletes. */
  @Test
  void compactionSeenTooLateIsNotWarmed() throws Exception {
    server.nameToReplicas(job);
    openBoth(List.of(server.serverName()));
    List<HStoreFile> inputs = List.copyOf(store.getStorefiles());
    List<Path> compacted = paths();
    primary.compact(true);
    long seen = System.currentTimeMillis() - Duration.ofMinutes(4).toMillis(); // of five
    for (Path output : paths()) {
      primary.getFilesystem().setTimes(output, seen - Duration.ofSeconds(11).toMillis(), -1);
    }

    replay(compacted);

    assertThat(filesOfAnyRead()).isEqualTo(store.getStorefiles()).hasSize(1);
    assertThat(inputs).extracting(HStoreFile::getRefCount).containsOnly(0);
    assertThat(held.shared().reports()).isEmpty();
    assertThat(server.lookedFor()).isEmpty();
  }

  /** HBase sets the time of a file when it archives the file. */
  @Test
  void compactionWhoseOutputIsArchivedIsNotWarmed() throws Exception {
    server.nameToReplicas(job);
    openBoth(List.of(server.serverName()));
    List<Path> compacted = paths();
    primary.compact(true);
    HFileArchiver.archiveStoreFile(
        conf,
        primary.getFilesystem(),
        primary.getRegionInfo(),
        primary.getRegionFileSystem().getTableDir(),
        LocalRegion.FAMILY,
        paths().get(0));

    replay(compacted);

    assertThat(filesOfAnyRead()).isEqualTo(store.getStorefiles()).hasSize(1);
    assertThat(held.shared().reports()).isEmpty();
  }

  /** As if the marker was replayed while a refresh made the change. */
  @Test
  void secondChangeWithTheSameOutputStartsNoWarmup() throws Exception {
    server.nameToReplicas(job);
    List<HStoreFile> inputs = compactAndReplay();
    held.pace().awaitHeld();

    ((WarmedStoreEngine) store.getStoreEngine())
        .warmups()
        .commitOnReplica(inputs, store.getStorefiles(), System::currentTimeMillis, () -> {});

    assertThat(held.shared().reports()).hasSize(1);
    assertThat(inputs).extracting(HStoreFile::getRefCount).containsOnly(1);
    assertThat(filesOfAnyRead()).containsExactlyInAnyOrderElementsOf(inputs);
    held.pace().open();
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.completed() == 1);
    assertThat(server.lookedFor()).hasSize(1);
  }

  @Test
  void closingReplicaReleasesTheInputs() throws Exception {
    server.nameToReplicas(job);
    List<HStoreFile> inputs = compactAndReplay();
    held.pace().awaitHeld();

    replica.close();

    assertThat(inputs).extracting(HStoreFile::getRefCount).containsOnly(0);
  }

  /** Compacts in the primary, replays that in the replica, and returns the replica's inputs. */
  private List<HStoreFile> compactAndReplay() throws Exception {
    return compactAndReplay(List.of(server.serverName()));
  }

  private List<HStoreFile> compactAndReplay(List<ServerName> servers) throws Exception {
    openBoth(servers);
    List<HStoreFile> inputs = List.copyOf(store.getStorefiles());
    List<Path> compacted = paths();
    primary.compact(true);
    replay(compacted);
    return inputs;
  }

  private void openBoth(List<ServerName> servers) throws Exception {
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, false, servers));
    primary =
        LocalRegion.create(conf, util.getDataTestDir(), "replicated", DefaultStoreEngine.class);
    LocalRegion.fill(primary, ROWS);
    replica = openReplica();
    store = replica.getStore(LocalRegion.FAMILY);
    assertThat(store.getStorefiles()).hasSize(3);
  }

  private void replay(List<Path> compacted) throws IOException {
    HStore compactedStore = primary.getStore(LocalRegion.FAMILY);
    store.replayCompactionMarker(
        ProtobufUtil.toCompactionDescriptor(
            primary.getRegionInfo(),
            LocalRegion.FAMILY,
            compacted,
            paths(),
            primary.getRegionFileSystem().getStoreDir(compactedStore.getColumnFamilyName())),
        true,
        false);
  }

  private HRegion openReplica() throws IOException {
    Path root = new Path(util.getDataTestDir(), "replicated");
    CommonFSUtils.setRootDir(conf, root);
    TableDescriptor table =
        LocalRegion.table("replicated", WarmedStoreEngine.class).setRegionReplication(2).build();
    RegionInfo info = RegionReplicaUtil.getRegionInfoForReplica(primary.getRegionInfo(), REPLICA);
    HRegion region =
        HRegion.newHRegion(
            CommonFSUtils.getTableDir(root, table.getTableName()),
            null,
            primary.getFilesystem(),
            conf,
            info,
            table,
            null);
    region.setBlockCache(new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false));
    long unused = region.initialize(null);
    return region;
  }

  private List<Path> paths() {
    return primary.getStore(LocalRegion.FAMILY).getStorefiles().stream()
        .map(HStoreFile::getPath)
        .toList();
  }

  private Collection<HStoreFile> filesOfAnyRead() {
    return List.copyOf(
        store
            .getStoreEngine()
            .getStoreFileManager()
            .getFilesForScan(new byte[0], true, new byte[0], true, false));
  }
}
