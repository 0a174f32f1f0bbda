// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.BalanceRound;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerLoad;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.SlotMove;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.testing.fixtures.CliRun;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BalanceCommandTest {
  @RegisterExtension private static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  /** A manager that answers {@link #explain} only. */
  private static final class FakeManager implements CompactionManagerService.BlockingInterface {
    @Override
    public ReportResponse report(RpcController controller, ServerReport report) {
      throw new UnsupportedOperationException("not asked");
    }

    @Override
    public RegionServerReportResponse reportRegionServer(
        RpcController controller, RegionServerReport report) {
      throw new UnsupportedOperationException("not asked");
    }

    @Override
    public StatusResponse status(RpcController controller, StatusRequest request) {
      throw new UnsupportedOperationException("not asked");
    }

    @Override
    public ExplainResponse explain(RpcController controller, ExplainRequest request) {
      return ExplainResponse.newBuilder()
          .setEnabled(true)
          .addRound(round("gold", "not-loaded", 5).setReason("no server is loaded"))
          .addRound(
              round("default", "moved", 1)
                  .setReason("slots move")
                  .addServer(server("s1.example,16040,1", "loaded", 0.875))
                  .addServer(server("s2.example,16040,1", "idle", -1))
                  .addMove(
                      SlotMove.newBuilder()
                          .setSlot(17)
                          .setFrom("s1.example,16040,1")
                          .setTo("s2.example,16040,1")
                          .setDemand(3 << 20)
                          .setRegions(2)
                          .setLastRegion("ns:t,beef")))
          .addRound(round("default", "one-slot", 2).setReason("one slot"))
          .build();
    }

    @Override
    public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request) {
      throw new UnsupportedOperationException("not asked in these tests");
    }
  }

  @Test
  void showsTheLastRoundOfEachGroup() throws Exception {
    CliRun run = run();

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("balancing by load: on", "group gold: not-loaded", "the last of 5 rounds")
        .contains("group default: moved (slots move)", "s1.example:16040", "loaded", "ns:t,beef")
        .doesNotContain("one-slot");
  }

  @Test
  void explainShowsAllRoundsNewestFirst() throws Exception {
    CliRun run = run("--explain");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).containsSubsequence("not-loaded", "moved", "one-slot");
  }

  @Test
  void jsonHasTheDocumentedShape() throws Exception {
    JsonObject json = JsonParser.parseString(run("--explain", "--json").out()).getAsJsonObject();

    assertThat(json.get("enabled").getAsBoolean()).isTrue();
    JsonObject round = json.getAsJsonArray("rounds").get(1).getAsJsonObject();
    assertThat(round.keySet())
        .containsExactly("group", "at_ms", "rounds", "verdict", "reason", "servers", "moves");
    JsonObject server = round.getAsJsonArray("servers").get(1).getAsJsonObject();
    assertThat(server.get("cpu_load").isJsonNull()).isTrue();
    assertThat(server.get("pressure_percent").getAsInt()).isEqualTo(90);
    JsonObject move = round.getAsJsonArray("moves").get(0).getAsJsonObject();
    assertThat(move.get("slot").getAsInt()).isEqualTo(17);
    assertThat(move.get("last_region").getAsString()).isEqualTo("ns:t,beef");
  }

  @Test
  void withoutManagerExits3() {
    CliRun run = CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "balance");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).containsExactly("lighter: no manager is running");
  }

  private static CliRun run(String... options) throws Exception {
    String[] line = new String[options.length + 1];
    line[0] = "balance";
    System.arraycopy(options, 0, line, 1, options.length);
    try (RpcEndpoint manager =
            RpcEndpoint.start(
                ZOO_KEEPER.site().conf(),
                new RpcEndpoint.Settings("fake-manager", "127.0.0.1", "127.0.0.1", 0, 1),
                CompactionManagerService.newReflectiveBlockingService(new FakeManager()),
                CompactionManagerService.BlockingInterface.class);
        LeaderLatch latch =
            new LeaderLatch(
                ZOO_KEEPER.client(),
                ZOO_KEEPER.site().znodes().manager(),
                manager.serverName().getServerName())) {
      latch.start();
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
      return CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), line);
    }
  }

  private static BalanceRound.Builder round(String group, String verdict, int rounds) {
    return BalanceRound.newBuilder()
        .setGroup(group)
        .setAtMs(1_700_000_000_000L)
        .setRounds(rounds)
        .setVerdict(verdict);
  }

  private static ServerLoad.Builder server(String name, String state, double cpu) {
    return ServerLoad.newBuilder()
        .setServer(name)
        .setState(state)
        .setPressure(90)
        .setSlots(2048)
        .setDemand(10 << 20)
        .setCompacted(9 << 20)
        .setExpectedWaitMs(4000)
        .setMemory(0.5)
        .setCpu(cpu)
        .setRunning(4)
        .setQueued(2);
  }
}
