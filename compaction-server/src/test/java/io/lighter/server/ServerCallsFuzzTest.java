// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.DataNodeLoad;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.index.build.BuildJob;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.channel.ChannelOffers;
import io.lighter.server.channel.RetainedBlocks;
import io.lighter.server.index.BuildJobFuzzTest;
import io.lighter.server.index.BuildJobPool;
import io.lighter.server.index.BuildJobRequests;
import io.lighter.server.index.BuildJobValidator;
import io.lighter.server.job.Job;
import io.lighter.server.job.JobEvents;
import io.lighter.server.job.JobPhase;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import io.lighter.server.metrics.ServerMetrics;
import io.lighter.server.pacing.PaceSettings;
import io.lighter.server.pacing.ReadPaces;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.server.rpc.BuildJobCalls;
import io.lighter.server.rpc.ChunkCalls;
import io.lighter.server.rpc.CompactionRpcService;
import io.lighter.server.rpc.SubmitFuzzTest;
import io.lighter.server.rpc.SubmitValidator;
import io.lighter.server.throughput.SharedThroughput;
import io.lighter.service.rpc.CallerCheck;
import io.lighter.testing.fixtures.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcCallback;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingService;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sequences of calls to a compaction server, each after a byte that selects the call and a length;
 * the manager's answer to a report is one of them. At first one job runs, another one is complete
 * with a retained output, and a third one belongs to a region server that makes no calls.
 */
class ServerCallsFuzzTest {
  private static final int MAX_CALLS = 10;
  private static final int THREADS = 4;
  private static final int QUEUE = 2;
  private static final int BLOCKS = 3;
  private static final int BLOCK_BYTES = 2_000;
  private static final int LONGEST_MESSAGE = 1_000;

  private static final CompactionJobId RUNNING = new CompactionJobId("cj-0000000000000000000a");
  private static final CompactionJobId RETAINED = new CompactionJobId("cj-0000000000000000000b");
  private static final CompactionJobId NEW = new CompactionJobId("cj-0000000000000000000c");

  /** Occurs in no input. */
  private static final CompactionJobId FOREIGN = CompactionJobId.random();

  private static final OutputFile OUTPUT =
      OutputFile.newBuilder().setName("out").setLength(1).setCells(1).build();
  private static final List<MethodDescriptor> METHODS =
      CompactionServerService.getDescriptor().getMethods();

  @TempDir private static Path folder;

  private static final ManualClock CLOCK = new ManualClock();
  private static final ServerMetrics METRICS = new ServerMetrics();
  private static final OutputCache CACHE =
      new OutputCache(
          new OutputCache.Settings(1 << 20, BLOCK_BYTES, Duration.ofDays(1)), CLOCK, METRICS);
  private static final SubmitValidator VALIDATOR =
      new SubmitValidator(
          new SubmitFuzzTest.EveryFile(),
          new org.apache.hadoop.fs.Path("file:/hbase"),
          new ReplicaOrder());

  private static final BuildJobValidator BUILD_VALIDATOR =
      new BuildJobValidator(
          new BuildJobFuzzTest.EveryBuild(), new org.apache.hadoop.fs.Path("file:/hbase"));

  private static CallerCheck callers;

  @BeforeAll
  static void everybodyMayCall() throws IOException {
    callers = new CallerCheck(new Configuration(false), () -> {});
  }

  @AfterAll
  static void everythingIsFreedInTheEnd() {
    CACHE.close();
    METRICS.close();
    assertThat(CACHE.usedBytes()).isZero();
  }

  static List<byte[]> seeds() throws IOException {
    ListChunksRequest.Builder list = ListChunksRequest.newBuilder().setWantChannel(true);
    FetchChunkRequest.Builder fetch =
        FetchChunkRequest.newBuilder()
            .setJobId(RETAINED.value())
            .setFile(RetainedBlocks.fileOf(RETAINED));
    CancelRequest.Builder cancel = CancelRequest.newBuilder().setReason("test");
    ByteArrayOutputStream warmup = new ByteArrayOutputStream();
    add(warmup, "Heartbeat", heartbeat(RETAINED.value()));
    add(warmup, "ListChunks", list.setJobId(RETAINED.value()).build());
    add(warmup, "FetchChunk", fetch.setChunk(1).build());
    add(warmup, "FetchChunk", fetch.setChunk(Integer.MIN_VALUE).build());
    add(
        warmup,
        "FetchChunk",
        fetch.setChunk(0).setFile("../" + RetainedBlocks.fileOf(RETAINED)).build());
    add(warmup, "Finish", FinishRequest.newBuilder().setJobId(RETAINED.value()).build());
    add(
        warmup,
        "ReleaseOutput",
        ReleaseOutputRequest.newBuilder().setJobId(RETAINED.value()).build());
    add(warmup, "FetchChunk", fetch.build());

    ByteArrayOutputStream job = new ByteArrayOutputStream();
    add(job, "Submit", request(NEW));
    add(job, "Submit", request(NEW).toBuilder().setPriority(Integer.MIN_VALUE).build());
    add(job, "Heartbeat", heartbeat(NEW.value()));
    add(job, "Cancel", cancel.clone().setQueuedOfTable("t").build());
    add(job, "Cancel", cancel.clone().setJobId(NEW.value()).setByOperator(true).build());
    add(job, "Heartbeat", heartbeat(NEW.value()));
    add(job, "Submit", request(NEW));
    advise(job, ReportResponse.newBuilder().setBytesPerSecond(Long.MAX_VALUE));

    ByteArrayOutputStream hostile = new ByteArrayOutputStream();
    add(hostile, "Heartbeat", heartbeat("cj-../../../etc\n"));
    add(hostile, "Finish", FinishRequest.newBuilder().setJobId(RUNNING.value()).build());
    add(hostile, "Cancel", cancel.clone().build());
    add(hostile, "Cancel", cancel.clone().setQueuedOfTable(":\n").build());
    add(
        hostile,
        "Cancel",
        cancel.clone().setJobId(RETAINED.value()).setReason("x".repeat(2_000)).build());
    add(hostile, "Heartbeat", heartbeat(RETAINED.value()));
    add(hostile, "ListChunks", list.setJobId("").build());
    DataNodeLoad.Builder load = DataNodeLoad.newBuilder().setDatanode("dn").setJobs(-1);
    advise(
        hostile,
        ReportResponse.newBuilder()
            .setBytesPerSecond(-1)
            .addElsewhere(load)
            .addElsewhere(load.clone().setJobs(Integer.MIN_VALUE)));
    add(hostile, "AskBuildJob", AskBuildJobRequest.newBuilder().setJobId("bj-/../\n").build());

    ByteArrayOutputStream build = new ByteArrayOutputStream();
    SubmitBuildJobRequest merge = BuildJobRequests.merge().build();
    add(build, "SubmitBuildJob", merge);
    add(build, "SubmitBuildJob", merge);
    add(build, "SubmitBuildJob", BuildJobRequests.read().build());
    add(build, "AskBuildJob", AskBuildJobRequest.newBuilder().setJobId(merge.getJobId()).build());
    add(
        build,
        "CancelBuildJob",
        CancelBuildJobRequest.newBuilder().setJobId(merge.getJobId()).build());
    add(build, "SubmitBuildJob", merge.toBuilder().setFolder("/x/../y").build());
    byte[] hugeLength = {1, -1, -1, -1, -1, 7, 0};
    return List.of(
        warmup.toByteArray(),
        job.toByteArray(),
        hostile.toByteArray(),
        build.toByteArray(),
        hugeLength);
  }

  private static HeartbeatRequest heartbeat(String job) {
    return HeartbeatRequest.newBuilder().setJobId(job).build();
  }

  private static SubmitRequest request(CompactionJobId job) {
    return TestJobs.request().setJobId(job.value()).setKeepOutput(true).build();
  }

  private static void add(ByteArrayOutputStream seed, String method, MessageLite request)
      throws IOException {
    seed.write(CompactionServerService.getDescriptor().findMethodByName(method).getIndex());
    request.writeDelimitedTo(seed);
  }

  private static void advise(ByteArrayOutputStream seed, ReportResponse.Builder answer)
      throws IOException {
    seed.write(METHODS.size());
    answer.build().writeDelimitedTo(seed);
  }

  @MethodSource("seeds")
  @FuzzTest
  void everyCallIsAnsweredAndTheOtherJobContinues(byte[] input) throws IOException {
    if (!CACHE.isRetained(RETAINED)) {
      RetainedBlocks.keep(CACHE, RETAINED, folder, BLOCKS, BLOCK_BYTES);
    }
    try (Server server = new Server()) {
      ByteArrayInputStream in = new ByteArrayInputStream(input);
      for (int i = 0; i < MAX_CALLS && in.available() > 0; i++) {
        try {
          server.call(in.read(), in);
        } catch (InvalidProtocolBufferException e) {
          break; // handled by protobuf
        }
      }
    } finally {
      TableNames.forget();
    }
    assertThat(CACHE.usedBytes()).as("no call holds any of it").isEqualTo(CACHE.retainedBytes());
  }

  /** A server with its three jobs, on its own threads. */
  private static final class Server implements AutoCloseable {
    private final Completions completions = new Completions();
    private final Set<CompactionJobId> deleted = ConcurrentHashMap.newKeySet();
    private final SharedThroughput throughput = new SharedThroughput(System::nanoTime);
    private final JobScheduler scheduler =
        new JobScheduler(
            new JobScheduler.Limits(THREADS, QUEUE, 1 << 20, 1, Duration.ZERO),
            CLOCK,
            Server::run,
            (spec, outputs) -> delete(spec),
            completions,
            CACHE::retainedBytes);
    private final ReadPaces paces =
        new ReadPaces(new PaceSettings(true, 2, 1, 1), CLOCK, (bytes, delayMs) -> {});
    private final ManagerAdvice advice =
        new ManagerAdvice(throughput, OptionalLong.empty(), scheduler);
    private final BuildJobPool builds = new BuildJobPool(1, CLOCK, Server::build, METRICS);
    private final BlockingService service =
        CompactionServerService.newReflectiveBlockingService(
            new CompactionRpcService(
                VALIDATOR,
                scheduler,
                METRICS,
                callers,
                new ChunkCalls(CACHE, ChannelOffers.NONE),
                paces::report,
                new BuildJobCalls(BUILD_VALIDATOR, builds)));

    Server() {
      for (CompactionJobId job : List.of(FOREIGN, RETAINED, RUNNING)) {
        assertThat(((SubmitResponse) answer("Submit", request(job))).hasRefusal()).isFalse();
      }
      completions.awaitTwo();
    }

    /** Runs jobs, including all that an input submits, until they are given up. */
    private static List<OutputFile> run(Job job) throws IOException {
      if (job.id().equals(RETAINED) || job.id().equals(FOREIGN)) {
        return List.of(OUTPUT);
      }
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException("given up");
      }
      throw new AssertionError("nobody opens it");
    }

    /** Runs a job of an index build until it is given up. */
    private static BuildJob.Result build(BuildJob job, LongAdder done) throws IOException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException("given up");
      }
      throw new AssertionError("nobody opens it");
    }

    private void delete(JobSpec spec) {
      CACHE.release(spec.id());
      deleted.add(spec.id());
    }

    void call(int which, ByteArrayInputStream in) throws IOException {
      int kind = which % (METHODS.size() + 1);
      if (kind == METHODS.size()) {
        take(ReportResponse.parseDelimitedFrom(in));
      } else {
        MethodDescriptor method = METHODS.get(kind);
        Message request =
            service.getRequestPrototype(method).getParserForType().parseDelimitedFrom(in);
        if (request != null) {
          check(request, answer(method.getName(), request));
        }
      }
      CLOCK.advance(Duration.ofMillis(1));
      scheduler.sweep();
      builds.sweep();
      assertThat(builds.running()).isBetween(0, 1);
      assertThat(scheduler.load().queued()).isBetween(0, QUEUE);
      assertThat(CACHE.retainedReports()).hasSizeLessThanOrEqualTo(1);
    }

    private void take(ReportResponse answer) {
      if (answer != null) {
        advice.accept(answer);
        assertThat(throughput.limit().orElse(0)).isNotNegative();
      }
    }

    /** Answers as HBase's server does, including the work at the end of the call. */
    private Message answer(String method, Message request) {
      List<RpcCallback> atItsEnd = new ArrayList<>();
      RpcServer.setCurrentCall(callThatEndsWith(atItsEnd));
      try {
        Message response =
            service.callBlockingMethod(
                CompactionServerService.getDescriptor().findMethodByName(method), null, request);
        assertThat(response.isInitialized()).isTrue();
        for (RpcCallback callback : atItsEnd) {
          callback.run();
        }
        return response;
      } catch (ServiceException e) { // for an invalid table
        assertThat(e).hasCauseInstanceOf(DoNotRetryIOException.class);
        assertIsASentence(e.getCause().getMessage());
        return CancelResponse.newBuilder().setCancelled(false).build();
      } catch (IOException e) {
        throw new AssertionError("a callback failed", e);
      } finally {
        RpcServer.setCurrentCall(null);
      }
    }

    private static RpcCall callThatEndsWith(List<RpcCallback> callbacks) {
      return (RpcCall)
          Proxy.newProxyInstance(
              ServerCallsFuzzTest.class.getClassLoader(),
              new Class<?>[] {RpcCall.class},
              (proxy, method, args) ->
                  switch (method.getName()) {
                    case "getDeadline" -> Long.MAX_VALUE;
                    case "getRequestUser", "getRequestUserName" -> Optional.empty();
                    case "getRemoteAddress" -> InetAddress.getLoopbackAddress();
                    case "setCallBack" -> {
                      callbacks.add((RpcCallback) args[0]);
                      yield null;
                    }
                    default -> throw new AssertionError("not expected: " + method.getName());
                  });
    }

    /** Checks that only calls with a job's id get its chunks, and that messages are short. */
    private static void check(Message request, Message response) {
      if (response instanceof SubmitResponse submitted && submitted.hasRefusal()) {
        assertIsASentence(submitted.getMessage());
      } else if (response instanceof SubmitBuildJobResponse submitted && submitted.hasRefusal()) {
        assertIsASentence(submitted.getMessage());
      } else if (response instanceof AskBuildJobResponse job) {
        assertThat(job.getMessage()).hasSizeLessThanOrEqualTo(LONGEST_MESSAGE);
      } else if (response instanceof HeartbeatResponse job) {
        assertThat(job.getMessage()).hasSizeLessThanOrEqualTo(LONGEST_MESSAGE);
      } else if (response instanceof CancelResponse cancelled) {
        assertThat(cancelled.getCancelled()).isEqualTo(cancelled.getJobIdCount() > 0);
        assertThat(cancelled.getJobIdList()).doesNotContain(FOREIGN.value());
      } else if (response instanceof ListChunksResponse listed && listed.getKept()) {
        assertThat(((ListChunksRequest) request).getJobId()).isEqualTo(RETAINED.value());
        assertThat(listed.getFileCount()).isEqualTo(1);
      } else if (response instanceof FetchChunkResponse fetched && fetched.hasFrame()) {
        assertThat(((FetchChunkRequest) request).getJobId()).isEqualTo(RETAINED.value());
      }
    }

    private static void assertIsASentence(String message) {
      assertThat(message).hasSizeBetween(1, LONGEST_MESSAGE);
      assertThat(message.chars()).noneMatch(Character::isISOControl);
    }

    /** Takes over both completed jobs, unless the input has given its own job up. */
    @Override
    public void close() {
      JobState state = scheduler.heartbeat(FOREIGN).getState();
      JobPhase foreign = scheduler.finish(FOREIGN);
      JobPhase retained = scheduler.finish(RETAINED);
      scheduler.close();
      builds.close();
      assertThat(builds.isEmpty()).isTrue();

      assertThat(state).isEqualTo(JobState.COMPLETED);
      assertThat(foreign).isEqualTo(JobPhase.DONE);
      assertThat(deleted).doesNotContain(FOREIGN);
      assertThat(deleted.contains(RETAINED)).isEqualTo(retained != JobPhase.DONE);
    }
  }

  /** Waits for the two jobs to complete. */
  private static final class Completions implements JobEvents {
    private final Semaphore completed = new Semaphore(0);

    void awaitTwo() {
      completed.acquireUninterruptibly(2);
    }

    @Override
    public void accepted() {}

    @Override
    public void started(long waitMs) {}

    @Override
    public void completed(long runMs, long bytesRead, long bytesWritten) {
      completed.release();
    }

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
