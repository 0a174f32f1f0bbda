// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.UnreachableServer;
import io.lighter.manager.ManagerCluster;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;

class JobCancellerTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);
  private static final ServerName C = ServerName.valueOf("c", 16040, 1);
  private static final Set<ServerName> LIVE = new LinkedHashSet<>(List.of(A, B, C));
  private static final String FIRST = "cj-00000000000000000001";
  private static final String SECOND = "cj-00000000000000000002";

  private final ManualClock clock = new ManualClock();
  private final ServerReports reports = new ServerReports(clock);

  /** Called servers, in the order of the calls. */
  private final List<ServerName> asked = new ArrayList<>();

  /** Server with all jobs. */
  private ServerName owner = A;

  private ServerName broken;
  private Duration answersTake = Duration.ZERO;
  private final JobCanceller canceller = new JobCanceller(reports, () -> LIVE, this::stub, clock);

  @Test
  void serverThatReportedTheJobIsCalledFirst() throws Exception {
    owner = C;
    reports.add(
        ManagerCluster.report(C, 1).toBuilder().addJob(job(FIRST)).build(), Set.copyOf(LIVE));

    CancelJobsResponse response = cancel(FIRST);

    assertThat(response.getCancelledList()).containsExactly(FIRST);
    assertThat(asked).containsExactly(C);
  }

  @Test
  void unreportedJobIsSearchedOnAllServers() throws Exception {
    owner = B;

    assertThat(cancel(FIRST).getCancelledList()).containsExactly(FIRST);
    assertThat(asked).containsExactly(A, B);
  }

  @Test
  void failedServerIsNamedOnceAndNotCalledAgain() throws Exception {
    broken = A;
    owner = B;

    CancelJobsResponse response = cancel(FIRST, SECOND);

    assertThat(response.getCancelledList()).containsExactly(FIRST, SECOND);
    assertThat(response.getUnreachableList())
        .extracting(UnreachableServer::getServer, UnreachableServer::getMessage)
        .containsExactly(tuple(A.getServerName(), "no route to a"));
    assertThat(asked).containsExactly(A, B, B);
  }

  @Test
  void callsEndWhenTheTimeIsUsedUp() throws Exception {
    answersTake = Duration.ofSeconds(15);
    owner = null;

    CancelJobsResponse response = cancel(FIRST);

    assertThat(asked).containsExactly(A, B);
    assertThat(response.getCancelledList()).isEmpty();
    assertThat(response.getUnreachableList())
        .extracting(UnreachableServer::getServer)
        .containsExactly(C.getServerName());
    assertThat(response.getUnreachable(0).getMessage()).startsWith("not asked");
  }

  private CancelJobsResponse cancel(String... jobs) throws IOException {
    return canceller.cancel(
        CancelJobsRequest.newBuilder().addAllJobId(List.of(jobs)).setReason("test").build());
  }

  private static JobReport job(String id) {
    return JobReport.newBuilder()
        .setJobId(id)
        .setState(JobState.QUEUED)
        .setTable("t")
        .setRegion("r")
        .setFamily("f")
        .setRegionServer("rs")
        .setMajor(true)
        .setInputBytes(1)
        .setInputFiles(1)
        .setPriority(1)
        .setAgeMs(1)
        .setRunningMs(0)
        .build();
  }

  private CompactionServerService.BlockingInterface stub(ServerName server) {
    return (CompactionServerService.BlockingInterface)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CompactionServerService.BlockingInterface.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("cancel");
              return answer(server, (CancelRequest) arguments[1]);
            });
  }

  private CancelResponse answer(ServerName server, CancelRequest request) throws ServiceException {
    asked.add(server);
    clock.advance(answersTake);
    if (server.equals(broken)) {
      throw new ServiceException(new IOException("no route to " + server.getHostname()));
    }
    assertThat(request.getByOperator()).isTrue();
    return server.equals(owner)
        ? CancelResponse.newBuilder().setCancelled(true).addJobId(request.getJobId()).build()
        : CancelResponse.newBuilder().setCancelled(false).build();
  }
}
