package io.lighter.benchmarks.cluster;

import io.lighter.common.config.LighterOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;

/** The properties that make HBase and Lighter small, quick to start, and loopback only. */
final class SiteProperties {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String HOST = "localhost";
  private static final String ANY_PORT = "0";

  private SiteProperties() {}

  /** Those that are known before anything runs. */
  static Map<String, String> of(LocalClusterSettings settings, Path folder) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hadoop.tmp.dir", folder.resolve("tmp").toString());
    site.put("hbase.tmp.dir", folder.resolve("tmp").toString());
    site.put(HConstants.CLUSTER_DISTRIBUTED, "true");
    site.put("dfs.replication", Integer.toString(settings.replication()));
    addAddresses(site);
    addSizes(site, settings);
    if (settings.isolation().disk().isPresent()) {
      // Only what a process writes through to the disk itself is charged to its disk limit.
      site.put("dfs.datanode.synconclose", "true");
    }
    site.putAll(settings.site());
    return site;
  }

  private static void addAddresses(Map<String, String> site) {
    site.put("hbase.zookeeper.property.clientPortAddress", LOOPBACK);
    for (String server : new String[] {"hbase.master", "hbase.regionserver"}) {
      site.put(server + ".ipc.address", LOOPBACK);
      site.put(server + ".port", ANY_PORT);
      site.put(server + ".info.port", "-1");
    }
    for (String server : new String[] {"", "http.", "ipc."}) {
      site.put("dfs.datanode." + server + "address", LOOPBACK + ":" + ANY_PORT);
    }
    site.put("dfs.datanode.hostname", HOST);
    site.put("hbase.master.hostname", HOST);
    site.put("hbase.unsafe.regionserver.hostname", HOST);
    site.put(LighterOption.SERVER_BIND_ADDRESS.key(), LOOPBACK);
    site.put(LighterOption.SERVER_HOSTNAME.key(), HOST);
    site.put(LighterOption.SERVER_PORT.key(), ANY_PORT);
    site.put(LighterOption.SERVER_CHUNK_PORT.key(), ANY_PORT);
    site.put(LighterOption.SERVER_INFO_PORT.key(), "-1");
    site.put(LighterOption.MANAGER_BIND_ADDRESS.key(), LOOPBACK);
    site.put(LighterOption.MANAGER_HOSTNAME.key(), HOST);
    site.put(LighterOption.MANAGER_PORT.key(), ANY_PORT);
    site.put(LighterOption.MANAGER_INFO_BIND_ADDRESS.key(), LOOPBACK);
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
    // A name node that was started again takes writes as soon as it knows where the blocks are.
    site.put("dfs.namenode.safemode.extension", "0");
    // A process that was killed is noticed within this time, milliseconds.
    site.put(HConstants.ZK_SESSION_TIMEOUT, "15000");
  }
}
