// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/** The limits in the manager's answer to a report, which concern all servers. Thread-safe. */
public final class ServerLimits {
  private final Supplier<Optional<String>> term;
  private final Supplier<Set<ServerName>> live;
  private final ThroughputShares shares;
  private final DataNodeLoads dataNodes;

  /**
   * @param term a value that differs for each term as the leader; empty: not leading
   * @param live live servers in ZooKeeper
   */
  public ServerLimits(
      Supplier<Optional<String>> term,
      Supplier<Set<ServerName>> live,
      ThroughputShares shares,
      DataNodeLoads dataNodes) {
    this.term = term;
    this.live = live;
    this.shares = shares;
    this.dataNodes = dataNodes;
  }

  /**
   * Returns the limits; none for a server without a name.
   *
   * @throws IOException if the leadership was just lost: an answer without limits would lift them
   */
  public ReportResponse answer(ServerReport report) throws IOException {
    Optional<ServerName> server = ServerNames.parse(report.getServer());
    if (server.isEmpty()) {
      return ReportResponse.getDefaultInstance();
    }
    String current =
        term.get()
            .orElseThrow(() -> new IOException("does not lead any more; look the leader up again"));
    ReportResponse.Builder answer = ReportResponse.newBuilder();
    if (!report.hasCapsDatanodeJobs() || report.getCapsDatanodeJobs()) {
      answer.addAllElsewhere(dataNodes.elsewhere(server.get()));
    }
    shares.share(current, server.get(), report, live.get()).ifPresent(answer::setBytesPerSecond);
    return answer.build();
  }
}
