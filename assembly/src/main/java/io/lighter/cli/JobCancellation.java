package io.lighter.cli;

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
import org.apache.hadoop.hbase.security.User;

/** Asks the leading manager to cancel jobs. */
final class JobCancellation {
  /** The manager asks all compaction servers, and gives up those that do not answer. */
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  private final Site site;

  JobCancellation(Site site) {
    this.site = site;
  }

  /**
   * Cancels these jobs.
   *
   * @throws NotAvailableException if no manager leads
   * @throws IOException if the manager refuses or does not answer
   */
  CancelJobsResponse jobs(List<String> ids) throws IOException {
    return ask(CancelJobsRequest.newBuilder().addAllJobId(ids));
  }

  /** As {@link #jobs}, all jobs of a table that are queued. */
  CancelJobsResponse queuedOf(String table) throws IOException {
    return ask(CancelJobsRequest.newBuilder().setQueuedOfTable(table));
  }

  private CancelJobsResponse ask(CancelJobsRequest.Builder request) throws IOException {
    String reason = "lighter queue, by " + User.getCurrent().getShortName();
    try (CuratorFramework zooKeeper = site.connect();
        RpcCaller caller = new RpcCaller(site.conf())) {
      ServerName manager =
          new StatusReader(site, zooKeeper)
              .leader()
              .orElseThrow(() -> new NotAvailableException("no manager is running"));
      return RpcCaller.call(
          () ->
              caller.manager(manager, TIMEOUT).cancelJobs(null, request.setReason(reason).build()));
    }
  }

  /** One line for each job and each server that did not answer. */
  static void print(CancelJobsResponse response, PrintWriter out, PrintWriter err) {
    response.getCancelledList().forEach(job -> out.println("cancelled " + job));
    for (UnreachableServer server : response.getUnreachableList()) {
      err.println("lighter: " + server.getServer() + " was not reached: " + server.getMessage());
    }
    out.flush();
    err.flush();
  }
}
