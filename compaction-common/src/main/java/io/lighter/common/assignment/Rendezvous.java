// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.assignment;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;

/**
 * Rendezvous hashing: every region server tries the live compaction servers in the same order for
 * the same region, without coordination. A server that leaves moves only its own regions.
 */
public final class Rendezvous {
  private record Ranked(ServerName server, int hash) {}

  private Rendezvous() {}

  /** Returns {@code servers} in the order in which to try them for a region. */
  public static List<ServerName> order(String encodedRegionName, Collection<ServerName> servers) {
    return servers.stream()
        .map(server -> new Ranked(server, hash(server, encodedRegionName)))
        .sorted(Comparator.comparingInt(Ranked::hash).thenComparing(Ranked::server))
        .map(Ranked::server)
        .toList();
  }

  private static int hash(ServerName server, String encodedRegionName) {
    return SlotTable.hash(server.getServerName() + '/' + encodedRegionName);
  }
}
