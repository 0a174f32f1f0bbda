// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.AfterEach;

/** {@link FamilyFolderCases} on HDFS behind a file system that refuses renames of store files. */
class FamilyFolderIT extends FamilyFolderCases {
  @Override
  OffloadCluster start(Consumer<Configuration> site) throws Exception {
    return OffloadCluster.start(
        2,
        "backstage",
        conf -> {
          conf.set(StoreFileTrackerFactory.TRACKER_IMPL, "FILE");
          conf.setClass("fs.hdfs.impl", RenamelessFileSystem.class, FileSystem.class);
          site.accept(conf);
        });
  }

  @AfterEach
  void noStoreFileWasToBeRenamed() {
    assertThat(RenamelessFileSystem.refused()).isEmpty();
  }
}
