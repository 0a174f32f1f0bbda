// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A compaction is committed while HBase archives the inputs of an earlier one. */
class CompactedFilesTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Twins twins;

  /** A file that is closed between two questions for its reader. */
  private static final class ClosingFile extends HStoreFile {
    private boolean isBeingArchived;
    private int questions;

    ClosingFile(StoreFileInfo file, ColumnFamilyDescriptor family) throws IOException {
      super(file, family.getBloomFilterType(), CacheConfig.DISABLED);
      initReader();
    }

    @Override
    public StoreFileReader getReader() {
      return isBeingArchived && ++questions % 2 == 0 ? null : super.getReader();
    }
  }

  @BeforeEach
  void writeFile() throws IOException {
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.of(Twins.FAMILY),
            SmallForestEngine.class);
    twins.put(0, 10);
    twins.flush();
  }

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @Test
  void commitBesideTheArchiveKeepsAllInputs() throws IOException {
    ForestStoreFileManager files =
        new ForestStoreFileManager(
            CellComparatorImpl.COMPARATOR,
            conf,
            ((ForestStoreEngine) twins.store().getStoreEngine()).limits(),
            () -> {});
    ClosingFile earlier = open();
    ClosingFile later = open();
    assertThat(earlier.getMaxSequenceId()).isEqualTo(later.getMaxSequenceId());
    files.loadFiles(List.of());
    files.addCompactionResults(List.of(earlier), List.of());
    earlier.isBeingArchived = true;
    later.isBeingArchived = true; // whichever of both a sort asks first

    files.addCompactionResults(List.of(later), List.of());

    assertThat(files.getCompactedfiles()).containsExactly(earlier, later);
    files.removeCompactedFiles(List.of(earlier));
    assertThat(files.getCompactedfiles()).containsExactly(later);
    earlier.closeStoreFile(false);
    later.closeStoreFile(false);
  }

  private ClosingFile open() throws IOException {
    FileSystem fs = twins.tested.getFilesystem();
    HStoreFile file = twins.store().getStorefiles().iterator().next();
    return new ClosingFile(
        new StoreFileInfo(conf, fs, fs.getFileStatus(file.getPath()), null, null), twins.family());
  }
}
