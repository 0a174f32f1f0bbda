// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three data nodes with a volume of each storage type, of which some are filled. */
@Timeout(900)
class VolumesIT {
  private static final int NODES = 3;
  private static final Duration WAIT = Duration.ofMinutes(2);

  @TempDir private Path parent;

  @Test
  void fullSsdsRefuseBlocksUntilTheyAreFreedAndTheSatisfierMovesBlocksThere() throws Exception {
    LocalClusterSettings.Builder settings =
        LocalClusterSettings.builder()
            .regionServers(1)
            .withoutLighter()
            .hdfs(NODES, 2)
            .typedVolumes()
            // Longer than the test's writes, so that the name node knows of nothing meanwhile.
            .site("dfs.heartbeat.interval", "300")
            .parent(parent);
    Satisfier.SITE.forEach(settings::site);
    try (LocalCluster cluster = LocalCluster.start(settings.build());
        DistributedFileSystem hdfs =
            (DistributedFileSystem) FileSystem.newInstance(cluster.configuration());
        Volumes volumes = Volumes.open(cluster)) {
      assertThat(volumes.nodes()).isEqualTo(NODES);
      var folder = new org.apache.hadoop.fs.Path("/fast");
      hdfs.mkdirs(folder);
      hdfs.setStoragePolicy(folder, "ALL_SSD");
      var file = new org.apache.hadoop.fs.Path(folder, "file");

      volumes.fill(0, StorageType.SSD, 0);
      write(hdfs, file);
      assertThat(types(hdfs, file)).as("two nodes have room").containsExactly("SSD");

      volumes.fill(1, StorageType.SSD, 0);
      volumes.fill(2, StorageType.SSD, 0);
      assertThat(refusal(hdfs, file)).hasMessageContaining("could only be written to 0");

      volumes.freeAll(StorageType.SSD);
      hdfs.setStoragePolicy(folder, "HOT");
      write(hdfs, file);
      assertThat(types(hdfs, file)).containsExactly("DISK");
      Satisfier satisfier = Satisfier.start(cluster.configuration());
      try (satisfier) {
        hdfs.setStoragePolicy(file, "ALL_SSD");
        hdfs.satisfyStoragePolicy(file);
        Await.until("SSDs", WAIT, () -> types(hdfs, file).equals(Set.of("SSD")));
      }
      assertThat(volumes.movedBlocks()).isPositive();
    }
  }

  private static void write(FileSystem hdfs, org.apache.hadoop.fs.Path file) throws IOException {
    try (FSDataOutputStream out = hdfs.create(file, true)) {
      out.write(new byte[100_000]);
    }
  }

  /**
   * Returns why a write fails. If the last DataNode refuses the block while the client writes on,
   * the client says that all of them are bad, so the write is repeated.
   */
  private static Throwable refusal(FileSystem hdfs, org.apache.hadoop.fs.Path file) {
    Throwable error = null;
    for (int i = 0; i < 5; i++) {
      error = catchThrowableOfType(IOException.class, () -> write(hdfs, file));
      if (error == null || !error.getMessage().contains("are bad")) {
        break;
      }
    }
    return error;
  }

  private static Set<String> types(FileSystem hdfs, org.apache.hadoop.fs.Path file)
      throws IOException {
    Set<String> types = new TreeSet<>();
    for (BlockLocation block : hdfs.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      Arrays.stream(block.getStorageTypes()).forEach(type -> types.add(type.name()));
    }
    return types;
  }
}
