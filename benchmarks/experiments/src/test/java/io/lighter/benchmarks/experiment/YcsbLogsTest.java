// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YcsbLogsTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  @TempDir private Path folder;

  @Test
  void intervalsAreReadByOperationAndTimingWithWallClockTimes() throws Exception {
    write("READ", 500, 500);
    write("Intended-READ", 700);
    write("SCAN", 900);

    LatencyLog log = read();

    assertThat(log.operations()).containsExactly("get", "scan");
    assertThat(log.intervals(Timing.SENT, "get")).hasSize(2);
    LatencyInterval second = log.intervals(Timing.SENT, "get").get(1);
    assertThat(second.start()).isEqualTo(START.plusSeconds(1));
    assertThat(second.end()).isEqualTo(START.plusSeconds(2));
    assertThat(second.count()).isEqualTo(1);
    assertThat(log.intervals(Timing.DUE, "get").get(0).maxMicros()).isBetween(695L, 705L);
    assertThat(log.failedOperations()).isZero();
  }

  @Test
  void failedOperationsCountOnce() throws Exception {
    write("READ", 500);
    write("READ-FAILED", 100, 100);
    write("Intended-READ-FAILED", 100, 100);
    write("UPDATE-FAILED", 100);

    assertThat(read().failures()).containsEntry("get", 2L).containsEntry("update", 1L);
    assertThat(read().failedOperations()).isEqualTo(3);
  }

  @Test
  void incompleteLineIsLeftOut() throws Exception {
    write("READ", 500);
    Files.writeString(
        folder.resolve("READ.hdr"), "1.000,1.000,0.5,HISTFAAA", StandardOpenOption.APPEND);

    assertThat(read().intervals(Timing.SENT, "get")).hasSize(1);
  }

  @Test
  void undecodableLineIsCountedAndOthersAreRead() throws Exception {
    write("READ", 500, 600, 700);
    write("UPDATE-FAILED", 100, 100);
    damageFirstLine("READ");
    damageFirstLine("UPDATE-FAILED");

    LatencyLog log = read();

    assertThat(log.intervals(Timing.SENT, "get")).hasSize(2);
    assertThat(log.damagedIntervals()).isEqualTo(1);
    assertThat(log.failedOperations()).isEqualTo(2);
  }

  /** Truncates the histogram of the first line. */
  private void damageFirstLine(String name) throws IOException {
    Path file = folder.resolve(name + ".hdr");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(",HIST")) {
        int histogram = lines.get(i).indexOf(",HIST");
        lines.set(i, lines.get(i).substring(0, histogram + 13));
        break;
      }
    }
    Files.write(file, lines);
  }

  private LatencyLog read() throws IOException {
    LatencyLog log = new LatencyLog();
    YcsbLogs.readInto(log, folder);
    return log;
  }

  /** Writes like YCSB: a second for each latency, times relative to the start. */
  private void write(String name, long... micros) throws IOException {
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(folder.resolve(name + ".hdr")), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputComment("[Logging for: " + name + "]");
      writer.outputLogFormatVersion();
      writer.outputStartTime(START.toEpochMilli());
      writer.setBaseTime(START.toEpochMilli());
      writer.outputLegend();
      for (int i = 0; i < micros.length; i++) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(micros[i]);
        histogram.setStartTimeStamp(START.plusSeconds(i).toEpochMilli());
        histogram.setEndTimeStamp(START.plusSeconds(i + 1).toEpochMilli());
        writer.outputIntervalHistogram(histogram);
      }
    }
  }
}
