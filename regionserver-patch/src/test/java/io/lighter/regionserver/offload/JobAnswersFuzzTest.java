// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.CompactionJobId;
import io.lighter.common.config.GroupFallback;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.regionserver.local.InFlightProgress;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.pressure.Pressure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Answers of a compaction server while a job runs: to the request, then to one heartbeat after
 * another, each with its length before it. After these the server is gone.
 */
class JobAnswersFuzzTest {
  private static final ServerName SERVER = ServerName.valueOf("cs1", 16040, 1L);
  private static final CompactionJobId JOB = CompactionJobId.random();
  private static final long INPUT_CELLS = 100;
  private static final Duration JOB_TIMEOUT = Duration.ofMinutes(5);
  private static final ServerName REGION_SERVER = ServerName.valueOf("rs.example.org", 16020, 1);

  private static final OffloadSettings SETTINGS =
      new OffloadSettings(
          1,
          "default",
          GroupFallback.DEFAULT,
          Duration.ofSeconds(10),
          Duration.ofMinutes(2),
          JOB_TIMEOUT,
          Duration.ofMinutes(1),
          Duration.ofSeconds(30),
          Duration.ofMillis(500),
          Duration.ZERO);

  static List<byte[]> seeds() throws IOException {
    HeartbeatResponse.Builder answer = HeartbeatResponse.newBuilder();
    JobProgress.Builder progress =
        JobProgress.newBuilder()
            .setCellsRead(1)
            .setCellsWritten(1)
            .setBytesRead(1)
            .setBytesWritten(1)
            .setPercent(50);
    return List.of(
        seed(
            SubmitResponse.newBuilder().setExpectedWaitMs(5).build(),
            answer.setState(JobState.QUEUED).setExpectedWaitMs(7).build(),
            answer.setState(JobState.COMPACTING).setProgress(progress).build(),
            answer.setProgress(progress.setPercent(99)).build(),
            answer.setProgress(progress.setCellsRead(-5).setBytesWritten(-5)).build(),
            answer
                .setState(JobState.COMPLETED)
                .addOutput(
                    OutputFile.newBuilder()
                        .setName("0123456789abcdef0123456789abcdef")
                        .setLength(1)
                        .setCells(1))
                .build()),
        seed(SubmitResponse.newBuilder().setRefusal(Refusal.BUSY).setMessage("full").build()),
        seed(
            SubmitResponse.getDefaultInstance(),
            HeartbeatResponse.newBuilder()
                .setState(JobState.CANCELLED)
                .setCancelledByOperator(true)
                .build()));
  }

  private static byte[] seed(MessageLite... messages) throws IOException {
    ByteArrayOutputStream seed = new ByteArrayOutputStream();
    for (MessageLite message : messages) {
      message.writeDelimitedTo(seed);
    }
    return seed.toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest
  void jobCompletesOrIsGivenUpInTime(byte[] input) {
    Clock clock = new Clock();
    Answers answers = new Answers(new ByteArrayInputStream(input));
    long[] moves = new long[1];
    InFlightProgress inFlight = new InFlightProgress();
    InFlightProgress.Job moving = inFlight.begin(INPUT_CELLS);
    RemoteJob job =
        new RemoteJob(
            JOB,
            SERVER,
            REGION_SERVER,
            timeout -> answers.server(),
            SETTINGS,
            () -> true,
            () -> answers.heartbeats % 2 == 0,
            () -> Pressure.UNKNOWN,
            clock,
            progress -> {
              moves[0]++;
              moving.moved(progress);
            });
    try {
      HeartbeatResponse completed =
          job.run(SubmitRequest.newBuilder().setJobId(JOB.value()).buildPartial());
      assertThat(completed.getState()).isEqualTo(JobState.COMPLETED);
    } catch (OffloadFailedException | InterruptedIOException e) {
      assertThat(e.getMessage()).isNotEmpty();
      assertThat(answers.cancelled).isEqualTo(1);
    }
    assertThat(Duration.ofNanos(clock.nanos)).isLessThan(JOB_TIMEOUT.plusSeconds(1));
    CompactionProgress shown = inFlight.plus(new CompactionProgress(0));
    assertThat(shown.getCurrentCompactedKvs()).isBetween(0L, INPUT_CELLS);
    assertThat(shown.totalCompactedSize).isNotNegative();
    assertThat(moves[0]).isLessThanOrEqualTo(answers.heartbeats);
  }

  /** A clock that advances only during sleeps. */
  private static final class Clock implements Timing {
    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void sleep(long millis) {
      assertThat(millis).isNotNegative();
      nanos += Duration.ofMillis(millis).toNanos();
    }
  }

  private static final class Answers {
    private final ByteArrayInputStream in;
    private int heartbeats;
    private int cancelled;

    Answers(ByteArrayInputStream in) {
      this.in = in;
    }

    CompactionServerService.BlockingInterface server() {
      return (CompactionServerService.BlockingInterface)
          Proxy.newProxyInstance(
              JobAnswersFuzzTest.class.getClassLoader(),
              new Class<?>[] {CompactionServerService.BlockingInterface.class},
              (proxy, method, args) -> answer(method.getName()));
    }

    private MessageLite answer(String call) throws ServiceException {
      try {
        MessageLite answer =
            switch (call) {
              case "submit" -> SubmitResponse.parseDelimitedFrom(in);
              case "heartbeat" -> {
                heartbeats++;
                yield HeartbeatResponse.parseDelimitedFrom(in);
              }
              case "cancel" -> {
                cancelled++;
                yield CancelResponse.newBuilder().setCancelled(true).build();
              }
              default -> throw new AssertionError("not expected to be called: " + call);
            };
        if (answer == null) {
          throw new ConnectException("gone");
        }
        return answer;
      } catch (IOException e) {
        throw new ServiceException(e);
      }
    }
  }
}
