// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.UnreachableServer;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.testing.fixtures.CliRun;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueCommandTest {
  private static final String UNKNOWN_JOB = "cj-0000000000000000dead";

  @RegisterExtension private static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  private final FakeManager fake = new FakeManager();
  private RpcEndpoint endpoint;
  private LeaderLatch latch;

  @BeforeEach
  void startManager() throws Exception {
    endpoint =
        RpcEndpoint.start(
            ZOO_KEEPER.site().conf(),
            new RpcEndpoint.Settings("fake-manager", "127.0.0.1", "127.0.0.1", 0, 1),
            CompactionManagerService.newReflectiveBlockingService(fake),
            CompactionManagerService.BlockingInterface.class);
    latch =
        new LeaderLatch(
            ZOO_KEEPER.client(),
            ZOO_KEEPER.site().znodes().manager(),
            endpoint.serverName().getServerName());
    latch.start();
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void stopManager() throws Exception {
    if (latch.getState() == LeaderLatch.State.STARTED) {
      latch.close();
    }
    endpoint.close();
  }

  @Test
  void listShowsJobsOfAllServersAndReasonsForWaiting() {
    CliRun run = run("list");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().toList().get(1))
        .startsWith(Statuses.RUNNING_JOB)
        .contains("s1.example:16040", "compacting", "throughput limit", "ns:t", "cafe", "50 %");
    assertThat(run.out().lines().toList().get(2))
        .startsWith(Statuses.QUEUED_JOB)
        .contains("queued", "DataNode dn1.example or dn2.example", "rs1.example:16020", "512.0 MB");
    assertThat(run.out()).contains("s2.example:16040: registered, but has sent no report yet");
  }

  @Test
  void listAsJsonHasTheSame() {
    JsonObject json = JsonParser.parseString(run("list", "--json").out()).getAsJsonObject();

    JsonObject queued = json.getAsJsonArray("jobs").get(1).getAsJsonObject();
    assertThat(queued.get("job_id").getAsString()).isEqualTo(Statuses.QUEUED_JOB);
    assertThat(queued.get("server").getAsString()).isEqualTo("s1.example,16040,3");
    assertThat(queued.get("waiting_for").getAsString()).isEqualTo("datanode");
    assertThat(queued.getAsJsonArray("datanodes")).hasSize(2);
    assertThat(json.getAsJsonArray("silent_servers")).hasSize(1);
  }

  @Test
  void cancelNamesCancelledJobsAndFailsForOthers() {
    CliRun one = run("cancel", Statuses.RUNNING_JOB);
    CliRun both = run("cancel", Statuses.RUNNING_JOB, UNKNOWN_JOB);

    assertThat(one.exitCode()).isZero();
    assertThat(one.out().lines()).containsExactly("cancelled " + Statuses.RUNNING_JOB);
    assertThat(both.exitCode()).isEqualTo(1);
    assertThat(both.err().lines())
        .containsExactly("lighter: " + UNKNOWN_JOB + " is neither queued nor running");
  }

  /** The silent server may have jobs that the manager does not know. */
  @Test
  void cancelAllCancelsQueuedAndRunningJobsAndFailsForASilentServer() {
    CliRun run = run("cancel", "--all");

    assertThat(fake.asked.getJobIdList())
        .containsExactlyInAnyOrder(Statuses.RUNNING_JOB, Statuses.QUEUED_JOB);
    assertThat(run.out().lines()).containsExactly("cancelled " + Statuses.RUNNING_JOB);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("s2.example", "has sent no report yet, and may have jobs");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void cancelAllAsksForNothingWhenNoJobIsThere() {
    fake.status = Statuses.empty();

    CliRun run = run("cancel", "--all");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).containsExactly("nothing to cancel: no job is queued or running");
    assertThat(fake.asked).isNull();
  }

  @Test
  void cancelAllLeavesCompleteJobsOut() {
    Queue queue = Queue.of(Statuses.busy());
    Queue.Job running = queue.jobs().get(0);
    Queue.Job complete =
        new Queue.Job(
            running.server(), running.report().toBuilder().setState(JobState.COMPLETED).build());

    assertThat(new Queue(List.of(complete, queue.jobs().get(1)), List.of()).unfinished())
        .containsExactly(Statuses.QUEUED_JOB);
  }

  @Test
  void clearCancelsQueuedJobsOfATableOrReportsNone() {
    CliRun cleared = run("clear", "--table", "ns:t");
    CliRun nothing = run("clear", "--table", "quiet");

    assertThat(cleared.exitCode()).isZero();
    assertThat(cleared.out().lines()).containsExactly("cancelled " + Statuses.QUEUED_JOB);
    assertThat(nothing.exitCode()).isZero();
    assertThat(nothing.out().lines())
        .containsExactly("nothing to cancel: no job of quiet is queued");
  }

  @Test
  void cancelFailsAndNamesUnreachableServers() {
    CliRun run = run("clear", "--table", "unreachable");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines())
        .containsExactly("lighter: s9.example,16040,1 was not reached: no route to host");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void leaderThatHasJustDiedIsNotAvailable() {
    endpoint.close(); // its election znode still exists

    CliRun run = run("cancel", Statuses.RUNNING_JOB);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("manager " + endpoint.serverName() + " does not answer: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cancel cj-1",
        "cancel CJ-00000000000000000001",
        "clear --table a:b:c",
        "cancel",
        "cancel --all cj-00000000000000000001",
        "clear",
        "",
        "list all"
      })
  void wrongCommandLinesExitWith2AndNameTheProblem(String args) {
    CliRun run = run(args.isEmpty() ? new String[0] : args.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("lighter: ");
    assertThat(run.err().lines()).hasSize(2);
  }

  @Test
  void withoutManagerEachCommandExitsWith3() throws Exception {
    latch.close();

    for (CliRun run :
        new CliRun[] {
          run("list"), run("cancel", Statuses.RUNNING_JOB), run("clear", "--table", "t")
        }) {
      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err().lines()).containsExactly("lighter: no manager is running");
    }
  }

  private static CliRun run(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "queue";
    System.arraycopy(args, 0, all, 1, args.length);
    return CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), all);
  }

  /** A leading manager, with the jobs of {@link Statuses#busy} at first. */
  private static final class FakeManager implements CompactionManagerService.BlockingInterface {
    volatile StatusResponse status = Statuses.busy();

    /** The last request; null before it. */
    volatile CancelJobsRequest asked;

    @Override
    public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request) {
      asked = request;
      CancelJobsResponse.Builder response = CancelJobsResponse.newBuilder();
      if (request.getJobIdList().contains(Statuses.RUNNING_JOB)) {
        response.addCancelled(Statuses.RUNNING_JOB);
      }
      switch (request.getQueuedOfTable()) {
        case "ns:t" -> response.addCancelled(Statuses.QUEUED_JOB);
        case "unreachable" ->
            response.addUnreachable(
                UnreachableServer.newBuilder()
                    .setServer("s9.example,16040,1")
                    .setMessage("no route to host"));
        default -> {
          return response.build();
        }
      }
      return response.build();
    }

    @Override
    public ReportResponse report(RpcController controller, ServerReport report) {
      throw new UnsupportedOperationException("the command line does not report");
    }

    @Override
    public RegionServerReportResponse reportRegionServer(
        RpcController controller, RegionServerReport report) {
      throw new UnsupportedOperationException("the command line does not report");
    }

    @Override
    public StatusResponse status(RpcController controller, StatusRequest request) {
      return status;
    }

    @Override
    public ExplainResponse explain(RpcController controller, ExplainRequest request) {
      throw new UnsupportedOperationException("not asked in these tests");
    }
  }
}
