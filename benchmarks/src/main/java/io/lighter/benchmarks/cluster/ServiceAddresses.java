package io.lighter.benchmarks.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;

/**
 * Where ZooKeeper and the name node of a cluster listen when they are processes of their own: free
 * ports, the same ones after each start.
 *
 * @param zooKeeper port, on the loopback
 * @param nameNode port, on the loopback
 */
record ServiceAddresses(int zooKeeper, int nameNode) {
  private static final String LOOPBACK = "127.0.0.1";

  /** Ports that are free now. */
  static ServiceAddresses choose() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    // Both are open at the same time, so that they differ.
    try (ServerSocket first = new ServerSocket(0, 1, loopback);
        ServerSocket second = new ServerSocket(0, 1, loopback)) {
      return new ServiceAddresses(first.getLocalPort(), second.getLocalPort());
    }
  }

  /** The properties of {@code hbase-site.xml} for all processes and clients. */
  Map<String, String> site() {
    String hdfs = "hdfs://localhost:" + nameNode;
    return Map.of(
        HConstants.ZOOKEEPER_QUORUM,
        LOOPBACK,
        HConstants.ZOOKEEPER_CLIENT_PORT,
        Integer.toString(zooKeeper),
        FileSystem.FS_DEFAULT_NAME_KEY,
        hdfs,
        HConstants.HBASE_DIR,
        hdfs + "/hbase",
        "dfs.namenode.http-address",
        LOOPBACK + ":0");
  }

  /** The lines of {@code zoo.cfg}. */
  List<String> zooKeeperConfiguration(String dataFolder) {
    return List.of(
        "dataDir=" + dataFolder,
        "clientPortAddress=" + LOOPBACK,
        "clientPort=" + zooKeeper,
        "tickTime=2000",
        "maxClientCnxns=0",
        "admin.enableServer=false");
  }
}
