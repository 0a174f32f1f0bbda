// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.cluster.JmxCounters;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.cluster.Volumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * What happened to the tiers of a table in a check.
 *
 * @param flushSpills flushes that went to another tier
 * @param mergeSpills merges that went to another tier
 * @param failedCompactions compactions of all tables that HBase has given up
 * @param movedBlocks blocks that HDFS has moved between volumes
 * @param bytes bytes of the table's files at the end, each replica
 * @param misplacedBytes those on other storage types than the files' policies ask for
 */
record TierReport(
    long flushSpills,
    long mergeSpills,
    long failedCompactions,
    long movedBlocks,
    long bytes,
    long misplacedBytes) {
  /** Why a run with tiers does not pass. */
  static final String NO_SPILL =
      "no flush or merge spilled to another tier, so nothing is known of that";

  /** Why a run with tiers does not pass. */
  static final String NO_SLOW_TIER =
      "no file of a slower tier was seen, so nothing is known of several tiers";

  private static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Lighter";
  private static final String FAILED = "Compaction failed Request";

  /** Reads the report from the processes of a cluster, their logs, and HDFS. */
  static TierReport of(LocalCluster cluster, Volumes volumes, TableName table) throws IOException {
    long flushes = 0;
    long merges = 0;
    long failed = 0;
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == Role.REGION_SERVER) {
        try (JmxCounters counters = JmxCounters.attach(cluster.pid(name))) {
          Optional<List<Long>> spills =
              counters.read(BEAN, "TieredFlushSpills", "TieredMergeSpills");
          flushes += spills.map(counts -> counts.get(0)).orElse(0L);
          merges += spills.map(counts -> counts.get(1)).orElse(0L);
        }
        failed += failedCompactions(cluster.logFile(name));
      }
    }
    Configuration conf = cluster.configuration();
    var folder = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(conf), table);
    long bytes = 0;
    long misplaced = 0;
    if (folder.getFileSystem(conf) instanceof DistributedFileSystem hdfs) {
      RemoteIterator<LocatedFileStatus> files = hdfs.listFiles(folder, true);
      while (files.hasNext()) {
        LocatedFileStatus file = files.next();
        List<StorageType> wanted =
            ((BlockStoragePolicy) hdfs.getStoragePolicy(file.getPath()))
                .chooseStorageTypes(file.getReplication());
        for (BlockLocation block : file.getBlockLocations()) {
          List<StorageType> real = List.of(block.getStorageTypes());
          bytes += block.getLength() * real.size();
          misplaced += block.getLength() * misplaced(real, wanted);
        }
      }
    }
    return new TierReport(flushes, merges, failed, volumes.movedBlocks(), bytes, misplaced);
  }

  private static long failedCompactions(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(FAILED)).count();
    }
  }

  /** Number of replicas on a storage type that the policy does not ask for so often. */
  static int misplaced(List<StorageType> real, List<StorageType> wanted) {
    List<StorageType> left = new ArrayList<>(wanted);
    return (int) real.stream().filter(type -> !left.remove(type)).count();
  }

  /**
   * Returns why the run shows too little; empty if it shows enough.
   *
   * @param slowTierSeen how often a file of a slower tier was seen
   */
  Optional<String> shortfall(long slowTierSeen) {
    if (slowTierSeen == 0) {
      return Optional.of(NO_SLOW_TIER);
    }
    return flushSpills + mergeSpills == 0 ? Optional.of(NO_SPILL) : Optional.empty();
  }

  String toText() {
    return "%d flushes and %d merges spilled to another tier; %d compactions failed; HDFS moved %d blocks; %d of %d bytes misplaced at the end"
        .formatted(flushSpills, mergeSpills, failedCompactions, movedBlocks, misplacedBytes, bytes);
  }

  /** Adds the report to the JSON of a check. */
  String addTo(String json) {
    JsonObject all = JsonParser.parseString(json).getAsJsonObject();
    all.addProperty("flush_spills", flushSpills);
    all.addProperty("merge_spills", mergeSpills);
    all.addProperty("failed_compactions", failedCompactions);
    all.addProperty("moved_blocks", movedBlocks);
    all.addProperty("misplaced_bytes", misplacedBytes);
    all.addProperty("bytes", bytes);
    return all + System.lineSeparator();
  }
}
