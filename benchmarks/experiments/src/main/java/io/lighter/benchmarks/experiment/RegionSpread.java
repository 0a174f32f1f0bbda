// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Parallel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * Places regions of tables on fixed servers, the first ones of a table on the first server, and so
 * on. The master's own placement would differ between trials.
 */
public final class RegionSpread {
  private final Connection connection;

  /** Creates a spread without moving regions. */
  public RegionSpread(Connection connection) {
    this.connection = connection;
  }

  /** Moves misplaced regions; the balancer must be off. */
  public void apply(List<TableName> tables) throws IOException {
    List<Callable<Void>> moves = new ArrayList<>();
    for (Move move : moves(tables)) {
      moves.add(
          () -> {
            try (Admin admin = connection.getAdmin()) {
              admin.move(move.region.getEncodedNameAsBytes(), move.target);
            }
            return null;
          });
    }
    if (!moves.isEmpty()) {
      Parallel.run(moves);
    }
  }

  private record Move(RegionInfo region, ServerName target) {}

  private List<Move> moves(List<TableName> tables) throws IOException {
    List<ServerName> servers;
    try (Admin admin = connection.getAdmin()) {
      servers =
          admin.getRegionServers().stream()
              .sorted(Comparator.comparing(ServerName::getAddress))
              .toList();
    }
    List<Move> moves = new ArrayList<>();
    for (TableName table : tables) {
      try (RegionLocator locator = connection.getRegionLocator(table)) {
        List<HRegionLocation> regions = locator.getAllRegionLocations(); // by start key
        for (int i = 0; i < regions.size(); i++) {
          ServerName target = servers.get(i * servers.size() / regions.size());
          if (!target.equals(regions.get(i).getServerName())) {
            moves.add(new Move(regions.get(i).getRegion(), target));
          }
        }
      }
    }
    return moves;
  }
}
