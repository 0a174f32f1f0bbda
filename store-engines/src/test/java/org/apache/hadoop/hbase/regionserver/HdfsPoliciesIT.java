// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.engine.placement.Placement;
import io.lighter.engine.placement.PolicyFileSystem;
import io.lighter.engine.placement.TierFiles;
import io.lighter.testing.fixtures.TypedVolumes;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Storage policies on three DataNodes with a volume of each of the types SSD, DISK and ARCHIVE. */
class HdfsPoliciesIT {
  private static final short REPLICAS = 3;
  private static final int BYTES = 2_500;
  private static final int BLOCK_BYTES = 1_024;
  private static final String NOT_ALLOWED = "Superuser privilege is required";

  @TempDir private static Path folder;

  private static MiniDFSCluster cluster;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK_BYTES);
    cluster = TypedVolumes.start(conf, folder.toFile(), REPLICAS);
    hdfs = cluster.getFileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  /** HDFS and the placement agree on the types of each replica, also of policies with two types. */
  @ParameterizedTest
  @CsvSource({
    "ALL_SSD, 3, 0, 0",
    "ONE_SSD, 1, 2, 0",
    "HOT, 0, 3, 0",
    "WARM, 0, 1, 2",
    "COLD, 0, 0, 3",
    "LAZY_PERSIST, 0, 3, 0"
  })
  void replicasAreOnTheTypesThatThePolicyAsksFor(String policy, long ssd, long disk, long archive)
      throws Exception {
    write(policy);
    Placement found = placement(policy, Optional.empty());
    assertThat(found.intended("SSD")).isEqualTo(ssd * BYTES);
    assertThat(found.intended("DISK")).isEqualTo(disk * BYTES);
    assertThat(found.intended("ARCHIVE")).isEqualTo(archive * BYTES);
    assertThat(found.real()).isEqualTo(found.intended());
    assertThat(found.misfits()).isEmpty();
  }

  @Test
  void eachReplicaOfAnotherTypeIsMisplaced() throws Exception {
    write("ONE_SSD");
    Placement cold = placement("ONE_SSD", Optional.of("COLD"));
    assertThat(cold.misplaced()).isEqualTo(3 * BYTES);
    assertThat(cold.coldInHot()).isEqualTo(3 * BYTES);
    Placement fast = placement("ONE_SSD", Optional.of("ALL_SSD"));
    assertThat(fast.misplaced()).isEqualTo(2 * BYTES);
    assertThat(fast.hotInCold()).isEqualTo(2 * BYTES);
    assertThat(fast.intended()).isEqualTo(Map.of("SSD", 3L * BYTES));
  }

  @Test
  void roomByStorageTypeIsOnTheNameNodesWebPage() throws Exception {
    ObjectName bean = new ObjectName("Hadoop:service=NameNode,name=BlockStats");
    Object stats =
        ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "StorageTypeStats");
    assertThat(((TabularData) stats).size()).isEqualTo(3);
  }

  /** So no region server can warn of a storage type that fills up. */
  @Test
  void roomByStorageTypeIsToldToSuperusersOnly() throws Exception {
    UserGroupInformation hbase =
        UserGroupInformation.createUserForTesting("hbase", new String[] {"hadoop"});
    hbase.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (DistributedFileSystem ofUser =
                  (DistributedFileSystem)
                      FileSystem.newInstance(hdfs.getUri(), cluster.getConfiguration(0))) {
                assertThat(ofUser.getStatus().getCapacity()).as("of all types").isPositive();
                assertThatThrownBy(
                        () -> ofUser.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE))
                    .hasMessageContaining(NOT_ALLOWED);
                assertThatThrownBy(ofUser::getDataNodeStats).hasMessageContaining(NOT_ALLOWED);
              }
              return null;
            });
  }

  private static org.apache.hadoop.fs.Path folderOf(String policy) {
    return new org.apache.hadoop.fs.Path("/" + policy);
  }

  /** Writes a file of three blocks into a folder with a policy. */
  private static void write(String policy) throws Exception {
    hdfs.mkdirs(folderOf(policy));
    hdfs.setStoragePolicy(folderOf(policy), policy);
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(folderOf(policy), "a");
    try (OutputStream out = hdfs.create(file, true, BLOCK_BYTES, REPLICAS, BLOCK_BYTES)) {
      out.write(new byte[BYTES]);
    }
    DFSTestUtil.waitReplication(hdfs, file, REPLICAS);
  }

  private static Placement placement(String policy, Optional<String> tier) throws Exception {
    PolicyFileSystem files = HdfsPolicies.of(hdfs).orElseThrow();
    String path = folderOf(policy).toString();
    return Placement.of(
        TierFiles.of(path, List.of(Optional.of("a")), Optional.of(List.of(tier))),
        files.list(path),
        files.types());
  }
}
