// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StatusCommandTest {
  @RegisterExtension private static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  /** A leading manager with the status of {@link Statuses#busy}. */
  private static final class FakeManager implements CompactionManagerService.BlockingInterface {
    @Override
    public ReportResponse report(RpcController controller, ServerReport report) {
      return ReportResponse.getDefaultInstance();
    }

    @Override
    public RegionServerReportResponse reportRegionServer(
        RpcController controller, RegionServerReport report) {
      return RegionServerReportResponse.getDefaultInstance();
    }

    @Override
    public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request) {
      return CancelJobsResponse.getDefaultInstance();
    }

    @Override
    public StatusResponse status(RpcController controller, StatusRequest request) {
      return Statuses.busy();
    }

    @Override
    public ExplainResponse explain(RpcController controller, ExplainRequest request) {
      throw new UnsupportedOperationException("status does not ask");
    }
  }

  @Test
  void asksTheLeadingManager() throws Exception {
    try (RpcEndpoint manager = startManager();
        LeaderLatch latch = lead(manager.serverName())) {
      CliRun text = run();
      CliRun json = run("--json");

      assertThat(latch.hasLeadership()).isTrue();
      assertThat(text.err()).isEmpty();
      assertThat(text.exitCode()).isZero();
      assertThat(text.out()).contains(Statuses.RUNNING_JOB);
      assertThat(json.exitCode()).isZero();
      assertThat(JsonParser.parseString(json.out()).getAsJsonObject().get("regions").getAsInt())
          .isEqualTo(13);
    }
  }

  @Test
  void doesNotTakePartInTheElection() throws Exception {
    try (RpcEndpoint manager = startManager();
        LeaderLatch latch = lead(manager.serverName())) {
      run();

      assertThat(latch.getParticipants()).hasSize(1);
    }
  }

  @Test
  void withoutManagerShowsZooKeeperStateAndExits3() throws Exception {
    register("s1.example,16040,3");
    CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "switch", "off");

    CliRun run = run();

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("manager: none", "s1.example:16040", "offloading: off");
    assertThat(run.err().lines()).containsExactly("lighter: no manager is running");
  }

  /** Otherwise the damaged znode would hide that no manager runs, and the servers. */
  @Test
  void unreadableSwitchIsPartOfTheProblem() throws Exception {
    register("s1.example,16040,3");
    String path = ZOO_KEEPER.site().znodes().offloadSwitch();
    ZOO_KEEPER.client().create().creatingParentsIfNeeded().forPath(path, new byte[] {1, 2, 3});

    CliRun run = run();

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("s1.example:16040", "offloading: unknown");
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("lighter: no manager is running; " + path + " does not hold a switch");
  }

  @Test
  void withoutAnyZnodeExits3() {
    CliRun run = run("--json");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("servers"))
        .isEmpty();
  }

  @Test
  void managerThatDoesNotAnswerIsNamedAndExits3() throws Exception {
    register("s1.example,16040,3");
    ServerName gone;
    try (RpcEndpoint manager = startManager()) {
      gone = manager.serverName();
    }
    try (LeaderLatch latch = lead(gone)) {
      CliRun run = run();

      assertThat(latch.hasLeadership()).isTrue();
      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err().lines())
          .singleElement()
          .asString()
          .contains("manager " + gone.getServerName() + " does not answer");
      assertThat(run.out()).contains("s1.example:16040");
    }
  }

  private static CliRun run(String... args) {
    return args.length == 0
        ? CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "status")
        : CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "status", args[0]);
  }

  private static RpcEndpoint startManager() throws IOException {
    return RpcEndpoint.start(
        ZOO_KEEPER.site().conf(),
        new RpcEndpoint.Settings("fake-manager", "127.0.0.1", "127.0.0.1", 0, 1),
        CompactionManagerService.newReflectiveBlockingService(new FakeManager()),
        CompactionManagerService.BlockingInterface.class);
  }

  private static LeaderLatch lead(ServerName manager) throws Exception {
    LeaderLatch latch =
        new LeaderLatch(
            ZOO_KEEPER.client(), ZOO_KEEPER.site().znodes().manager(), manager.getServerName());
    latch.start();
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    return latch;
  }

  private static void register(String server) throws Exception {
    ZOO_KEEPER
        .client()
        .create()
        .creatingParentsIfNeeded()
        .forPath(
            ZOO_KEEPER.site().znodes().server(ServerName.valueOf(server)),
            Statuses.registration(server).toByteArray());
  }
}
