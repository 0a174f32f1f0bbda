// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files in HDFS that a compaction server has written with its own settings. */
class OutputAttributesIT {
  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();
  private static final HdfsFileSettings REGION_SERVERS =
      new HdfsFileSettings(2, 2 << 20, 0077, "CRC32C", 512);
  private static final short NO_FAMILY_REPLICATION = 0;

  private static MiniDFSCluster hdfs;
  private final AtomicInteger files = new AtomicInteger();
  private FileSystem fs;
  private OffloadMetrics metrics;
  private long corrected;
  private long different;

  @BeforeAll
  static void startHdfs() throws Exception {
    hdfs = UTIL.startMiniDFSCluster(2);
  }

  @AfterAll
  static void stopHdfs() throws Exception {
    UTIL.shutdownMiniDFSCluster();
  }

  @BeforeEach
  void count() throws IOException {
    fs = hdfs.getFileSystem();
    metrics = new OffloadMetrics();
    corrected = OffloadCounters.outputsCorrected();
    different = OffloadCounters.outputsDifferent();
  }

  @AfterEach
  void remove() {
    metrics.close();
  }

  @Test
  void fileWithTheRegionServersAttributesIsUnchanged() throws IOException {
    FileStatus written = write(REGION_SERVERS);

    assertThat(checked(written)).isEqualTo(describe(written));
    assertThat(corrected()).isZero();
    assertThat(different()).isZero();
  }

  @Test
  void replicationAndPermissionsAreSet() throws IOException {
    FileStatus written = write(new HdfsFileSettings(1, 2 << 20, 0022, "CRC32C", 512));

    assertThat(checked(written)).isEqualTo("replication 2, rw-------");
    assertThat(corrected()).isEqualTo(1);
    assertThat(different()).isZero();
  }

  @Test
  void replicationOfTheFamilyAndHBasesUmaskTakePrecedence() throws IOException {
    Configuration conf = new Configuration(false);
    conf.setBoolean(HConstants.ENABLE_DATA_FILE_UMASK, true);
    conf.set(HConstants.DATA_FILE_UMASK_KEY, "000");
    FileStatus written = write(REGION_SERVERS);

    attributes((short) 1, conf).check(written);

    assertThat(describe(fs.getFileStatus(written.getPath()))).isEqualTo("replication 1, rwx------");
    assertThat(corrected()).isEqualTo(1);
  }

  /**
   * The folder's access control list then sets the permissions, also of the region server's files.
   */
  @Test
  void permissionsFromTheFoldersAclStay() throws IOException {
    Path folder = new Path("/shared");
    fs.mkdirs(folder);
    fs.modifyAclEntries(
        folder,
        AclEntry.parseAclSpec(
            "default:user::rwx,default:user:reader:r--," + "default:group::r--,default:other::---",
            true));
    FileStatus written = write(folder, REGION_SERVERS);
    assertThat(written.hasAcl()).isTrue();

    assertThat(checked(written)).isEqualTo(describe(written));
    assertThat(corrected()).isZero();
  }

  @Test
  void otherBlocksAndChecksumsAreCounted() throws IOException {
    FileStatus blocks = write(new HdfsFileSettings(2, 1 << 20, 0077, "CRC32C", 512));
    FileStatus type = write(new HdfsFileSettings(2, 2 << 20, 0077, "CRC32", 512));
    FileStatus bytes = write(new HdfsFileSettings(2, 2 << 20, 0077, "CRC32C", 1024));

    for (FileStatus written : List.of(blocks, type, bytes)) {
      assertThat(checked(written)).isEqualTo(describe(written));
    }
    assertThat(different()).isEqualTo(3);
    assertThat(corrected()).isZero();
  }

  @Test
  void fileWithoutChecksumsIsRejected() throws IOException {
    FileStatus written = write(new HdfsFileSettings(2, 2 << 20, 0077, "NULL", 512));

    assertThatIOException()
        .isThrownBy(() -> checked(written))
        .withMessageContaining("has no checksums in HDFS, where this region server writes CRC32C");
  }

  @Test
  void fileIsLocalIfMostBytesHaveAReplicaHere() throws IOException {
    String here = "127.0.0.1:9866";
    String elsewhere = "192.0.2.1:9866"; // for documentation, RFC 5737

    assertThat(OutputAttributes.isMostlyLocal(blocks(here))).isTrue();
    assertThat(OutputAttributes.isMostlyLocal(blocks(elsewhere))).isFalse();
    assertThat(OutputAttributes.isMostlyLocal(blocks(elsewhere, here, here))).isTrue();
    assertThat(OutputAttributes.isMostlyLocal(blocks(elsewhere, elsewhere, here))).isFalse();
  }

  private static BlockLocation[] blocks(String... addresses) {
    BlockLocation[] blocks = new BlockLocation[addresses.length];
    for (int i = 0; i < addresses.length; i++) {
      blocks[i] = new BlockLocation(new String[] {addresses[i]}, new String[] {"a"}, i, 1);
    }
    return blocks;
  }

  private FileStatus write(HdfsFileSettings settings) throws IOException {
    return write(new Path("/"), settings);
  }

  private FileStatus write(Path folder, HdfsFileSettings settings) throws IOException {
    Path path = new Path(folder, "file-" + files.incrementAndGet());
    Configuration conf = new Configuration(hdfs.getConfiguration(0));
    settings.applyTo(conf);
    try (FileSystem other = FileSystem.newInstance(fs.getUri(), conf);
        OutputStream out = other.create(path)) {
      out.write(new byte[2000]);
    }
    return fs.getFileStatus(path);
  }

  private String checked(FileStatus written) throws IOException {
    attributes(NO_FAMILY_REPLICATION, new Configuration(false)).check(written);
    return describe(fs.getFileStatus(written.getPath()));
  }

  private OutputAttributes attributes(short familyReplication, Configuration conf) {
    return new OutputAttributes(fs, Optional.of(REGION_SERVERS), familyReplication, conf, metrics);
  }

  private static String describe(FileStatus file) {
    return "replication %d, %s"
        .formatted(file.getReplication(), new FsPermission(file.getPermission().toShort()));
  }

  private long corrected() {
    return OffloadCounters.outputsCorrected() - corrected;
  }

  private long different() {
    return OffloadCounters.outputsDifferent() - different;
  }
}
