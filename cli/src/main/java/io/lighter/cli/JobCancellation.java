// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.NotAvailableException;
import io.lighter.cli.command.Site;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.UnreachableServer;
import io.lighter.common.rpc.RpcCaller;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.exceptions.ClientExceptionsUtil;
import org.apache.hadoop.hbase.security.User;

/** Asks the leading manager to cancel jobs. */
final class JobCancellation {
  /** Includes the time in which the manager waits for unresponsive compaction servers. */
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  private final Site site;

  JobCancellation(Site site) {
    this.site = site;
  }

  /**
   * Cancels these jobs.
   *
   * @throws NotAvailableException if no manager leads or answers
   * @throws IOException if the manager refuses
   */
  CancelJobsResponse jobs(List<String> ids) throws IOException {
    return ask(CancelJobsRequest.newBuilder().addAllJobId(ids));
  }

  /** Cancels the queued jobs of a table; exceptions as {@link #jobs}. */
  CancelJobsResponse queuedOf(String table) throws IOException {
    return ask(CancelJobsRequest.newBuilder().setQueuedOfTable(table));
  }

  private CancelJobsResponse ask(CancelJobsRequest.Builder request) throws IOException {
    try (CuratorFramework zooKeeper = site.connect();
        RpcCaller caller = new RpcCaller(site.conf())) {
      // After the log-in.
      String reason = "lighter queue, by " + User.getCurrent().getShortName();
      ServerName manager =
          new StatusReader(site, zooKeeper)
              .leader()
              .orElseThrow(() -> new NotAvailableException("no manager is running"));
      return ask(caller, manager, request.setReason(reason).build());
    }
  }

  private static CancelJobsResponse ask(
      RpcCaller caller, ServerName manager, CancelJobsRequest request) throws IOException {
    try {
      return RpcCaller.call(() -> caller.manager(manager, TIMEOUT).cancelJobs(null, request));
    } catch (IOException e) {
      if (ClientExceptionsUtil.isConnectionException(e)) {
        throw new NotAvailableException(
            "manager %s does not answer: %s".formatted(manager.getServerName(), FirstLine.of(e)),
            e);
      }
      throw e;
    }
  }

  /** Prints one line for each job and each server that did not answer. */
  static void print(CancelJobsResponse response, PrintWriter out, PrintWriter err) {
    response.getCancelledList().forEach(job -> out.println("cancelled " + job));
    for (UnreachableServer server : response.getUnreachableList()) {
      err.println("lighter: " + server.getServer() + " was not reached: " + server.getMessage());
    }
    out.flush();
    err.flush();
  }
}
