// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.tiered.FileView;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listings of a store on the local disk, next to what the store itself has open. */
class StoreFileListingTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void listsWhatTheStoreHasWithoutInputsOfCommittedMerges(String tracker) throws IOException {
    Configuration conf = util.getConfiguration();
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.of(Twins.FAMILY),
            SmallTieredEngine.class);
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    assertThat(views()).hasSize(3).isEqualTo(ofStore());
    assertThat(twins.select()).isTrue();
    twins.compactHeld();
    write(3);

    assertThat(twins.files().getCompactedfiles()).as("not archived yet").hasSize(3);
    assertThat(views()).hasSize(2).isEqualTo(ofStore());
    assertThat(views())
        .extracting(FileView::origin)
        .containsExactly(FileView.Origin.COMPACTION, FileView.Origin.FLUSH);
    assertThat(listed()).extracting(StoreFileListing.Listed::isOwn).containsOnly(true);
    assertThat(listed())
        .extracting(file -> file.path().getName())
        .containsExactlyElementsOf(
            twins.files().getStoreFiles().stream().map(file -> file.getPath().getName()).toList());
  }

  private void write(int flush) throws IOException {
    for (int row = 0; row < 10; row++) {
      twins.put(10 * flush + row, 500);
    }
    twins.flush();
  }

  private List<FileView> ofStore() {
    return new StoreFileViews().of(twins.files().getStoreFiles());
  }

  private List<FileView> views() throws IOException {
    return listed().stream().map(StoreFileListing.Listed::view).toList();
  }

  private List<StoreFileListing.Listed> listed() throws IOException {
    HRegion region = twins.tested;
    return StoreFileListing.of(
        region.getFilesystem(),
        region.getStore(Twins.FAMILY).conf,
        region.getRegionFileSystem().getTableDir(),
        region.getRegionInfo(),
        twins.family());
  }
}
