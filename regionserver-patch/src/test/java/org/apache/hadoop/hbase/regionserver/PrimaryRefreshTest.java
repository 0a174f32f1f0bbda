// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Refreshes of a primary replica's list of files, as a coprocessor may request them. */
class PrimaryRefreshTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final ExecutorService compactions = Executors.newSingleThreadExecutor();
  private HRegion region;
  private HStore store;

  @BeforeEach
  void open() throws IOException {
    region = LocalRegion.create(conf, util.getDataTestDir(), "refreshed", GatedStoreEngine.class);
    LocalRegion.fill(region, 40);
    store = region.getStore(LocalRegion.FAMILY);
  }

  @AfterEach
  void close() throws IOException {
    compactions.shutdownNow();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void refreshLeavesAnOutputInPlaceToItsCommit() throws Exception {
    List<String> inputs = files();
    GatedStoreEngine.Gate gate = GatedStoreEngine.Gate.close(GatedStoreEngine.Stage.FILES_IN_PLACE);
    Future<?> compaction = compactions.submit(this::compact);
    assertThat(gate.awaitReached()).isTrue();
    assertThat(folder()).hasSize(inputs.size() + 1);

    store.refreshStoreFiles();

    assertThat(files()).isEqualTo(inputs);
    gate.open();
    compaction.get(5, TimeUnit.MINUTES);
    assertThat(files()).hasSize(1).doesNotContainAnyElementsOf(inputs);
    store.refreshStoreFiles();
    assertThat(files()).hasSize(1).doesNotContainAnyElementsOf(inputs);
  }

  @Test
  void leftoverOfAFailedCommitIsNotAdded() throws IOException {
    List<String> before = files();
    Path leftover = copyOf(before.get(0));

    assertThatThrownBy(
            () ->
                engine()
                    .commit(
                        List.of(leftover),
                        some -> {
                          throw new IOException("the commit fails");
                        }))
        .hasMessage("the commit fails");
    store.refreshStoreFiles();

    assertThat(files()).isEqualTo(before);
  }

  @Test
  void fileOfAnotherProcessIsAdded() throws IOException {
    List<String> before = files();
    Path copy = copyOf(before.get(0));

    store.refreshStoreFiles();

    assertThat(files()).containsAll(before).contains(copy.getName()).hasSize(before.size() + 1);
  }

  @Test
  void fileAddedByARefreshIsNotAddedAgain() throws IOException {
    Path loaded = copyOf(files().get(0));
    HStoreFile file = engine().createStoreFileAndReader(loaded); // as a bulk load does
    store.refreshStoreFiles();

    engine().addStoreFiles(List.of(file), () -> {});

    assertThat(files()).containsOnlyOnce(loaded.getName());
  }

  private Void compact() throws IOException {
    region.compact(true);
    return null;
  }

  private OffloadingStoreEngine engine() {
    return (OffloadingStoreEngine) store.getStoreEngine();
  }

  private Path copyOf(String file) throws IOException {
    Path from = new Path(storeFolder(), file);
    String prefix = file.startsWith("c0") ? "c1" : "c0";
    Path to = new Path(storeFolder(), prefix + file.substring(2));
    FileUtil.copy(region.getFilesystem(), from, region.getFilesystem(), to, false, conf);
    return to;
  }

  private List<String> folder() throws IOException {
    return Arrays.stream(region.getFilesystem().listStatus(storeFolder()))
        .map(status -> status.getPath().getName())
        .toList();
  }

  private Path storeFolder() {
    return region.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
  }

  private List<String> files() {
    return store.getStorefiles().stream().map(file -> file.getPath().getName()).toList();
  }
}
