// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is offered to HBase's archive, of a region on the local disk. */
class InputArchiverTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @Test
  void inputsThatAreAllHeldAreNotOffered() throws IOException {
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.of(Twins.FAMILY),
            SmallForestEngine.class);
    InputArchiver archiver = InputArchiver.of(conf, twins.store()).orElseThrow();
    for (int file = 0; file < 2; file++) {
      twins.put(0, 10);
      twins.flush();
    }
    assertThat(archiver.hasFreeInput()).as("nothing is compacted").isFalse();
    RegionScanner scanner = twins.tested.getScanner(new Scan());
    twins.store().triggerMajorCompaction();
    assertThat(twins.select()).isTrue();
    twins.compactHeld();
    assertThat(twins.files().getCompactedfiles()).isNotEmpty();
    assertThat(archiver.hasFreeInput()).as("a scan holds them").isFalse();
    scanner.close();
    assertThat(archiver.hasFreeInput()).isTrue();
  }
}
