// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.HConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Addresses of ZooKeeper and the name node as separate processes; constant across restarts. */
record ServiceAddresses(HostPort zooKeeper, HostPort nameNode) {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceAddresses.class);
  private static final String LOOPBACK = "127.0.0.1";
  private static final int ZOOKEEPER_PORT = 2181;
  private static final int NAME_NODE_PORT = 8020;
  private static final int FIRST_PORT = 20_000;
  private static final int LAST_PORT = 30_000;
  private static final int ATTEMPTS = 20;

  /** An address to listen on. */
  record HostPort(String host, int port) {
    @Override
    public String toString() {
      return host + ':' + port;
    }
  }

  /** Addresses on separate hosts. */
  static ServiceAddresses on(String zooKeeperHost, String nameNodeHost) {
    return new ServiceAddresses(
        new HostPort(zooKeeperHost, ZOOKEEPER_PORT), new HostPort(nameNodeHost, NAME_NODE_PORT));
  }

  /**
   * Addresses on the loopback, with free ports outside of the range for clients, because the ports
   * must be free at each restart.
   */
  static ServiceAddresses onLoopback() throws IOException {
    // Both sockets are open at the same time, so that the ports differ.
    try (ServerSocket first = openAnywhere();
        ServerSocket second = openAnywhere()) {
      return new ServiceAddresses(
          new HostPort(LOOPBACK, first.getLocalPort()),
          new HostPort(LOOPBACK, second.getLocalPort()));
    }
  }

  /** A socket on a free port of the loopback, outside of the range for clients. */
  static ServerSocket openAnywhere() throws IOException {
    for (int attempt = 1; true; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        LOG.debug("port in use port={}", port, e);
      }
    }
  }

  /**
   * The properties of {@code hbase-site.xml} for all processes and clients.
   *
   * @param logsOnly whether HBase keeps nothing but its logs on HDFS
   */
  Map<String, String> site(boolean logsOnly) {
    Map<String, String> site =
        new LinkedHashMap<>(SiteProperties.onHdfs("hdfs://" + nameNode, logsOnly));
    site.put(HConstants.ZOOKEEPER_QUORUM, zooKeeper.host());
    site.put(HConstants.ZOOKEEPER_CLIENT_PORT, Integer.toString(zooKeeper.port()));
    site.put("dfs.namenode.http-address", nameNode.host() + ":0");
    return site;
  }

  /** The lines of {@code zoo.cfg}. */
  List<String> zooKeeperConfiguration(String dataFolder) {
    return List.of(
        "dataDir=" + dataFolder,
        "clientPortAddress=" + zooKeeper.host(),
        "clientPort=" + zooKeeper.port(),
        "tickTime=2000",
        "maxClientCnxns=0",
        "admin.enableServer=false");
  }
}
