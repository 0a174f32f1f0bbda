// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.UnreachableServer;
import io.lighter.common.rpc.RpcCaller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancels jobs for an operator, by calls to the compaction servers. Thread-safe; a request runs on
 * its caller's thread.
 *
 * <p>The last reports tell which server to call first. A job may be newer than the last report, so
 * the other servers are called next.
 */
public final class JobCanceller {
  private static final Logger LOG = LoggerFactory.getLogger(JobCanceller.class);
  private static final int MAX_JOBS = 1000;

  /** Time limit of a whole request, since a hanging server must not occupy a handler for long. */
  private static final long REQUEST_TIMEOUT_S = 20;

  private final ServerReports reports;
  private final Supplier<Set<ServerName>> live;
  private final Function<ServerName, CompactionServerService.BlockingInterface> servers;
  private final MonotonicClock clock;

  /**
   * @param live live servers in ZooKeeper
   * @param servers stubs with a deadline for each call
   */
  public JobCanceller(
      ServerReports reports,
      Supplier<Set<ServerName>> live,
      Function<ServerName, CompactionServerService.BlockingInterface> servers,
      MonotonicClock clock) {
    this.reports = reports;
    this.live = live;
    this.servers = servers;
    this.clock = clock;
  }

  /**
   * Cancels jobs, and returns the results.
   *
   * @throws DoNotRetryIOException if an id or the table is invalid
   */
  public CancelJobsResponse cancel(CancelJobsRequest request) throws DoNotRetryIOException {
    check(request);
    Run run = new Run(request.getReason());
    if (request.hasQueuedOfTable()) {
      live.get()
          .forEach(
              server ->
                  run.ask(server, run.request().setQueuedOfTable(request.getQueuedOfTable())));
    } else {
      request.getJobIdList().stream().distinct().forEach(run::cancelJob);
    }
    return run.response();
  }

  private static void check(CancelJobsRequest request) throws DoNotRetryIOException {
    if (request.hasQueuedOfTable() == request.getJobIdCount() > 0) {
      throw new DoNotRetryIOException("expected either job ids or a table");
    }
    if (request.getJobIdCount() > MAX_JOBS) {
      throw new DoNotRetryIOException(
          request.getJobIdCount() + " job ids; expected at most " + MAX_JOBS);
    }
    try {
      request.getJobIdList().forEach(CompactionJobId::new);
      if (request.hasQueuedOfTable()) {
        TableName.valueOf(request.getQueuedOfTable());
      }
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
  }

  /** One request; confined to its thread. */
  private final class Run {
    private final String reason;
    private final long startedAt = clock.nanoTime();
    private final CancelJobsResponse.Builder response = CancelJobsResponse.newBuilder();
    private final Set<ServerName> unreachable = new HashSet<>();

    Run(String reason) {
      this.reason = reason;
    }

    CancelJobsResponse response() {
      return response.build();
    }

    CancelRequest.Builder request() {
      return CancelRequest.newBuilder().setReason(reason).setByOperator(true);
    }

    void cancelJob(String job) {
      for (ServerName server : candidates(job)) {
        if (ask(server, request().setJobId(job))) {
          return;
        }
      }
    }

    /** Calls a server that has not failed before; returns whether the server cancelled a job. */
    boolean ask(ServerName server, CancelRequest.Builder request) {
      if (unreachable.contains(server)) {
        return false;
      }
      if (clock.nanoTime() - startedAt > TimeUnit.SECONDS.toNanos(REQUEST_TIMEOUT_S)) {
        fail(server, "not asked: other servers took more than " + REQUEST_TIMEOUT_S + " s");
        return false;
      }
      try {
        CancelResponse answer =
            RpcCaller.call(() -> servers.apply(server).cancel(null, request.build()));
        response.addAllCancelled(answer.getJobIdList());
        return answer.getCancelled();
      } catch (IOException e) {
        LOG.warn("call to cancel jobs failed, server={}", server, e);
        fail(server, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        return false;
      }
    }

    private void fail(ServerName server, String message) {
      unreachable.add(server);
      response.addUnreachable(
          UnreachableServer.newBuilder().setServer(server.getServerName()).setMessage(message));
    }

    private List<ServerName> candidates(String job) {
      List<ServerName> first = new ArrayList<>();
      List<ServerName> then = new ArrayList<>();
      for (ServerName server : live.get()) {
        boolean reported =
            reports
                .of(server)
                .filter(
                    received ->
                        received.report().getJobList().stream()
                            .anyMatch(each -> each.getJobId().equals(job)))
                .isPresent();
        (reported ? first : then).add(server);
      }
      first.addAll(then);
      return first;
    }
  }
}
