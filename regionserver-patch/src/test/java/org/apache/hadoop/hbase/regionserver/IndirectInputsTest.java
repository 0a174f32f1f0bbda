// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A compacted file that a reader of the primary pins, in a store of two stripes. The file had cells
 * of both stripes, and the output of the first stripe lists no inputs. That output is compacted
 * again, so that its name is gone as well.
 */
class IndirectInputsTest {
  private static final int ROWS = 40;
  private static final byte[] OPEN = StripeStoreFileManager.OPEN_KEY;
  private static final byte[] MIDDLE = LocalRegion.row(ROWS / 2);

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion primary;
  private HRegion replica;
  private HStore store;
  private HStoreFile pinned;

  /** Newest output of the first stripe. */
  private HStoreFile delta;

  private HStoreFile base;

  @BeforeEach
  void divideAPinnedFile() throws IOException {
    TableDescriptorBuilder builder =
        LocalRegion.table("indirect", OffloadingStoreEngine.class).setRegionReplication(2);
    Engine.STRIPE.configure(builder);
    primary = LocalRegion.create(conf, util.getDataTestDir(), builder.build());
    store = primary.getStore(LocalRegion.FAMILY);
    for (int row = 0; row < ROWS; row++) {
      LocalRegion.put(primary, row, 1);
    }
    base = compact(List.of(flush()), null, OPEN, MIDDLE, OPEN).get(0);
    store.closeAndArchiveCompactedFiles();
    LocalRegion.put(primary, 0, 2);
    LocalRegion.put(primary, ROWS - 1, 2);
    pinned = flush();
    StoreFileReferences.acquire(List.of(pinned));
    delta = compact(List.of(pinned), null, OPEN, MIDDLE, OPEN).get(0);
    assertThat(delta.getCompactedStoreFiles()).isEmpty();
  }

  @AfterEach
  void close() throws IOException {
    StoreFileReferences.releaseAll(List.of(pinned));
    if (replica != null) {
      replica.close();
    }
    HBaseTestingUtility.closeRegionAndWAL(primary);
    util.cleanupTestDir();
  }

  @Test
  void replicaLeavesOutThePinnedFileThatOnlyAnotherStripesOutputLists() throws IOException {
    HStoreFile merged = compact(List.of(base, delta), null, OPEN, MIDDLE).get(0);
    store.closeAndArchiveCompactedFiles();
    LocalRegion.delete(primary, 0, 3);
    HStoreFile marker = compact(List.of(flush()), null, OPEN, MIDDLE, OPEN).get(0);
    compact(List.of(merged, marker), MIDDLE, OPEN, MIDDLE); // drops the marker
    store.closeAndArchiveCompactedFiles();
    assertThat(primary.getFilesystem().exists(pinned.getPath())).isTrue();
    assertThat(primary.getFilesystem().exists(merged.getPath())).isFalse();
    List<String> visible = Snapshots.visible(store);
    assertThat(visible).hasSize(2 * (ROWS - 1));

    replica = openReplica();

    HStore secondary = replica.getStore(LocalRegion.FAMILY);
    assertThat(Snapshots.visible(secondary)).isEqualTo(visible);
    secondary.refreshStoreFiles();
    assertThat(Snapshots.visible(secondary)).isEqualTo(visible);
  }

  @Test
  void eachOutputPassesOnTheInputsOfItsInputs() throws IOException {
    String name = pinned.getPath().getName();
    List<Path> outputs = write(List.of(base, delta), null, OPEN, LocalRegion.row(ROWS / 4), MIDDLE);
    assertThat(outputs).hasSize(2);

    HStoreFile first = store.getStoreEngine().createStoreFileAndReader(outputs.get(0));
    HStoreFile last = store.getStoreEngine().createStoreFileAndReader(outputs.get(1));
    try {
      assertThat(first.getCompactedStoreFiles()).isEmpty();
      assertThat(OrderedOutputs.inputsOf(first))
          .containsExactlyInAnyOrderElementsOf(last.getCompactedStoreFiles())
          .containsExactlyInAnyOrder(base.getPath().getName(), delta.getPath().getName(), name);
    } finally {
      first.closeStoreFile(true);
      last.closeStoreFile(true);
    }
  }

  /** Archived files need no evidence, and a list must not grow for ever. */
  @Test
  void archivedInputsAreNotPassedOn() throws IOException {
    StoreFileReferences.release(List.of(pinned));
    store.closeAndArchiveCompactedFiles();

    HStoreFile merged = compact(List.of(base, delta), null, OPEN, MIDDLE).get(0);

    assertThat(merged.getCompactedStoreFiles())
        .containsExactlyInAnyOrder(base.getPath().getName(), delta.getPath().getName());
  }

  /** Flushes, and returns the new file, which has no stripe. */
  private HStoreFile flush() throws IOException {
    Collection<HStoreFile> before = List.copyOf(store.getStorefiles());
    primary.flush(true);
    List<HStoreFile> flushed = new ArrayList<>(store.getStorefiles());
    flushed.removeAll(before);
    assertThat(flushed).hasSize(1);
    return flushed.get(0);
  }

  /**
   * Compacts as HBase does, up to the commit.
   *
   * @param majorTo row before which markers are dropped; null if none is
   */
  private List<HStoreFile> compact(List<HStoreFile> inputs, byte[] majorTo, byte[]... boundaries)
      throws IOException {
    StoreEngine<?, ?, ?, ?> engine = store.getStoreEngine();
    List<HStoreFile> outputs = StoreCommits.commit(engine, write(inputs, majorTo, boundaries));
    engine.replaceStoreFiles(inputs, outputs, () -> {}, () -> {});
    return outputs;
  }

  private List<Path> write(List<HStoreFile> inputs, byte[] majorTo, byte[]... boundaries)
      throws IOException {
    StripeCompactor compactor = (StripeCompactor) store.getStoreEngine().getCompactor();
    return compactor.compact(
        new CompactionRequestImpl(inputs),
        List.of(boundaries),
        majorTo == null ? null : OPEN,
        majorTo,
        NoLimitThroughputController.INSTANCE,
        null);
  }

  private HRegion openReplica() throws IOException {
    Path root = new Path(util.getDataTestDir(), "indirect");
    CommonFSUtils.setRootDir(conf, root);
    return HRegion.openHRegion(
        root,
        RegionReplicaUtil.getRegionInfoForReplica(primary.getRegionInfo(), 1),
        primary.getTableDescriptor(),
        null,
        conf);
  }
}
