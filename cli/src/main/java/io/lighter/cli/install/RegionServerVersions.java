// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionServerInfo;
import org.apache.hadoop.hbase.zookeeper.ZKMetadata;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;
import org.apache.zookeeper.KeeperException;

/**
 * Reads the HBase version of each region server from its znode, because the master's list of live
 * servers has 0.0.0 for all of them.
 */
public final class RegionServerVersions {
  private RegionServerVersions() {}

  /**
   * The readable versions; with Kerberos, only HBase's own users may read them.
   *
   * @throws IOException if ZooKeeper fails
   */
  public static Map<ServerName, String> read(CuratorFramework zooKeeper, ZNodePaths paths)
      throws IOException {
    Map<ServerName, String> versions = new TreeMap<>();
    try {
      for (String name : zooKeeper.getChildren().forPath(paths.rsZNode)) {
        ServerName server = ServerName.valueOf(name);
        version(zooKeeper, paths.getRsPath(server))
            .ifPresent(version -> versions.put(server, version));
      }
      return versions;
    } catch (KeeperException.NoAuthException | KeeperException.NoNodeException e) {
      return versions;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted at " + paths.rsZNode).initCause(e);
    } catch (Exception e) { // Curator's signature
      throw new IOException("cannot read " + paths.rsZNode + ": " + FirstLine.of(e), e);
    }
  }

  private static Optional<String> version(CuratorFramework zooKeeper, String path)
      throws Exception {
    try {
      return version(zooKeeper.getData().forPath(path));
    } catch (KeeperException.NoAuthException | KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  /** Version in a znode's content; empty if there is none. */
  static Optional<String> version(byte[] znode) throws IOException {
    byte[] data = ZKMetadata.removeMetaData(znode);
    if (data == null || data.length == 0) {
      return Optional.empty();
    }
    try {
      ProtobufUtil.expectPBMagicPrefix(data);
    } catch (DeserializationException e) {
      throw new IOException("a region server's znode holds something else", e);
    }
    RegionServerInfo.Builder info = RegionServerInfo.newBuilder();
    int magic = ProtobufUtil.lengthOfPBMagic();
    ProtobufUtil.mergeFrom(info, data, magic, data.length - magic);
    return info.hasVersionInfo()
        ? Optional.of(info.getVersionInfo().getVersion())
        : Optional.empty();
  }
}
