// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FailFastClient;
import io.lighter.service.ProcessConnections;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;

/** Finds the region servers of a range's regions. */
final class RegionLocations {
  private RegionLocations() {}

  /**
   * Number of regions of the range per region server.
   *
   * @throws IOException if the table is missing or disabled, a region is on no server, or HBase
   *     does not answer
   */
  static Map<ServerName, Integer> of(Configuration conf, WarmRange range) throws IOException {
    try (Connection connection = ProcessConnections.open(FailFastClient.of(conf));
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
}
