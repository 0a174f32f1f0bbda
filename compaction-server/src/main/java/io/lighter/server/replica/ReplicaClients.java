// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.replica;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.ReplicaFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes HDFS's clients of a compaction server: they keep to a {@link ReplicaOrder}, let DataNodes
 * read a little ahead, and have outputs written to disks while they grow. Stateless.
 *
 * <p>HBase's own interceptor ({@code HFileSystem.addLocationsOrderInterceptor}) does not serve this
 * purpose. The interceptor changes the one client of {@code FileSystem.get}, by reflection on a
 * final field; HBase reads store files through a second client, which verifies no checksums.
 */
public final class ReplicaClients {
  /** Key of Hadoop for the class of HDFS's file system. */
  static final String FILE_SYSTEM_KEY = "fs.hdfs.impl";

  /** Key of HBase for the interceptor that orders the replicas of a WAL. */
  static final String WAL_ORDER_KEY = "hbase.filesystem.reorder.blocks";

  /**
   * Bytes that a DataNode reads ahead for a job; its default is 4 MiB. Several streams of a job
   * read from one disk in turns, and read-ahead that a page cache loses is read twice.
   */
  static final long READ_AHEAD_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaClients.class);

  private ReplicaClients() {}

  /**
   * Lets file systems of a configuration have an order of replicas, and sets their read-ahead. An
   * operator's own values of {@value #FILE_SYSTEM_KEY} and {@code dfs.client.cache.readahead} stay.
   * Switches HBase's order for WALs off, since a compaction server reads none.
   */
  public static void prepare(Configuration conf) {
    setIfEmpty(conf, FILE_SYSTEM_KEY, ReplicaFileSystem.class.getName());
    setIfEmpty(
        conf, HdfsClientConfigKeys.DFS_CLIENT_CACHE_READAHEAD, Long.toString(READ_AHEAD_BYTES));
    conf.setBoolean(WAL_ORDER_KEY, false);
  }

  private static void setIfEmpty(Configuration conf, String key, String value) {
    if (conf.getTrimmed(key, "").isEmpty()) {
      conf.set(key, value);
    }
  }

  /**
   * Gives a server's own file system the order, and records in the order whether it is in force.
   * Logs a warning if HDFS's clients do not keep to the order.
   *
   * @throws IOException if HBase has no backing file system
   */
  public static void installOwn(HFileSystem fs, ReplicaOrder order) throws IOException {
    order.inForce(install(fs, order));
    if (!order.inForce() && isOnHdfs(fs)) {
      LOG.warn(
          "replicas are read in HDFS's order: the file system is no {}, or Hadoop {} makes its"
              + " client in another way, {}={}",
          ReplicaFileSystem.class.getSimpleName(),
          VersionInfo.getVersion(),
          FILE_SYSTEM_KEY,
          fs.getConf().get(FILE_SYSTEM_KEY));
    }
  }

  /**
   * Gives a file system the order, and what {@link LighterOption#SERVER_OUTPUT_SYNC} says.
   *
   * @return whether all HDFS clients of the file system keep to the order; false without any
   * @throws IOException if HBase has no backing file system
   */
  public static boolean install(HFileSystem fs, ReplicaOrder order) throws IOException {
    List<FileSystem> clients = clients(fs);
    boolean all = !clients.isEmpty();
    for (FileSystem client : clients) {
      all &= client instanceof ReplicaFileSystem replicas && replicas.order(order::arrange);
      syncOutputs(client);
    }
    return all;
  }

  private static void syncOutputs(FileSystem client) throws IOException {
    if (client instanceof ReplicaFileSystem replicas) {
      long every = syncBytes(client.getConf());
      if (every > 0) {
        replicas.output(IncrementalSync.every(every));
      }
    }
  }

  private static long syncBytes(Configuration conf) throws IOException {
    try {
      return LighterConfiguration.of(conf).bytes(LighterOption.SERVER_OUTPUT_SYNC);
    } catch (ConfigurationException e) {
      throw new IOException("the configuration of a file system is not valid", e);
    }
  }

  private static boolean isOnHdfs(HFileSystem fs) throws IOException {
    return !clients(fs).isEmpty();
  }

  /** HDFS's clients behind a file system of HBase, which may be wrapped or mounted. */
  private static List<FileSystem> clients(HFileSystem fs) throws IOException {
    List<FileSystem> clients = new ArrayList<>();
    addClients(fs.getBackingFs(), clients);
    addClients(fs.getNoChecksumFs(), clients);
    return clients;
  }

  private static void addClients(FileSystem fs, List<FileSystem> clients) {
    if (fs instanceof DistributedFileSystem) {
      clients.add(fs);
      return;
    }
    FileSystem[] children = fs.getChildFileSystems();
    if (children != null) {
      for (FileSystem child : children) {
        addClients(child, clients);
      }
    }
  }
}
