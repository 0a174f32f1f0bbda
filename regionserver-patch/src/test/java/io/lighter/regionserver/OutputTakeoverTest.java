package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.OffloadFailedException.Next;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class OutputTakeoverTest {
  @Test
  void allCellsThatWereWrittenAreInTheOutputs() throws IOException {
    OutputTakeover.requireAll(answer(7, 3, 4));
    OutputTakeover.requireAll(answer(0, 0));
  }

  @Test
  void outputThatIsMissingIsNoticed() {
    assertThatIOException()
        .isThrownBy(() -> OutputTakeover.requireAll(answer(7, 3)))
        .withMessage("outputs have 3 cells, and 7 were written");
  }

  @Test
  void nothingAtAllIsNotBelievedAndDoneHere() {
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
