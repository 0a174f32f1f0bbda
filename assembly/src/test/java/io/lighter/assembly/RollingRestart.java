// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.util.RegionMover;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts the region servers of a cluster one by one like HBase's {@code graceful_stop.sh
 * --restart --reload}: moves the regions away, ends the server, starts it, and moves them back.
 */
final class RollingRestart {
  private static final Logger LOG = LoggerFactory.getLogger(RollingRestart.class);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Log line with the region server's name, which is new after each start. */
  private static final Pattern NAME = Pattern.compile("Serving as ([^ ]+,\\d+,\\d+), ");

  private final LocalCluster cluster;
  private final RegionChanges changes;
  private final Path folder;

  /**
   * Creates a restart without starting it.
   *
   * @param changes listener for region moves
   * @param folder folder for lists of regions
   */
  RollingRestart(LocalCluster cluster, RegionChanges changes, Path folder) {
    this.cluster = cluster;
    this.changes = changes;
    this.folder = folder;
  }

  /** A listener for region moves, such as a history check. */
  @FunctionalInterface
  interface RegionChanges {
    /** Moves regions, and returns whether all were moved. */
    boolean during(Callable<Boolean> move) throws Exception;
  }

  /** Restarts all region servers, and returns when each has its regions again. */
  void run() throws Exception {
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == Role.REGION_SERVER) {
        restart(name);
      }
    }
  }

  private void restart(ProcessName regionServer) throws Exception {
    Path regions = folder.resolve(regionServer + ".regions");
    ServerName before = serverName(regionServer);
    move(before, regions, RegionMover::unload);
    cluster.restartGracefully(regionServer, TIMEOUT);
    Await.until(
        "a report of the new " + regionServer, TIMEOUT, () -> hasReported(regionServer, before));
    move(serverName(regionServer), regions, RegionMover::load);
    LOG.info("{} was {} and is {}", regionServer, before, serverName(regionServer));
  }

  @FunctionalInterface
  private interface Move {
    boolean of(RegionMover mover) throws ExecutionException, InterruptedException, TimeoutException;
  }

  private void move(ServerName server, Path regions, Move move) throws Exception {
    try (RegionMover mover =
        new RegionMover.RegionMoverBuilder(server.getAddress().toString(), cluster.configuration())
            .filename(regions.toString())
            .build()) {
      if (!changes.during(() -> move.of(mover))) {
        throw new IOException("the regions of " + server + " were not all moved");
      }
    }
  }

  /**
   * Whether the master assigns regions to the server. A registered server without a report is
   * skipped even as the target of a move ({@code ServerManager.createDestinationServersList}).
   * {@link RegionMover} would then wait in vain for a region on another server.
   */
  private boolean hasReported(ProcessName regionServer, ServerName before) throws IOException {
    ServerName now = serverName(regionServer);
    if (now.equals(before)) {
      return false;
    }
    try (Admin admin = cluster.connection().getAdmin()) {
      ServerMetrics metrics =
          admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics().get(now);
      return metrics != null && metrics.getLastReportTimestamp() > 0;
    }
  }

  private ServerName serverName(ProcessName regionServer) throws IOException {
    return NAME.matcher(Files.readString(cluster.logFile(regionServer)))
        .results()
        .reduce((first, second) -> second)
        .map(MatchResult::group)
        .map(found -> ServerName.valueOf(NAME.matcher(found).replaceFirst("$1")))
        .orElseThrow(() -> new IOException("the log of " + regionServer + " does not name it"));
  }
}
