// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.server.HadoopCounters;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.util.FSUtils;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Writes files as HBase does, and counts what a DataNode writes to its disk on the way. */
class IncrementalSyncIT {
  private static final int MEGABYTE = 1 << 20;
  private static final Path FILE = new Path("/output");

  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  private static MiniDFSCluster hdfs;

  private final byte[] content = new byte[7 * MEGABYTE / 2];

  IncrementalSyncIT() {
    new Random(1).nextBytes(content);
  }

  /**
   * By HBase's utility, since one of an earlier class removes at its end the folder to which it has
   * set {@code java.io.tmpdir}, and HDFS's web servers want one.
   */
  @BeforeAll
  static void startHdfs() throws Exception {
    hdfs = UTIL.startMiniDFSCluster(1);
  }

  /** Shutdown removes a hook that HBase's servers look for. The next file system adds the hook. */
  @AfterAll
  static void stopHdfs() throws IOException {
    UTIL.shutdownMiniDFSCluster();
    UTIL.cleanupTestDir();
    FileSystem.closeAll();
  }

  @Test
  void theBuilderThatHBaseUsesGetsASyncedStream() throws Exception {
    try (HFileSystem fs = fileSystem("1MB")) {
      long before = syncs();
      try (FSDataOutputStream file =
          FSUtils.create(fs.getConf(), fs, FILE, FsPermission.getFileDefault(), null)) {
        writeInParts(file);
        assertThat(syncs() - before).isEqualTo(3);
        assertThat(file.getPos()).isEqualTo(content.length);
      }
      assertThat(syncs() - before).as("closed").isEqualTo(3);
      assertThatTheContentIsThere(fs);
    }
  }

  @Test
  void numbersCountThatAreWrittenPastTheArrays() throws Exception {
    try (HFileSystem fs = fileSystem("1MB")) {
      long before = syncs();
      try (FSDataOutputStream file = fs.create(FILE, true)) {
        for (int i = 0; i < MEGABYTE / Integer.BYTES; i++) {
          file.writeInt(i);
        }
        file.write(0);
        assertThat(syncs() - before).isEqualTo(1);
      }
    }
  }

  @Test
  void aSyncOfTheWriterCounts() throws Exception {
    try (HFileSystem fs = fileSystem("1MB")) {
      long before = syncs();
      try (FSDataOutputStream file = fs.create(FILE, true)) {
        file.write(content, 0, MEGABYTE - 1);
        file.hsync();
        file.write(content, 0, MEGABYTE - 1);
        assertThat(syncs() - before).isEqualTo(1);
      }
    }
  }

  @Test
  void zeroLeavesTheTimeToTheDataNode() throws Exception {
    try (HFileSystem fs = fileSystem("0")) {
      long before = syncs();
      try (FSDataOutputStream file =
          FSUtils.create(fs.getConf(), fs, FILE, FsPermission.getFileDefault(), null)) {
        writeInParts(file);
      }
      assertThat(syncs()).isEqualTo(before);
      assertThatTheContentIsThere(fs);
    }
  }

  private static HFileSystem fileSystem(String every) throws IOException {
    Configuration conf = new Configuration(hdfs.getConfiguration(0));
    FileSystem.setDefaultUri(conf, hdfs.getURI());
    conf.set(LighterOption.SERVER_OUTPUT_SYNC.key(), every);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    ReplicaClients.prepare(conf);
    HFileSystem fs = new HFileSystem(conf, true);
    ReplicaClients.installOwn(fs, new ReplicaOrder());
    return fs;
  }

  private void writeInParts(FSDataOutputStream file) throws IOException {
    int part = 64 << 10;
    for (int at = 0; at < content.length; at += part) {
      file.write(content, at, part);
    }
  }

  private void assertThatTheContentIsThere(FileSystem fs) throws IOException {
    byte[] read = new byte[content.length];
    try (DataInputStream file = fs.open(FILE)) {
      file.readFully(read);
      assertThat(file.read()).isEqualTo(-1);
    }
    assertThat(read).isEqualTo(content);
  }

  /** Writes to the disk by the DataNode of this JVM. Its MBean would answer from a cache. */
  private static long syncs() {
    return HadoopCounters.value(hdfs.getDataNodes().get(0).getMetrics().name(), "FsyncCount");
  }
}
