// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.regionserver.JobRegion;
import org.apache.hadoop.hbase.regionserver.JobRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.JobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStoreTest {
  private final Configuration site = HBaseConfiguration.create();
  private final BlockCache capture = new LruBlockCache(1 << 20, 1 << 16);
  @TempDir private java.nio.file.Path folder;

  @AfterEach
  void stopCache() {
    capture.shutdown();
  }

  /** Clients read it from HDFS until the warm-up is through. */
  @Test
  void dataNodesLeaveARetainedOutputInTheirPageCache() throws Exception {
    assertThat(outputIsDropped(true)).isFalse();
  }

  @Test
  void hbasesSettingDecidesWithoutAWarmUp() throws Exception {
    assertThat(outputIsDropped(false)).as("HBase's default").isTrue();

    site.setBoolean("hbase.hfile.drop.behind.compaction", false);
    assertThat(outputIsDropped(false)).isFalse();
  }

  private boolean outputIsDropped(boolean retained) throws IOException {
    JobSpec spec = TestJobs.spec(1, 0);
    Files.createDirectories(
        folder.resolve(spec.region().getEncodedName()).resolve(spec.family().getNameAsString()));
    Configuration conf = new Configuration(site);
    HFileSystem local = new HFileSystem(FileSystem.getLocal(conf));
    JobRegion region =
        new JobRegion(
            new JobRegionFileSystem(
                conf,
                local,
                new Path(folder.toUri()),
                spec.region(),
                spec.folder().path(),
                false,
                List.of()),
            conf,
            spec.table(),
            new JobRegion.Snapshot(0, OptionalLong.empty(), List.of()),
            () -> false);
    if (retained) {
      region.setBlockCache(capture);
    }
    return new JobStore(region, spec.family(), conf).getCacheConfig().shouldDropBehindCompaction();
  }
}
