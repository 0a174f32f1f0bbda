// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files with ranges whose cells have expired, in a region on the local disk. */
class ExpiredFilesTest {
  private static final int TTL_SECONDS = 1_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private Twins twins;

  @BeforeEach
  void open() throws IOException {
    Configuration conf = util.getConfiguration();
    conf.setLong("hbase.hregion.majorcompaction", 0);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY)
                .setTimeToLive(TTL_SECONDS)
                .build(),
            SmallRangeEngine.class);
  }

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @Test
  void expiredFilesGoExceptTheOneWithTheHighestSequenceId() throws IOException {
    for (int flush = 0; flush < 3; flush++) {
      twins.put(flush, 10);
      twins.flush();
    }
    long highest = twins.store().getMaxSequenceId().orElseThrow();
    assertThat(twins.files().getUnneededFiles(Long.MAX_VALUE, List.of()))
        .hasSize(2)
        .allMatch(file -> file.getMaxSequenceId() < highest);
  }

  /** A scan may pin one input while the other one, with its marker, is archived. */
  @Test
  void expiredOutputStaysUntilTheInputsItListsAreArchived() throws IOException {
    twins.put(0, 10);
    twins.advance(TTL_SECONDS * 600L);
    twins.put(50, 10);
    twins.flush();
    List<HStoreFile> pinned = List.copyOf(twins.store().getStorefiles());
    HStoreFile.increaseStoreFilesRefeCount(pinned);
    twins.delete(new Delete(Twins.row(50)));
    twins.flush();
    twins.store().triggerMajorCompaction();
    twins.settle();
    HStoreFile output = twins.files().getStoreFiles().iterator().next();
    assertThat(output.getCompactedStoreFiles()).contains(pinned.get(0).getPath().getName());
    twins.put(100, 10);
    twins.flush();
    twins.store().closeAndArchiveCompactedFiles();
    assertThat(twins.files().getCompactedfiles()).isEqualTo(pinned);

    twins.advance(TTL_SECONDS * 500L);
    twins.select();
    twins.store().closeAndArchiveCompactedFiles();
    twins.crash();
    twins.compare();
    assertThat(twins.files().getCompactedfiles()).isEmpty();
    twins.select();
    assertThat(twins.store().getStorefiles()).hasSize(1);
  }
}
