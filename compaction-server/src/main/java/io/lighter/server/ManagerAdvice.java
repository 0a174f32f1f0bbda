// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.protocol.LighterProtos.DataNodeLoad;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.throughput.SharedThroughput;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Applies the manager's answer to a report. Called by the reporter's thread.
 *
 * @param ownLimit limit of this server, which caps its share of the common limit
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
   * Handles a missing manager, after a time that also ends a share of 0. Like a newly started
   * server, this one then has only its own limit.
   */
  void managerLost() {
    if (throughput.limit().equals(OptionalLong.of(0))) {
      throughput.limit(ownLimit);
    }
  }

  /** The lower limit of those that are set. */
  static OptionalLong limit(OptionalLong own, ReportResponse answer) {
    return answer.hasBytesPerSecond()
        ? OptionalLong.of(
            Math.min(own.orElse(Long.MAX_VALUE), Math.max(0, answer.getBytesPerSecond())))
        : own;
  }
}
