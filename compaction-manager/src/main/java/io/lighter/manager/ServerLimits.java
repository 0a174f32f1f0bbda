package io.lighter.manager;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;

/** What the manager answers to a report: the limits that concern all servers. Thread-safe. */
final class ServerLimits {
  private final Leadership leadership;
  private final Membership membership;
  private final ThroughputShares shares;
  private final DataNodeLoads dataNodes;

  ServerLimits(
      Leadership leadership,
      Membership membership,
      ThroughputShares shares,
      DataNodeLoads dataNodes) {
    this.leadership = leadership;
    this.membership = membership;
    this.shares = shares;
    this.dataNodes = dataNodes;
  }

  /** Nothing to one that has no name, or if the leadership was lost just now. */
  ReportResponse answer(ServerReport report) {
    Optional<ServerName> server = ServerNames.parse(report.getServer());
    Optional<String> term = leadership.fence();
    if (server.isEmpty() || term.isEmpty()) {
      return ReportResponse.getDefaultInstance();
    }
    Set<ServerName> live = membership.live().map(Map::keySet).orElseGet(Set::of);
    ReportResponse.Builder answer =
        ReportResponse.newBuilder().addAllElsewhere(dataNodes.elsewhere(server.get()));
    shares.share(term.get(), server.get(), report, live).ifPresent(answer::setBytesPerSecond);
    return answer.build();
  }
}
