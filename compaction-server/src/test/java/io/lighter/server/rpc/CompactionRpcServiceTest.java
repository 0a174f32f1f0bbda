// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.CompactionJobId;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputResponse;
import io.lighter.common.protocol.LighterProtos.StoreFileName;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.OutputOrigin;
import io.lighter.server.channel.ChannelOffers;
import io.lighter.server.channel.RetainedBlocks;
import io.lighter.server.index.BuildJobPool;
import io.lighter.server.index.BuildJobValidator;
import io.lighter.server.job.JobEvents;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.job.TestJobs;
import io.lighter.server.metrics.ServerMetrics;
import io.lighter.server.pacing.ReportedPressure;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.service.rpc.CallerCheck;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.s3a.AWSServiceThrottledException;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionRpcServiceTest {
  private static final long DEADLINE = 1_000_000;

  /** HBase's clock for the deadlines of calls; advances during calls to HDFS. */
  private final AtomicLong clock = new AtomicLong();

  private final EnvironmentEdge clockBefore = EnvironmentEdgeManager.getDelegate();
  private final SlowFileSystem hdfs = new SlowFileSystem();
  private final ManualClock schedulerClock = new ManualClock();
  private final ServerMetrics metrics = new ServerMetrics();
  private final OutputCache cache =
      new OutputCache(new OutputCache.Settings(0, 1, Duration.ofDays(1)), schedulerClock, metrics);
  private final JobScheduler scheduler =
      new JobScheduler(
          new JobScheduler.Limits(1, 1, 1 << 20, 0, Duration.ZERO),
          schedulerClock,
          job -> List.of(),
          (spec, outputs) -> {},
          new NoEvents(),
          cache::retainedBytes);
  private final BuildJobPool builds =
      new BuildJobPool(
          0,
          schedulerClock,
          (job, done) -> {
            throw new AssertionError("no thread");
          },
          metrics);
  private final Map<CompactionJobId, ReportedPressure> reported = new HashMap<>();
  private CompactionRpcService service;

  @BeforeEach
  void callWithADeadline() throws IOException {
    service =
        new CompactionRpcService(
            new SubmitValidator(hdfs, new Path("file:/hbase"), new ReplicaOrder()),
            scheduler,
            metrics,
            new CallerCheck(new Configuration(false), () -> {}),
            new ChunkCalls(cache, ChannelOffers.NONE),
            reported::put,
            new BuildJobCalls(new BuildJobValidator(hdfs, new Path("file:/hbase")), builds));
    EnvironmentEdgeManager.injectEdge(clock::get);
    RpcServer.setCurrentCall(call());
  }

  @AfterEach
  void stop() {
    RpcServer.setCurrentCall(null);
    EnvironmentEdgeManager.injectEdge(clockBefore);
    scheduler.close();
    builds.close();
    cache.close();
    metrics.close();
  }

  @Test
  void submitAfterItsDeadlineIsRefusedAndStartsNoJob() throws Exception {
    hdfs.answersAt = DEADLINE + 1;

    SubmitResponse response = submit();

    assertThat(response.getRefusal()).isEqualTo(Refusal.BUSY);
    assertThat(response.getMessage()).isEqualTo("the caller waits no longer");
    assertThat(scheduler.load().jobs()).isEmpty();
    assertThat(metrics.refusedRequests()).isEqualTo(1);
  }

  @Test
  void submitBeforeItsDeadlineIsAccepted() throws Exception {
    hdfs.answersAt = DEADLINE;

    assertThat(submit().hasRefusal()).isFalse();

    assertThat(scheduler.load().jobs()).hasSize(1);
    assertThat(metrics.refusedRequests()).isZero();
  }

  /** Region servers cannot create the store's exception, and would blame the server. */
  @Test
  void submitWhileTheStoreIsBusyIsRefusedForNow() throws Exception {
    hdfs.failure = new AWSServiceThrottledException();

    SubmitResponse response = submit();

    assertThat(response.getRefusal()).isEqualTo(Refusal.BUSY);
    assertThat(response.getStoreBusy()).isTrue();
    assertThat(scheduler.load().jobs()).isEmpty();
    assertThat(metrics.refusedRequests()).isEqualTo(1);
  }

  @Test
  void submitWhoseCheckFailsOtherwiseIsAnError() {
    hdfs.failure = new IOException("no answer");

    assertThatExceptionOfType(ServiceException.class)
        .isThrownBy(this::submit)
        .withMessageContaining("no answer");
  }

  @Test
  void heartbeatPassesOnWhatTheRegionServerFeels() throws Exception {
    CompactionJobId id = CompactionJobId.random();

    service.heartbeat(
        null,
        HeartbeatRequest.newBuilder()
            .setJobId(id.value())
            .setWalSyncPercent(310)
            .setUrgent(true)
            .build());

    assertThat(reported)
        .containsExactly(
            Map.entry(
                id,
                new ReportedPressure(
                    OptionalDouble.of(3.1), OptionalDouble.empty(), Optional.of(true))));
  }

  @Test
  void secondaryReplicaFindsTheJobOfARetainedFileAndGetsNoList(@TempDir java.nio.file.Path folder)
      throws Exception {
    CompactionJobId id = CompactionJobId.random();
    RetainedBlocks.keep(cache, id, folder, 1, 1);
    String file = RetainedBlocks.fileOf(id);
    long lookups = count(LighterMetric.SERVER_LOOKUPS);
    long successes = count(LighterMetric.SERVER_LOOKUPS_FOUND);

    ListChunksResponse found = service.listChunks(null, find("r", file));

    assertThat(found)
        .isEqualTo(ListChunksResponse.newBuilder().setKept(true).setJobId(id.value()).build());
    assertThat(service.listChunks(null, find("another", file)))
        .isEqualTo(ListChunksResponse.newBuilder().setKept(false).build());
    assertThat(count(LighterMetric.SERVER_LOOKUPS)).isEqualTo(lookups + 2);
    assertThat(count(LighterMetric.SERVER_LOOKUPS_FOUND)).isEqualTo(successes + 1);
    ReleaseOutputResponse unused =
        service.releaseOutput(
            null, ReleaseOutputRequest.newBuilder().setJobId(id.value()).setReplicaId(1).build());
    assertThat(cache.isRetained(id)).as("the primary replica needs it").isTrue();
  }

  private static long count(LighterMetric counter) {
    return MetricRegistries.global()
        .get(MetricProcess.COMPACTION_SERVER.registry())
        .flatMap(registry -> registry.get(counter.metricName()))
        .map(metric -> ((Counter) metric).getCount())
        .orElseThrow();
  }

  @Test
  void outputThatThePrimaryDiscardsDoesNotWaitForSecondaries(@TempDir java.nio.file.Path folder)
      throws Exception {
    OutputCache.Settings settings =
        new OutputCache.Settings(1 << 20, 1 << 16, Duration.ofDays(1), Duration.ofDays(1));
    try (OutputCache spare = new OutputCache(settings, schedulerClock, metrics)) {
      CompactionJobId id = CompactionJobId.random();
      OutputOrigin origin = new OutputOrigin("t", "r", "f", "rs", 2);
      RetainedBlocks.keep(spare, id, folder, 1, 1, origin);
      ChunkCalls calls = new ChunkCalls(spare, ChannelOffers.NONE);

      calls.release(id, discard(id).setReplicaId(1).build());
      assertThat(spare.isRetained(id)).as("only the primary replica commits").isTrue();
      calls.release(id, discard(id).build());

      assertThat(spare.isRetained(id)).isFalse();
      assertThat(spare.usedBytes()).isZero();
    }
  }

  private static ReleaseOutputRequest.Builder discard(CompactionJobId id) {
    return ReleaseOutputRequest.newBuilder().setJobId(id.value()).setDiscarded(true);
  }

  private static ListChunksRequest find(String region, String file) {
    return ListChunksRequest.newBuilder()
        .setJobId("")
        .setFind(StoreFileName.newBuilder().setRegion(region).setFamily("f").setName(file))
        .build();
  }

  private SubmitResponse submit() throws ServiceException {
    return service.submit(null, TestJobs.request().build());
  }

  private static RpcCall call() {
    return (RpcCall)
        Proxy.newProxyInstance(
            CompactionRpcServiceTest.class.getClassLoader(),
            new Class<?>[] {RpcCall.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "getDeadline" -> DEADLINE;
                  case "getRequestUser", "getRequestUserName" -> Optional.empty();
                  case "getRemoteAddress" -> InetAddress.getLoopbackAddress();
                  default -> throw new AssertionError("not expected: " + method.getName());
                });
  }

  /** Has the files that a request names, and answers late. */
  private final class SlowFileSystem extends FilterFileSystem {
    private final SubmitFuzzTest.EveryFile files = new SubmitFuzzTest.EveryFile();
    private long answersAt;

    /** Thrown instead of an answer; null: none. */
    private IOException failure;

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path folder) throws IOException {
      if (failure != null) {
        throw failure;
      }
      clock.set(answersAt);
      return files.listLocatedStatus(folder);
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
      return false;
    }
  }

  private static final class NoEvents implements JobEvents {
    @Override
    public void accepted() {}

    @Override
    public void started(long waitMs) {}

    @Override
    public void completed(long runMs, long bytesRead, long bytesWritten) {}

    @Override
    public void failed() {}

    @Override
    public void storeBusy() {}

    @Override
    public void cancelled() {}

    @Override
    public void unowned() {}

    @Override
    public void adopted() {}

    @Override
    public void paused() {}
  }
}
