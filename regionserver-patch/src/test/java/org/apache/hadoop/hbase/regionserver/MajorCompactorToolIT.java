// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.compaction.MajorCompactor;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * HBase's tool for major compactions of a whole table treats input files that are still in a
 * store's folder, one interval of the discharger after the compaction, as a failure.
 */
class MajorCompactorToolIT {
  private static final int DISCHARGER_MS = 1_000;
  private static OffloadCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            1,
            LighterOption.SERVER_GROUP.defaultValue(),
            conf -> {
              conf.setBoolean(CompactSplit.HBASE_REGION_SERVER_ENABLE_COMPACTION, true);
              conf.setInt("hbase.hfile.compaction.discharger.interval", DISCHARGER_MS);
              conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
              // 1.5 MB: several intervals of the discharger
              conf.set(LighterOption.WARMUP_RATE.key(), "300KB");
              conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "32KB");
            });
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = WarmupStrategy.class,
      names = {"NONE", "THROTTLED"})
  void toolReportsNoFailureAfterAWarmupLongerThanItsTimeout(WarmupStrategy strategy)
      throws Exception {
    HRegion region = CachedRows.create(cluster, strategy);
    List<String> inputs = filesInFolder(region);
    long over = OffloadCounters.warmupsOver();

    assertThat(run(region.getTableDescriptor().getTableName())).isZero();

    assertThat(region.getStores().get(0).getStorefilesCount()).isOne();
    assertThat(filesInFolder(region)).hasSize(1).doesNotContainAnyElementsOf(inputs);
    assertThat(OffloadCounters.warmupsOver() - over)
        .isEqualTo(strategy == WarmupStrategy.NONE ? 0 : 1);
  }

  /** Returns the number of regions that the tool reports as failed. */
  private static int run(TableName table) throws Exception {
    Configuration conf = new Configuration(cluster.conf());
    MajorCompactor tool = new MajorCompactor(conf, table, new HashSet<>(), 1, 0, 0);
    tool.shutdown(); // run() makes another executor
    return ToolRunner.run(
        conf,
        tool,
        new String[] {"-table", table.getNameAsString(), "-servers", "1", "-sleep", "100"});
  }

  private static List<String> filesInFolder(HRegion region) throws IOException {
    Path folder = region.getRegionFileSystem().getStoreDir("f");
    return Stream.of(region.getFilesystem().listStatus(folder))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .toList();
  }
}
