// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process with ZooKeeper, HDFS and the HBase master, without data nodes if they are separate
 * processes.
 *
 * <p>The process reads {@code hbase-site.xml} from its class path. If that names {@code
 * hbase.rootdir}, HDFS has HBase's logs only. Once ZooKeeper and HDFS are up, it writes the
 * properties with their addresses to another {@code hbase-site.xml}; this file signals that other
 * processes can start. The master starts when all data nodes are up. The process ends with the
 * master, or by a signal.
 */
public final class BaseProcess {
  private static final Logger LOG = LoggerFactory.getLogger(BaseProcess.class);

  private static final Duration DATA_NODE_TIMEOUT = Duration.ofMinutes(5);

  private BaseProcess() {}

  /**
   * Runs until the master ends.
   *
   * @param args the cluster's folder, the number of data nodes, whether they are separate
   *     processes, the {@code hbase-site.xml} to read, the one to write
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 5) {
      throw new IllegalArgumentException("expected: folder data-nodes apart site-in site-out");
    }
    Path folder = Path.of(args[0]);
    Configuration conf = HBaseConfiguration.create();
    int dataNodes = Integer.parseInt(args[1]);
    boolean apart = Boolean.parseBoolean(args[2]);
    Map<String, String> site = new TreeMap<>(SiteFiles.read(Path.of(args[3])));

    site.putAll(startZooKeeper(conf, folder.resolve("zookeeper").toFile()));
    boolean logsOnly = site.containsKey(HConstants.HBASE_DIR);
    String hdfs = startHdfs(conf, folder.resolve("hdfs").toFile(), apart ? 0 : dataNodes);
    site.putAll(SiteProperties.onHdfs(hdfs, logsOnly));
    site.forEach(conf::set);
    SiteFiles.writeXml(Path.of(args[4]), site);
    awaitDataNodes(conf, dataNodes);

    // The master makes hbase.rootdir its default file system; HDFS keeps its own configuration.
    HMaster master = new HMaster(new Configuration(conf));
    master.start();
    master.join();
    LOG.info("master ended aborted={}", master.isAborted());
    // Threads of ZooKeeper and HDFS would keep the JVM alive.
    System.exit(master.isAborted() ? 1 : 0);
  }

  private static void awaitDataNodes(Configuration conf, int count) throws IOException {
    URI uri = FileSystem.getDefaultUri(conf);
    try (FileSystem hdfs = FileSystem.newInstance(uri, conf)) {
      DistributedFileSystem files = (DistributedFileSystem) hdfs;
      Await.until(
          count + " data nodes",
          DATA_NODE_TIMEOUT,
          () -> files.getDataNodeStats(DatanodeReportType.LIVE).length >= count);
    }
  }

  private static Map<String, String> startZooKeeper(Configuration conf, File folder)
      throws IOException, InterruptedException {
    int port = new MiniZooKeeperCluster(conf).startup(folder);
    return Map.of(
        HConstants.ZOOKEEPER_QUORUM,
        "127.0.0.1",
        HConstants.ZOOKEEPER_CLIENT_PORT,
        Integer.toString(port));
  }

  // The cluster is closed by the end of the process, after which its files are unused.
  @SuppressWarnings("resource")
  private static String startHdfs(Configuration conf, File folder, int dataNodes)
      throws IOException {
    MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(conf, folder).numDataNodes(dataNodes).format(true).build();
    hdfs.waitActive();
    URI uri = hdfs.getURI();
    FileSystem.setDefaultUri(conf, uri);
    return uri.toString();
  }
}
