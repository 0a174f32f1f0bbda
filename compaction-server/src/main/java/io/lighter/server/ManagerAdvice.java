package io.lighter.server;

import io.lighter.common.protocol.LighterProtos.DataNodeLoad;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.throughput.SharedThroughput;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What the manager answers to a report, put into effect. Called by the reporter's thread.
 *
 * @param ownLimit of this server, which its share of the common one never exceeds
 */
record ManagerAdvice(SharedThroughput throughput, OptionalLong ownLimit, JobScheduler scheduler)
    implements Consumer<ReportResponse> {

  @Override
  public void accept(ReportResponse answer) {
    throughput.limit(limit(ownLimit, answer));
    scheduler.dataNodesElsewhere(
        answer.getElsewhereList().stream()
            .collect(
                Collectors.toMap(DataNodeLoad::getDatanode, DataNodeLoad::getJobs, Integer::sum)));
  }

  /**
   * No manager has answered for longer than it takes a share of 0 to end. As a server that has
   * started since, this one knows of no limit then but its own.
   */
  void unheard() {
    if (throughput.limit().equals(OptionalLong.of(0))) {
      throughput.limit(ownLimit);
    }
  }

  /** The lower one of the two that there are. */
  static OptionalLong limit(OptionalLong own, ReportResponse answer) {
    return answer.hasBytesPerSecond()
        ? OptionalLong.of(
            Math.min(own.orElse(Long.MAX_VALUE), Math.max(0, answer.getBytesPerSecond())))
        : own;
  }
}
