package io.lighter.manager.report;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/** What the manager answers to a report: the limits that concern all servers. Thread-safe. */
public final class ServerLimits {
  private final Supplier<Optional<String>> term;
  private final Supplier<Set<ServerName>> live;
  private final ThroughputShares shares;
  private final DataNodeLoads dataNodes;

  /**
   * @param term differs for each time that this manager leads; empty: it does not
   * @param live servers in ZooKeeper
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
   * Nothing to one that has no name.
   *
   * @throws IOException if the leadership was lost just now: an answer without limits lifts them
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
