// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.manager.cluster.Membership;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import io.lighter.manager.plan.LoadHistory;
import io.lighter.manager.plan.WantedServers;
import io.lighter.manager.report.DataNodeLoads;
import io.lighter.manager.report.JobCanceller;
import io.lighter.manager.report.RegionServerReports;
import io.lighter.manager.report.ServerReports;
import io.lighter.manager.report.ThroughputShares;
import io.lighter.manager.web.ServerJson;
import io.lighter.testing.fixtures.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages to a manager, one after another, each after a byte that selects its type, and its
 * length.
 */
class ReportFuzzTest {
  private static final long LIMIT = 1_000_000;
  private static final int MAX_MESSAGES = 10;
  private static final Set<ServerName> LIVE =
      Set.of(Snapshots.A, Snapshots.B, ServerName.valueOf("c,1,1"));

  private static final int SERVER_REPORT = 0;
  private static final int REGION_SERVER_REPORT = 1;
  private static final int REGISTRATION = 2;
  private static final int CANCEL = 3;

  static List<byte[]> seeds() throws IOException {
    ByteArrayOutputStream seed = new ByteArrayOutputStream();
    ServerReport.Builder report =
        Snapshots.server(Snapshots.A)
            .addJob(Snapshots.job(JobState.COMPACTING).addDatanode("dn"))
            .setBytesPerSecond(5)
            .setCompactingMs(10);
    add(seed, SERVER_REPORT, report.build());
    add(seed, SERVER_REPORT, report.setCompletedJobs(3).setCompactedBytes(1 << 20).build());
    add(seed, SERVER_REPORT, Snapshots.server(Snapshots.B).setBytesPerSecond(7).build());
    add(seed, REGION_SERVER_REPORT, Snapshots.client("busy", 4));
    add(
        seed,
        REGISTRATION,
        ServerRegistration.newBuilder()
            .setServer("a,1,1")
            .setVersion("1")
            .setGroup("default")
            .setCacheBytes(1)
            .setThreads(1)
            .build());
    add(
        seed,
        CANCEL,
        CancelJobsRequest.newBuilder()
            .addJobId("cj-00000000000000000001")
            .setReason("test")
            .build());
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    add(
        table,
        CANCEL,
        CancelJobsRequest.newBuilder().setQueuedOfTable("ns:t").setReason("test").build());
    ByteArrayOutputStream hostile = new ByteArrayOutputStream();
    report.clearJob().setThreads(-1).setUptimeMs(Long.MAX_VALUE).setCpuLoad(Double.NaN);
    add(hostile, SERVER_REPORT, report.setBytesPerSecond(-1).build());
    add(hostile, SERVER_REPORT, report.setCompletedJobs(-3).setCompactedBytes(-4).build());
    report.setServer(Snapshots.B.getServerName()).addJob(Snapshots.job(JobState.QUEUED));
    add(hostile, SERVER_REPORT, report.setBytesPerSecond(Long.MAX_VALUE).build());
    report.setServer("c,1,1");
    add(hostile, SERVER_REPORT, report.build());
    return List.of(seed.toByteArray(), table.toByteArray(), hostile.toByteArray());
  }

  private static void add(ByteArrayOutputStream seed, int kind, MessageLite message)
      throws IOException {
    seed.write(kind);
    message.writeDelimitedTo(seed);
  }

  @MethodSource("seeds")
  @FuzzTest
  void managerAcceptsOrRefusesAnyMessage(byte[] input) throws IOException {
    Manager manager = new Manager();
    ByteArrayInputStream in = new ByteArrayInputStream(input);
    for (int i = 0; i < MAX_MESSAGES && in.available() > 0; i++) {
      try {
        manager.take(in.read(), in);
      } catch (InvalidProtocolBufferException e) {
        break; // handled by protobuf
      }
    }
    manager.look();
  }

  /** The parts of a manager that receive reports, on a clock of their own. */
  private static final class Manager {
    private final ManualClock clock = new ManualClock();
    private final ServerReports reports = new ServerReports(clock);
    private final RegionServerReports regionServers = new RegionServerReports(clock);
    private final ThroughputShares shares = new ThroughputShares(() -> LIMIT, clock);
    private final DataNodeLoads dataNodes =
        new DataNodeLoads(() -> reports.recent(DataNodeLoads.MAX_AGE), clock);
    private final LoadHistory history = new LoadHistory(clock);
    private final WantedServers wanted = new WantedServers(clock, 1);
    private final Monitor monitor = new Monitor(new Source());

    void take(int kind, ByteArrayInputStream in) throws IOException {
      switch (kind & 3) {
        case SERVER_REPORT -> take(ServerReport.parseDelimitedFrom(in));
        case REGION_SERVER_REPORT -> take(RegionServerReport.parseDelimitedFrom(in));
        case REGISTRATION -> register(ServerRegistration.parseDelimitedFrom(in));
        default -> cancel(CancelJobsRequest.parseDelimitedFrom(in));
      }
      clock.advance(Duration.ofMinutes(1));
    }

    private void take(ServerReport report) {
      if (report == null) {
        return;
      }
      reports.add(report, LIVE);
      history.add(report);
      for (ServerName server : reports.all().keySet()) {
        OptionalLong share = shares.share("term", server, report, LIVE);
        assertThat(share.orElse(0)).isBetween(0L, LIMIT);
        assertThat(dataNodes.elsewhere(server)).doesNotContainNull();
      }
      assertThat(
              JsonParser.parseString(
                      ServerJson.withJobs(
                              ServerStatus.newBuilder()
                                  .setReport(report)
                                  .setReportAgeMs(0)
                                  .setSlots(0)
                                  .setOccupiedSlots(0)
                                  .setRegions(0)
                                  .build())
                          .toString())
                  .isJsonObject())
          .isTrue();
    }

    private void take(RegionServerReport report) {
      if (report != null) {
        regionServers.add(report);
        history.add(report);
      }
    }

    private static void register(ServerRegistration registration) {
      if (registration == null) {
        return;
      }
      String name = registration.getServer();
      Membership.parse(name, registration.toByteArray())
          .ifPresent(
              each ->
                  assertThat(ServerName.valueOf(name).getServerName()).isEqualToIgnoringCase(name));
    }

    private void cancel(CancelJobsRequest request) {
      if (request == null) {
        return;
      }
      JobCanceller canceller =
          new JobCanceller(
              reports,
              Set::of,
              server -> {
                throw new AssertionError("nobody is live");
              },
              clock);
      try {
        assertThat(canceller.cancel(request).getCancelledCount()).isZero();
      } catch (DoNotRetryIOException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
      TableNames.forget();
    }

    void look() {
      clock.advance(Duration.ofMinutes(6));
      wanted.measured(history.load(), new WantedServers.Cluster(100, 1, 1 << 20, 1));
      assertThat(wanted.wanted()).isGreaterThanOrEqualTo(WantedServers.UNKNOWN);
      monitor.tick();
      monitor.tick();
      assertThat(monitor.view()).isPresent();
      assertThat(monitor.history().totals(Duration.ofHours(1))).isNotEmpty();
    }

    private final class Source implements Monitor.Source {
      private long timeMs = 1_000;

      @Override
      public boolean isConnected() {
        return true;
      }

      @Override
      public boolean leads() {
        return true;
      }

      @Override
      public boolean anotherLeads() {
        return false;
      }

      @Override
      public long timeMs() {
        return timeMs;
      }

      @Override
      public Snapshot read() {
        timeMs += Monitor.INTERVAL.toMillis();
        ServerReport[] all =
            reports.all().values().stream()
                .map(ServerReports.Received::report)
                .toArray(ServerReport[]::new);
        return new Snapshot(
            timeMs,
            Snapshots.status(all).build(),
            Set.of(),
            Map.copyOf(regionServers.all()),
            List.of());
      }
    }
  }
}
