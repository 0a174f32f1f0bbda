// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Bulk loads of stock HBase on a file system that is not HDFS, as {@code
 * docs/internals/hbase-bugs.md} describes them. No class of Lighter's is used. The local file
 * system has no service name, as S3A has none.
 *
 * <p>If a test fails with a later HBase, the bug is fixed there: the page has to change.
 */
class BulkLoadCopyTest {
  private static final String NAME = "0123456789abcdef0123456789abcdef";

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion region;

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void copyThatNoListNamesStaysInTheFamilysFolder() throws IOException {
    load(StoreFileTrackerFactory.Trackers.FILE);

    assertThat(files()).hasSize(2).contains(NAME).containsAll(storeFiles());
    assertThat(storeFiles()).singleElement().asString().contains("_SeqId_");
  }

  @Test
  void nothingStaysWithTheDefaultTracker() throws IOException {
    load(StoreFileTrackerFactory.Trackers.DEFAULT);

    assertThat(files()).isEqualTo(storeFiles());
    assertThat(storeFiles()).singleElement().asString().contains("_SeqId_");
  }

  private void load(StoreFileTrackerFactory.Trackers tracker) throws IOException {
    region =
        LocalRegion.create(
            conf,
            util.getDataTestDir(),
            LocalRegion.table("t", DefaultStoreEngine.class)
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker.name())
                .build());
    FileSystem fs = FileSystem.get(conf);
    Path source = new Path(util.getDataTestDir("source"), NAME);
    write(fs, source);
    String staging = util.getDataTestDir("staging").toString();
    Path staged = new Path(staging, Bytes.toString(LocalRegion.FAMILY));
    assertThat(fs.mkdirs(staged)).isTrue();

    assertThat(
            region.bulkLoadHFiles(
                List.of(Pair.newPair(LocalRegion.FAMILY, source.toString())),
                true,
                new SecureBulkLoadManager.SecureBulkLoadListener(fs, staging, conf)))
        .isNotNull();
    assertThat(fs.exists(source)).isTrue(); // the client deletes it
  }

  private void write(FileSystem fs, Path file) throws IOException {
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, fs)
            .withFilePath(file)
            .withFileContext(new HFileContextBuilder().build())
            .build();
    byte[] bytes = LocalRegion.FAMILY;
    writer.append(new KeyValue(LocalRegion.row(1), bytes, bytes, 1, bytes));
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(1L));
    writer.close();
  }

  private List<String> storeFiles() {
    return region.getStore(LocalRegion.FAMILY).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .toList();
  }

  private List<String> files() throws IOException {
    Path folder = region.getRegionFileSystem().getStoreDir(Bytes.toString(LocalRegion.FAMILY));
    return Arrays.stream(region.getFilesystem().listStatus(folder))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .toList();
  }
}
