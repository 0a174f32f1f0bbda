package io.lighter.server;

import io.lighter.common.protocol.LighterProtos.DataNodeLoad;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.throughput.SharedThroughput;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What the manager answers to a report, put into effect. Called by the reporter's thread. */
record ManagerAdvice(SharedThroughput throughput, JobScheduler scheduler)
    implements Consumer<ReportResponse> {

  @Override
  public void accept(ReportResponse answer) {
    throughput.limit(
        answer.hasBytesPerSecond()
            ? OptionalLong.of(Math.max(0, answer.getBytesPerSecond()))
            : OptionalLong.empty());
    scheduler.dataNodesElsewhere(
        answer.getElsewhereList().stream()
            .collect(
                Collectors.toMap(DataNodeLoad::getDatanode, DataNodeLoad::getJobs, Integer::sum)));
  }
}
