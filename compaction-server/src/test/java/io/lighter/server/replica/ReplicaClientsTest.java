// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.ReplicaFileSystem;
import org.junit.jupiter.api.Test;

/** HDFS's client contacts no server on creation, so these tests run without HDFS. */
class ReplicaClientsTest {
  private final Configuration site = new Configuration();
  private final ReplicaOrder order = new ReplicaOrder();

  ReplicaClientsTest() {
    site.set("fs.defaultFS", "hdfs://localhost:1/");
    site.setBoolean("fs.hdfs.impl.disable.cache", true);
  }

  @Test
  void bothClientsOfHBaseKeepToTheOrder() throws Exception {
    ReplicaClients.prepare(site);
    try (HFileSystem fs = new HFileSystem(site, true)) {
      ReplicaClients.installOwn(fs, order);

      assertThat(fs.getBackingFs()).isInstanceOf(ReplicaFileSystem.class);
      assertThat(fs.getNoChecksumFs())
          .isInstanceOf(ReplicaFileSystem.class)
          .isNotSameAs(fs.getBackingFs());
      assertThat(order.inForce()).isTrue();
    }
  }

  @Test
  void operatorsOwnClassLeavesHdfsOrder() throws Exception {
    site.set(ReplicaClients.FILE_SYSTEM_KEY, DistributedFileSystem.class.getName());
    ReplicaClients.prepare(site);
    try (HFileSystem fs = new HFileSystem(site, true)) {
      ReplicaClients.installOwn(fs, order);

      assertThat(fs.getBackingFs().getClass()).isEqualTo(DistributedFileSystem.class);
      assertThat(order.inForce()).isFalse();
    }
  }

  @Test
  void oneClientInHdfsOrderMeansThatTheOrderIsNotInForce() throws Exception {
    FileSystem shared = FileSystem.get(site);
    ReplicaClients.prepare(site);
    try (HFileSystem fs = new HFileSystem(shared)) {
      assertThat(ReplicaClients.install(fs, order)).isFalse();
    }
  }

  @Test
  void otherFileSystemsHaveNoOrder() throws Exception {
    assertThat(
            ReplicaClients.install(
                new HFileSystem(FileSystem.getLocal(new Configuration())), order))
        .isFalse();
  }

  @Test
  void dataNodesReadAheadAsTheOperatorSaysOrAMegabyte() {
    Configuration own = new Configuration();
    own.set("dfs.client.cache.readahead", "0");

    ReplicaClients.prepare(site);
    ReplicaClients.prepare(own);

    assertThat(site.getLong("dfs.client.cache.readahead", -1)).isEqualTo(1_048_576);
    assertThat(own.getLong("dfs.client.cache.readahead", -1)).isZero();
  }
}
