// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.isolation.VirtualHosts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/** Properties for a small, local HBase and Lighter that start quickly. */
final class SiteProperties {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String LOCALHOST = "localhost";

  /** Placeholder that Hadoop's configuration replaces by a system property of the process. */
  private static final String OWN_HOST = "${" + VirtualHosts.ADDRESS_PROPERTY + "}";

  private static final String ANY_PORT = "0";

  /**
   * Bytes that a data node reads ahead of a stream. A merge of 80 files has 80 streams; with HDFS's
   * 4 MiB the page cache would be full of pages that wait for a limited disk, and the kernel would
   * end the data node for want of memory.
   */
  private static final int READ_AHEAD = 512 << 10;

  /** The longest session that ZooKeeper grants with its ticks of 2 s. */
  private static final Duration SESSION = Duration.ofSeconds(40);

  private SiteProperties() {}

  /**
   * Properties that are known before any process runs.
   *
   * @param store empty if HBase's files are on HDFS
   */
  static Map<String, String> of(
      LocalClusterSettings settings, Path folder, Optional<ObjectStore> store) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hadoop.tmp.dir", folder.resolve("tmp").toString());
    site.put("hbase.tmp.dir", folder.resolve("tmp").toString());
    site.put(HConstants.CLUSTER_DISTRIBUTED, "true");
    site.put("dfs.replication", Integer.toString(settings.replication()));
    if (settings.supportedFaults().hosts()) {
      addAddresses(site, OWN_HOST, OWN_HOST);
      site.put(
          "dfs.namenode.datanode.registration.ip-hostname-check",
          "false"); // the hosts have no names
    } else {
      addAddresses(site, LOOPBACK, LOCALHOST);
    }
    addSizes(site, settings);
    store.ifPresent(objects -> site.putAll(objects.site(folder.resolve("tmp").resolve("s3a"))));
    if (settings.isolation().limitsDisks()) {
      // Only what a process writes through to the disk itself is charged to its disk limit.
      site.put("dfs.datanode.synconclose", "true");
    }
    if (!settings.isolation().typedDisks().isEmpty()) {
      site.put("dfs.datanode.readahead.bytes", Integer.toString(READ_AHEAD));
    }
    site.keySet().removeAll(settings.withoutSite());
    site.putAll(settings.site());
    return site;
  }

  /**
   * Where HBase keeps files on HDFS.
   *
   * @param hdfs URI of the name node
   * @param logsOnly whether HBase keeps nothing but its logs there
   */
  static Map<String, String> onHdfs(String hdfs, boolean logsOnly) {
    return Map.of(
        FileSystem.FS_DEFAULT_NAME_KEY,
        hdfs,
        logsOnly ? CommonFSUtils.HBASE_WAL_DIR : HConstants.HBASE_DIR,
        hdfs + (logsOnly ? "/wal" : "/hbase"));
  }

  private static void addAddresses(Map<String, String> site, String address, String host) {
    site.put("hbase.zookeeper.property.clientPortAddress", address);
    for (String server : new String[] {"hbase.master", "hbase.regionserver"}) {
      site.put(server + ".ipc.address", address);
      site.put(server + ".port", ANY_PORT);
      site.put(server + ".info.port", "-1");
    }
    for (String server : new String[] {"", "http.", "ipc."}) {
      site.put("dfs.datanode." + server + "address", address + ":" + ANY_PORT);
    }
    site.put("dfs.datanode.hostname", host);
    site.put("hbase.master.hostname", host);
    site.put("hbase.unsafe.regionserver.hostname", host);
    // Tests that wait for a compaction wait for its commit.
    site.put(LighterOption.WARMUP_COMPACTION_STATE.key(), "false");
    site.put(LighterOption.SERVER_BIND_ADDRESS.key(), address);
    site.put(LighterOption.SERVER_HOSTNAME.key(), host);
    site.put(LighterOption.SERVER_PORT.key(), ANY_PORT);
    site.put(LighterOption.SERVER_CHUNK_PORT.key(), ANY_PORT);
    site.put(LighterOption.SERVER_INFO_PORT.key(), "-1");
    site.put(LighterOption.MANAGER_BIND_ADDRESS.key(), address);
    site.put(LighterOption.MANAGER_HOSTNAME.key(), host);
    site.put(LighterOption.MANAGER_PORT.key(), ANY_PORT);
    site.put(LighterOption.MANAGER_INFO_BIND_ADDRESS.key(), address);
    site.put(LighterOption.MANAGER_INFO_PORT.key(), ANY_PORT);
  }

  private static void addSizes(Map<String, String> site, LocalClusterSettings settings) {
    site.put("hbase.master.wait.on.regionservers.mintostart", "1");
    site.put(
        "hbase.master.wait.on.regionservers.maxtostart",
        Integer.toString(settings.regionServers()));
    site.put("hbase.master.wait.on.regionservers.interval", "100");
    site.put("hbase.regionserver.msginterval", "1000");
    site.put("hbase.regionserver.handler.count", "12");
    site.put("hbase.regionserver.metahandler.count", "6");
    site.put("hbase.master.procedure.threads", "4");
    // A restarted name node accepts writes as soon as it knows the block locations.
    site.put("dfs.namenode.safemode.extension", "0");
    // A killed process is noticed within this time. A live process that a busy machine blocks for
    // as long exits.
    site.put(HConstants.ZK_SESSION_TIMEOUT, Long.toString(SESSION.toMillis()));
    site.put(LighterOption.ZOOKEEPER_SESSION_TIMEOUT.key(), SESSION.toSeconds() + "s");
  }
}
