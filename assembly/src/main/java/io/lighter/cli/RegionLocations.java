package io.lighter.cli;

import io.lighter.common.hbase.ProcessConnections;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;

/** Where regions are. */
final class RegionLocations {
  /** Somebody waits at the terminal. */
  private static final int TIMEOUT_MS = 20_000;

  private RegionLocations() {}

  /**
   * The regions of the range, by the region server that they are on.
   *
   * @throws IOException if there is no such table, it is disabled, one of the regions is on no
   *     server, or HBase does not answer
   */
  static Map<ServerName, Integer> of(Configuration conf, WarmRange range) throws IOException {
    try (Connection connection = ProcessConnections.open(impatient(conf));
        Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(range.table())) {
      if (!admin.tableExists(range.table())) {
        throw new IOException("there is no table " + range.table());
      }
      if (admin.isTableDisabled(range.table())) {
        throw new IOException("table " + range.table() + " is disabled");
      }
      Map<ServerName, Integer> regions = new TreeMap<>();
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        if (RegionReplicaUtil.isDefaultReplica(location.getRegion())
            && range.overlaps(location.getRegion())) {
          regions.merge(serverOf(location), 1, Integer::sum);
        }
      }
      return regions;
    }
  }

  private static ServerName serverOf(HRegionLocation location) throws IOException {
    ServerName server = location.getServerName();
    if (server == null) {
      throw new IOException(
          "region %s is on no region server; try again later"
              .formatted(location.getRegion().getRegionNameAsString()));
    }
    return server;
  }

  /** The configuration of a client that gives up soon. */
  static Configuration impatient(Configuration conf) {
    Configuration impatient = HBaseConfiguration.create(conf);
    impatient.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT_MS);
    impatient.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, TIMEOUT_MS);
    impatient.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MS / 2);
    return impatient;
  }
}
