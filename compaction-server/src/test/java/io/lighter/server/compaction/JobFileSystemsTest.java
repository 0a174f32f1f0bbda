// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.server.replica.ReplicaOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HDFS's client contacts no server on creation, so these tests run without HDFS. */
class JobFileSystemsTest {
  private static final HdfsFileSettings OTHER =
      new HdfsFileSettings(2, 32 << 20, 0077, "CRC32", 1024);

  private HFileSystem own;
  private JobFileSystems fileSystems;

  @BeforeEach
  void open() throws IOException {
    Configuration site = new Configuration();
    site.set("fs.defaultFS", "hdfs://localhost:1/");
    own = new HFileSystem(site, true);
    fileSystems = new JobFileSystems(site, own, HdfsFileSettings.of(own), new ReplicaOrder());
  }

  @AfterEach
  void close() throws IOException {
    fileSystems.close();
    own.close();
  }

  @Test
  void jobWritesWithTheRegionServersSettings() throws IOException {
    try (JobFileSystems.Lease lease = fileSystems.lease(Optional.of(OTHER))) {
      assertThat(lease.fileSystem()).isNotSameAs(own);
      assertThat(HdfsFileSettings.of(lease.fileSystem())).contains(OTHER);
      assertThat(HdfsFileSettings.of(lease.fileSystem().getNoChecksumFs())).contains(OTHER);
      assertThat(lease.fileSystem().useHBaseChecksum()).isTrue();
    }
    assertThat(HdfsFileSettings.of(own)).contains(HdfsFileSettings.of(new Configuration()));
  }

  @Test
  void equalSettingsReuseOneFileSystem() throws IOException {
    HFileSystem first;
    try (JobFileSystems.Lease one = fileSystems.lease(Optional.of(OTHER));
        JobFileSystems.Lease two = fileSystems.lease(Optional.of(OTHER))) {
      first = one.fileSystem();
      assertThat(two.fileSystem()).isSameAs(first);
    }
    try (JobFileSystems.Lease later = fileSystems.lease(Optional.of(OTHER))) {
      assertThat(later.fileSystem()).isSameAs(first);
    }
    assertThat(fileSystems.open()).isEqualTo(1);
  }

  @Test
  void ownFileSystemIsUsedForItsSettings() throws IOException {
    for (Optional<HdfsFileSettings> wanted :
        List.of(Optional.<HdfsFileSettings>empty(), HdfsFileSettings.of(own))) {
      try (JobFileSystems.Lease lease = fileSystems.lease(wanted)) {
        assertThat(lease.fileSystem()).isSameAs(own);
      }
    }
    assertThat(fileSystems.open()).isZero();
  }

  @Test
  void settingsHaveNoEffectWithoutHdfs() throws IOException {
    HFileSystem local = new HFileSystem(FileSystem.getLocal(new Configuration()));
    JobFileSystems onDisk =
        new JobFileSystems(
            new Configuration(), local, HdfsFileSettings.of(local), new ReplicaOrder());

    try (JobFileSystems.Lease lease = onDisk.lease(Optional.of(OTHER))) {
      assertThat(lease.fileSystem()).isSameAs(local);
    }
  }

  @Test
  void idleFileSystemsAreBounded() throws IOException {
    for (int i = 1; i <= JobFileSystems.MOST_IDLE + 3; i++) {
      fileSystems.lease(withReplication(i)).close();
    }

    assertThat(fileSystems.open()).isEqualTo(JobFileSystems.MOST_IDLE);
  }

  /** A client in use stays open, since closing it would abort the writes of its job. */
  @Test
  void fileSystemInUseStaysOpenAboveTheBound() throws IOException {
    List<JobFileSystems.Lease> running = new ArrayList<>();
    for (int i = 1; i <= JobFileSystems.MOST_IDLE + 3; i++) {
      running.add(fileSystems.lease(withReplication(i)));
    }
    assertThat(fileSystems.open()).isEqualTo(running.size());
    fileSystems.close();
    assertThat(fileSystems.open()).isEqualTo(running.size());

    for (JobFileSystems.Lease lease : running) {
      lease.close();
    }
    assertThat(fileSystems.open()).isZero();
  }

  private static Optional<HdfsFileSettings> withReplication(int replication) {
    return Optional.of(
        new HdfsFileSettings(
            replication,
            OTHER.blockSize(),
            OTHER.umask(),
            OTHER.checksumType(),
            OTHER.bytesPerChecksum()));
  }
}
