// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse.State;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.IndexRefusedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs on compaction servers that live in memory. */
class ServerJobsTest {
  private static final ServerName A = ServerName.valueOf("a,1,1");
  private static final ServerName B = ServerName.valueOf("b,1,1");
  private static final byte[] NONE = new byte[0];
  private static final long WAIT_S = 60;
  private static final long POLL_MS = 10;

  /** Longer than any test, but for what the test is about. */
  private static final JobTiming TIMING = new JobTiming(5, 200, 20, 200, 5);

  private final FakeHere here = new FakeHere();
  private final FakeServers servers = new FakeServers();
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private ServerJobs jobs() {
    MonotonicClock clock = MonotonicClock.system();
    TableName table = TableName.valueOf("t");
    return new ServerJobs(
        here,
        servers,
        new JobPlaces(servers, servers.live(table), table, TIMING, clock),
        1,
        TIMING,
        clock);
  }

  /** Runs in this process count; servers write the runs. */
  private static final class FakeHere implements RequestableJobs {
    final Map<String, Long> runs = new ConcurrentHashMap<>();
    final Set<String> merged = ConcurrentHashMap.newKeySet();
    final AtomicInteger jobs = new AtomicInteger();
    boolean closed;

    @Override
    public BuildId build() {
      return new BuildId("ib-0123456789abcdef");
    }

    private SubmitBuildJobRequest.Builder request(BuildJobId id) {
      return SubmitBuildJobRequest.newBuilder()
          .setJobId(id.value())
          .setBuildId(build().value())
          .setFolder("/lighter-index/" + build())
          .setTable("t")
          .setIndex("city")
          .setDefinition("value f:city string")
          .setFamilyDescriptor(ByteString.EMPTY);
    }

    @Override
    public SubmitBuildJobRequest readRequest(BuildJobId id, String region) {
      return request(id)
          .setRead(
              SubmitBuildJobRequest.Read.newBuilder()
                  .setTableDescriptor(ByteString.EMPTY)
                  .setRegionInfo(ByteString.EMPTY)
                  .setRestored(region))
          .build();
    }

    @Override
    public SubmitBuildJobRequest mergeRequest(BuildJobId id, byte[] start, byte[] stop) {
      return request(id)
          .setMerge(
              SubmitBuildJobRequest.Merge.newBuilder()
                  .setStart(ByteString.copyFrom(start))
                  .setStop(ByteString.copyFrom(stop)))
          .build();
    }

    @Override
    public Optional<Long> kept(String region) {
      return Optional.ofNullable(runs.get(region));
    }

    @Override
    public MergedFile merged(String attempt) throws IOException {
      if (!merged.contains(attempt)) {
        throw new FileNotFoundException(attempt);
      }
      return new MergedFile(new Path("/", attempt), 2);
    }

    @Override
    public List<String> regions() {
      return List.of("r1", "r2");
    }

    @Override
    public long read(String region) {
      jobs.incrementAndGet();
      runs.put(region, 9L);
      return 9;
    }

    @Override
    public Optional<MergedFile> merge(byte[] start, byte[] stop) {
      jobs.incrementAndGet();
      return Optional.of(new MergedFile(new Path("/here"), 9));
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** What a server does with a job. */
  private enum Mood {
    COMPLETES,
    RUNS,
    FAILS,
    REFUSES_THE_ROW,
    FORGETS,
    IS_SILENT,
    IS_BUSY,
    DRAINS,
    IS_OLD,
    LOSES_AN_ANSWER,
    WRITES_NOTHING
  }

  private final class FakeServers implements BuildServers {
    final Map<ServerName, Mood> moods = new ConcurrentHashMap<>();
    final Map<ServerName, Integer> threads = new ConcurrentHashMap<>();
    final Map<String, SubmitBuildJobRequest> submitted = new ConcurrentHashMap<>();
    final List<ServerName> submits = new CopyOnWriteArrayList<>();
    final List<String> cancelled = new CopyOnWriteArrayList<>();

    void are(ServerName server, Mood mood) {
      moods.put(server, mood);
      threads.put(server, 2);
    }

    @Override
    public List<Server> live(TableName table) {
      List<Server> live = new ArrayList<>();
      threads.forEach((name, number) -> live.add(new Server(name, number)));
      return live;
    }

    @Override
    public SubmitBuildJobResponse submit(ServerName server, SubmitBuildJobRequest request)
        throws IOException {
      submits.add(server);
      boolean repeated = submitted.put(request.getJobId(), request) != null;
      SubmitBuildJobResponse.Builder answer = SubmitBuildJobResponse.newBuilder();
      return switch (moods.get(server)) {
        case IS_BUSY -> answer.setRefusal(Refusal.BUSY).build();
        case DRAINS -> answer.setRefusal(Refusal.DRAINING).build();
        case IS_OLD -> throw new DoNotRetryIOException("no such method");
        case LOSES_AN_ANSWER -> {
          if (!repeated) {
            throw new CallTimeoutException("lost");
          }
          yield answer.build();
        }
        case COMPLETES, RUNS, FAILS, REFUSES_THE_ROW, FORGETS, IS_SILENT, WRITES_NOTHING ->
            answer.build();
      };
    }

    @Override
    public AskBuildJobResponse ask(ServerName server, AskBuildJobRequest request)
        throws IOException {
      SubmitBuildJobRequest job = submitted.get(request.getJobId());
      AskBuildJobResponse.Builder answer = AskBuildJobResponse.newBuilder().setMessage("why");
      return switch (moods.get(server)) {
        case COMPLETES, LOSES_AN_ANSWER -> {
          if (job.hasRead()) {
            here.runs.put(job.getRead().getRestored(), 4L);
          } else {
            here.merged.add(server.getHostname());
            answer.setAttempt(server.getHostname());
          }
          yield answer.setState(State.COMPLETED).setEntries(77).build();
        }
        case WRITES_NOTHING ->
            answer.setState(State.COMPLETED).setEntries(77).setAttempt("none").build();
        case RUNS -> answer.setState(State.RUNNING).build();
        case FAILS -> answer.setState(State.FAILED).build();
        case FORGETS -> answer.setState(State.CANCELLED).build();
        case REFUSES_THE_ROW -> answer.setState(State.REFUSED).setMessage("row 'x': why").build();
        case IS_SILENT -> throw new CallTimeoutException("silent");
        case IS_BUSY, DRAINS, IS_OLD -> throw new AssertionError("it has no job");
      };
    }

    @Override
    public void cancel(ServerName server, CancelBuildJobRequest request) {
      cancelled.add(request.getJobId());
    }
  }

  @Test
  void completedJobsCountWhatThisProcessFindsInTheFiles() throws IOException {
    servers.are(A, Mood.COMPLETES);
    try (ServerJobs jobs = jobs()) {
      assertThat(jobs.read("r1")).isEqualTo(4);
      assertThat(jobs.merge(NONE, NONE).orElseThrow())
          .isEqualTo(new BuildJobs.MergedFile(new Path("/a"), 2));
      assertThat(jobs.read("r1")).as("kept").isEqualTo(4);
    }
    assertThat(servers.submits).containsExactly(A, A);
    assertThat(servers.cancelled).isEmpty();
    assertThat(here.jobs).hasValue(0);
    assertThat(here.closed).isTrue();
  }

  @Test
  void jobsSpreadOverServersAndWaitForTheirThreads() throws Exception {
    servers.are(A, Mood.RUNS);
    servers.are(B, Mood.RUNS);
    ServerJobs jobs = jobs();
    List<Future<Long>> reads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String region = "r" + i;
      reads.add(pool.submit(() -> jobs.read(region)));
    }
    await(() -> servers.submits.size() == 4);
    assertThat(servers.submits).containsExactlyInAnyOrder(A, A, B, B);

    servers.moods.put(A, Mood.COMPLETES);
    await(() -> reads.stream().filter(Future::isDone).count() == 3);

    assertThat(servers.submits).hasSize(5).endsWith(A);
    assertThat(here.jobs).hasValue(0);
    servers.moods.put(B, Mood.COMPLETES);
    for (Future<Long> read : reads) {
      assertThat(read.get(WAIT_S, TimeUnit.SECONDS)).isEqualTo(4);
    }
  }

  /** The mutant "a lost job ends the build" fails here. */
  @Test
  void lostJobRunsOnAnotherServer() throws IOException {
    servers.are(B, Mood.COMPLETES);
    for (Mood mood : List.of(Mood.FAILS, Mood.FORGETS, Mood.IS_SILENT)) {
      here.runs.clear();
      servers.submits.clear();
      servers.are(A, mood);
      ServerJobs jobs = jobs();
      for (int i = 0; !servers.submits.contains(A) && i < 100; i++) {
        assertThat(jobs.read("r" + i)).as(mood.name()).isEqualTo(4);
      }
      assertThat(servers.submits).as(mood.name()).contains(A).endsWith(B);
    }
    assertThat(here.jobs).hasValue(0);
    assertThat(servers.cancelled).hasSize(3);
  }

  /** The mutant "no job falls back to this process" fails here. */
  @Test
  void jobThatNoServerCompletesRunsInThisProcess() throws IOException {
    for (Mood mood :
        List.of(
            Mood.FAILS,
            Mood.FORGETS,
            Mood.IS_SILENT,
            Mood.IS_BUSY,
            Mood.DRAINS,
            Mood.IS_OLD,
            Mood.WRITES_NOTHING)) {
      here.runs.clear();
      servers.are(A, mood);
      servers.are(B, mood);
      ServerJobs jobs = jobs();
      assertThat(jobs.read("r1")).as(mood.name()).isEqualTo(9);
      assertThat(jobs.merge(NONE, NONE).orElseThrow().entries()).as(mood.name()).isEqualTo(9);
    }
  }

  @Test
  void serverThatIsGoneLosesItsJobAtOnce() throws Exception {
    servers.are(A, Mood.RUNS);
    ServerJobs jobs = jobs();
    Future<Long> read = pool.submit(() -> jobs.read("r1"));
    await(() -> servers.submits.contains(A));

    servers.threads.remove(A);
    servers.moods.put(A, Mood.IS_SILENT);

    assertThat(read.get(WAIT_S, TimeUnit.SECONDS)).isEqualTo(9);
  }

  @Test
  void rowThatCannotHaveAnEntryEndsTheBuildWithItsMessage() {
    servers.are(A, Mood.REFUSES_THE_ROW);
    servers.are(B, Mood.REFUSES_THE_ROW);
    ServerJobs jobs = jobs();

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> jobs.read("r1"))
        .withMessage("row 'x': why");
    assertThat(servers.submits).hasSize(1);
    assertThat(here.jobs).hasValue(0);
  }

  @Test
  void requestWhoseAnswerWasLostIsRepeatedAsTheSameJob() throws IOException {
    servers.are(A, Mood.LOSES_AN_ANSWER);

    assertThat(jobs().read("r1")).isEqualTo(4);

    assertThat(servers.submits).containsExactly(A, A);
    assertThat(servers.submitted).hasSize(1);
  }

  @Test
  void interruptedJobIsCancelledOnItsServer() throws Exception {
    servers.are(A, Mood.RUNS);
    ServerJobs jobs = jobs();
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                long unused = jobs.read("r1");
              } catch (IOException e) {
                thrown.add(e);
              }
            });
    thread.start();
    await(() -> !servers.submitted.isEmpty());

    thread.interrupt();
    thread.join(TimeUnit.SECONDS.toMillis(WAIT_S));

    assertThat(thrown).singleElement().isInstanceOf(InterruptedIOException.class);
    assertThat(servers.cancelled).containsExactlyElementsOf(servers.submitted.keySet());
    assertThat(here.jobs).hasValue(0);
  }

  private static void await(BooleanSupplier condition) {
    assertThat(
            Waiter.waitFor(
                new Configuration(false), WAIT_S * 1_000, POLL_MS, false, condition::getAsBoolean))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }
}
