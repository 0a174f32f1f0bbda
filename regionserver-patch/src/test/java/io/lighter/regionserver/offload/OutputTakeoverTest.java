// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OutputTakeoverTest {
  @Test
  void outputsWithAllWrittenCellsAreAccepted() throws IOException {
    OutputTakeover.requireAll(answer(7, 3, 4));
    OutputTakeover.requireAll(answer(0, 0));
  }

  @Test
  void missingOutputIsDetected() {
    assertThatIOException()
        .isThrownBy(() -> OutputTakeover.requireAll(answer(7, 3)))
        .withMessage("outputs have 3 cells, and 7 were written");
  }

  @Test
  void emptyListOfOutputsIsRejectedAndTheCompactionIsLocal() {
    assertThatExceptionOfType(OffloadFailedException.class)
        .isThrownBy(() -> OutputTakeover.requireAll(answer(0)))
        .satisfies(
            failure -> {
              assertThat(failure.reason()).isEqualTo(LocalReason.BAD_OUTPUT);
              assertThat(failure.next()).isEqualTo(Next.LOCAL);
            });
    assertThatExceptionOfType(OffloadFailedException.class)
        .isThrownBy(
            () ->
                OutputTakeover.requireAll(
                    HeartbeatResponse.newBuilder().setState(JobState.COMPLETED).build()));
  }

  @ParameterizedTest
  @MethodSource
  void onlyDefectsOfTheFileAreABadOutput(Exception cause, LocalReason reason) {
    Exception corrupt = new CorruptHFileException("Problem reading HFile Trailer", cause);

    assertThat(OutputTakeover.failure(corrupt).reason()).isEqualTo(reason);
    assertThat(OutputTakeover.failure(cause).reason()).isEqualTo(reason);
    assertThat(OutputTakeover.failure(cause).next()).isEqualTo(Next.ANOTHER_SERVER);
  }

  static Stream<Arguments> onlyDefectsOfTheFileAreABadOutput() {
    return Stream.of(
        Arguments.of(new BlockMissingException("f", "no live nodes", 0), LocalReason.FAILED),
        Arguments.of(new SocketTimeoutException("60000 millis"), LocalReason.FAILED),
        Arguments.of(new ConnectException("refused"), LocalReason.FAILED),
        Arguments.of(
            new RemoteException(StandbyException.class.getName(), "standby"), LocalReason.FAILED),
        Arguments.of(new ClosedByInterruptException(), LocalReason.FAILED),
        Arguments.of(new InterruptedIOException("the region closes"), LocalReason.FAILED),
        Arguments.of(new EOFException("premature"), LocalReason.BAD_OUTPUT),
        Arguments.of(new IllegalArgumentException("magic"), LocalReason.BAD_OUTPUT));
  }

  private static HeartbeatResponse answer(long cellsWritten, long... cells) {
    HeartbeatResponse.Builder answer =
        HeartbeatResponse.newBuilder()
            .setState(JobState.COMPLETED)
            .setProgress(
                JobProgress.newBuilder()
                    .setCellsRead(cellsWritten)
                    .setCellsWritten(cellsWritten)
                    .setBytesRead(1)
                    .setBytesWritten(1)
                    .setPercent(100));
    for (long count : cells) {
      answer.addOutput(OutputFile.newBuilder().setName("x").setLength(1).setCells(count));
    }
    return answer.build();
  }
}
