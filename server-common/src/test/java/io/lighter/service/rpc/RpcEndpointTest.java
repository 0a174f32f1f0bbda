// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.rpc.RpcCaller;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.RequestTooBigException;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingService;
import org.junit.jupiter.api.Test;

class RpcEndpointTest {
  private static final int REQUESTS = 300;
  private static final int HANDLERS = 2;

  /** At the handlers, and in HBase's queue of ten for each. */
  private static final int TAKEN = HANDLERS * 10;

  private static final int CALLS_AT_A_TIME = 100;

  private static final String SLOW = "ReportRegionServer";
  private static final StatusResponse STATUS =
      StatusResponse.newBuilder()
          .setLeader("manager.example,16080,1795251960860")
          .setVersion("1")
          .setUptimeMs(2)
          .setSwitchedOn(true)
          .setRegions(3)
          .build();

  private final Semaphore begun = new Semaphore(0);
  private final Configuration conf = HBaseConfiguration.create();
  private final List<RegionServerReport> kept = new CopyOnWriteArrayList<>();

  @Test
  void retainedRequestsKeepTheirContent() throws Exception {
    try (RpcEndpoint endpoint = RpcEndpoint.start(conf, settings(), keeping(), serviceInterface());
        RpcCaller caller = new RpcCaller(conf)) {
      var manager = caller.manager(endpoint.serverName(), Duration.ofSeconds(60));
      for (int i = 0; i < REQUESTS; i++) {
        manager.reportRegionServer(null, report(i));
      }

      // The retained requests were not read meanwhile, so aliased buffers would be overwritten by
      // now.
      assertThat(kept).isEqualTo(IntStream.range(0, REQUESTS).mapToObj(this::report).toList());
    }
  }

  @Test
  void onlyConnectionsWithoutKnownCallerAreCounted() throws Exception {
    Semaphore unauthenticated = new Semaphore(0);
    try (RpcEndpoint endpoint =
        RpcEndpoint.start(
            conf, settings(), keeping(), serviceInterface(), unauthenticated::release)) {
      try (RpcCaller caller = new RpcCaller(conf)) {
        caller
            .manager(endpoint.serverName(), Duration.ofSeconds(60))
            .reportRegionServer(null, report(1));
      }
      new Socket(InetAddress.getLoopbackAddress(), endpoint.serverName().getPort()).close();

      assertThat(unauthenticated.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
      assertThat(unauthenticated.availablePermits()).isZero();
    }
  }

  @Test
  void tooLargeRequestIsRefusedBeforeParsing() throws Exception {
    RegionServerReport large =
        report(1).toBuilder().setVersion("v".repeat(RpcEndpoint.MOST_REQUEST_BYTES)).build();
    try (RpcEndpoint endpoint = RpcEndpoint.start(conf, settings(), keeping(), serviceInterface());
        RpcCaller caller = new RpcCaller(conf)) {
      var manager = caller.manager(endpoint.serverName(), Duration.ofSeconds(60));

      assertThatThrownBy(() -> RpcCaller.call(() -> manager.reportRegionServer(null, large)))
          .as("whichever comes first")
          .isInstanceOfAny(RequestTooBigException.class, ConnectionClosedException.class);
      manager.reportRegionServer(null, report(2));

      assertThat(kept).containsExactly(report(2));
    }
  }

  @Test
  void callsBeyondTheQueueAreDroppedAndOtherCallsOfTheConnectionAnswered() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    ExecutorService users = Executors.newFixedThreadPool(CALLS_AT_A_TIME);
    CompletionService<RegionServerReportResponse> calls = new ExecutorCompletionService<>(users);
    try (RpcEndpoint endpoint =
            RpcEndpoint.start(conf, settings(), after(open), serviceInterface());
        RpcCaller caller = new RpcCaller(conf)) {
      var manager = caller.manager(endpoint.serverName(), Duration.ofSeconds(60));
      for (int i = 0; i < CALLS_AT_A_TIME; i++) {
        RegionServerReport report = report(i);
        var unused =
            calls.submit(() -> RpcCaller.call(() -> manager.reportRegionServer(null, report)));
      }

      for (int dropped = 0; dropped < CALLS_AT_A_TIME - TAKEN; dropped++) {
        assertThat(calls.poll(60, TimeUnit.SECONDS))
            .failsWithin(Duration.ZERO)
            .withThrowableOfType(ExecutionException.class)
            .withCauseInstanceOf(CallDroppedException.class);
      }
      open.countDown();
      for (int answered = 0; answered < TAKEN; answered++) {
        assertThat(calls.poll(60, TimeUnit.SECONDS)).succeedsWithin(Duration.ZERO);
      }
    } finally {
      users.shutdownNow();
    }
  }

  @Test
  void slowCallsDoNotDelayOtherCalls() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    ExecutorService users = Executors.newFixedThreadPool(TAKEN);
    List<Future<RegionServerReportResponse>> waiting = new ArrayList<>();
    try (RpcEndpoint endpoint =
            RpcEndpoint.start(conf, settings(Set.of(SLOW)), after(open), serviceInterface());
        RpcCaller caller = new RpcCaller(conf)) {
      var manager = caller.manager(endpoint.serverName(), Duration.ofSeconds(60));
      for (int i = 0; i < TAKEN; i++) {
        RegionServerReport report = report(i);
        waiting.add(
            users.submit(() -> RpcCaller.call(() -> manager.reportRegionServer(null, report))));
      }
      assertThat(begun.tryAcquire(HANDLERS, 60, TimeUnit.SECONDS)).isTrue();

      assertThat(manager.status(null, StatusRequest.getDefaultInstance())).isEqualTo(STATUS);
      assertThat(waiting).noneMatch(Future::isDone);
      open.countDown();
      for (Future<RegionServerReportResponse> call : waiting) {
        assertThat(call).succeedsWithin(Duration.ofSeconds(60));
      }
    } finally {
      users.shutdownNow();
    }
  }

  @Test
  void slowMethodThatTheServiceLacksIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RpcEndpoint.start(conf, settings(Set.of("Submit")), keeping(), serviceInterface()))
        .withMessage("CompactionManagerService has no method Submit");
  }

  private RegionServerReport report(int i) {
    return RegionServerReport.newBuilder()
        .setRegionServer("region-server-" + i + ".example,16020,1795251960860")
        .setVersion("version-" + i)
        .setOffloaded(i)
        .setFailedAttempts(0)
        .setCancelled(0)
        .setAway(0)
        .setWarmupsCompleted(0)
        .setWarmupsEndedEarly(0)
        .build();
  }

  private static Class<?> serviceInterface() {
    return CompactionManagerService.BlockingInterface.class;
  }

  private BlockingService keeping() {
    return after(new CountDownLatch(0));
  }

  private BlockingService after(CountDownLatch open) {
    return CompactionManagerService.newReflectiveBlockingService(
        (CompactionManagerService.BlockingInterface)
            Proxy.newProxyInstance(
                RpcEndpointTest.class.getClassLoader(),
                new Class<?>[] {serviceInterface()},
                (proxy, method, args) -> {
                  if (args[1] instanceof StatusRequest) {
                    return STATUS;
                  }
                  begun.release();
                  open.await();
                  kept.add((RegionServerReport) args[1]);
                  return RegionServerReportResponse.getDefaultInstance();
                }));
  }

  private static RpcEndpoint.Settings settings() {
    return settings(Set.of());
  }

  private static RpcEndpoint.Settings settings(Set<String> slowMethods) {
    return new RpcEndpoint.Settings("test", "127.0.0.1", "localhost", 0, HANDLERS, slowMethods);
  }
}
