// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.benchmarks.experiment.LatencyInterval;
import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TpccLogsTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  @TempDir private Path folder;
  private TpccLogs logs;

  @BeforeEach
  void open() {
    logs = new TpccLogs(folder);
  }

  @Test
  void transactionsAreReadByTagWithWallClockTimes() throws Exception {
    write("new-order", "stock-level", "new-order");

    LatencyLog log = logs.read();

    assertThat(log.operations()).containsExactly("new_order", "stock_level");
    assertThat(log.intervals(Timing.DUE, "new_order")).hasSize(2);
    assertThat(log.intervals(Timing.SENT, "new_order")).hasSize(2);
    LatencyInterval last = log.intervals(Timing.SENT, "new_order").get(1);
    assertThat(last.start()).isEqualTo(START.plusSeconds(2));
    assertThat(last.end()).isEqualTo(START.plusSeconds(3));
    assertThat(last.maxMicros()).isEqualTo(700);
    assertThat(log.failedOperations()).isZero();
  }

  @Test
  void missingLogHasNoTransactions() throws Exception {
    assertThat(logs.read().operations()).isEmpty();
  }

  @Test
  void lastCountOfFailuresIsRead() throws Exception {
    logs.writeFailures(1, "payment: refused");
    logs.writeFailures(3, "payment: refused\nat once");

    assertThat(logs.read().failedOperations()).isEqualTo(3);
    assertThat(logs.read().failures().keySet())
        .singleElement()
        .asString()
        .contains("payment: refused");
  }

  @Test
  void incompleteLineIsLeftOut() throws Exception {
    write("delivery");
    Files.writeString(
        logs.transactions(), "Tag=delivery,1.0,1.0,0.5,HISTFA", StandardOpenOption.APPEND);

    assertThat(logs.read().count("delivery")).isEqualTo(1);
  }

  @Test
  void lineOfUnknownTransactionIsRefused() throws Exception {
    write((String) null);

    assertThatIOException().isThrownBy(logs::read).withMessageContaining("without a tag");
  }

  /** Writes a transaction of 0.7 ms per second. */
  private void write(String... tags) throws IOException {
    try (PrintStream stream =
        new PrintStream(
            Files.newOutputStream(logs.transactions()), true, StandardCharsets.US_ASCII)) {
      HistogramLogWriter writer = new HistogramLogWriter(stream);
      writer.outputLogFormatVersion();
      writer.outputStartTime(START.toEpochMilli());
      for (int second = 0; second < tags.length; second++) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(700);
        histogram.setTag(tags[second]);
        writer.outputIntervalHistogram(second, second + 1.0, histogram, 1_000);
      }
    }
  }
}
