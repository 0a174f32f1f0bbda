// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.tpcc.transaction.Outcome;
import io.lighter.tpcc.transaction.TransactionType;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectorTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final Measurements measurements = new Measurements();
  @TempDir private Path folder;

  @Test
  void logHasALineForEachTypeOfEachSecondThatHistogramLogReaderReads() throws IOException {
    Path file = folder.resolve("run.hlog");
    try (HistogramLog log = HistogramLog.create(file, START_MILLIS)) {
      Collector collector = new Collector(measurements, Optional.of(log), 0);
      done(TransactionType.NEW_ORDER, 5);
      done(TransactionType.NEW_ORDER, 7);
      done(TransactionType.PAYMENT, 3);
      collector.endInterval(SECOND);
      done(TransactionType.NEW_ORDER, 9);
      collector.endInterval(2 * SECOND);
    }

    List<Histogram> read = read(file.toFile());
    assertThat(read)
        .extracting(Histogram::getTag)
        .containsExactly("new-order", "payment", "new-order");
    assertThat(read).extracting(Histogram::getTotalCount).containsExactly(2L, 1L, 1L);
    assertThat(read.get(0).getMaxValue()).isBetween(7_000L, 7_010L);
    assertThat(read.get(2).getStartTimeStamp()).isEqualTo(START_MILLIS + 1_000);
    assertThat(read.get(2).getEndTimeStamp()).isEqualTo(START_MILLIS + 2_000);
  }

  @Test
  void totalsSumAllIntervalsAndFailuresAreCountedSeparately() throws IOException {
    Collector collector = new Collector(measurements, Optional.empty(), 0);
    done(TransactionType.NEW_ORDER, 4);
    measurements.done(TransactionType.NEW_ORDER, new Outcome(true, 0), 2 * MILLI);
    RunReport.Interval first = collector.endInterval(SECOND / 2);
    measurements.failed(TransactionType.PAYMENT, new IOException("first"));
    measurements.failed(TransactionType.PAYMENT, new IOException("second"));
    collector.endInterval(SECOND);

    assertThat(first.tpmC()).isEqualTo(240);
    assertThat(collector.transactions()).isEqualTo(2);
    assertThat(collector.seconds()).isEqualTo(1);
    RunReport.TypeReport newOrders = collector.types().get(TransactionType.NEW_ORDER);
    assertThat(newOrders.count()).isEqualTo(2);
    assertThat(newOrders.mean()).isBetween(2_990.0, 3_010.0);
    assertThat(collector.types().get(TransactionType.PAYMENT).failed()).isEqualTo(2);
    assertThat(collector.types().get(TransactionType.PAYMENT).count()).isZero();
    assertThat(measurements.rolledBack()).isEqualTo(1);
    assertThat(measurements.firstFailure())
        .hasValueSatisfying(failure -> assertThat(failure).contains("payment", "first"));
  }

  @Test
  void momentAtTheEndBelongsToTheSecondBeforeIt() throws IOException {
    Collector collector = new Collector(measurements, Optional.empty(), 0);
    done(TransactionType.NEW_ORDER, 1);
    collector.endInterval(SECOND);
    done(TransactionType.NEW_ORDER, 1);
    RunReport.Interval last = collector.endInterval(SECOND + SECOND / 50);

    assertThat(last.start()).isZero();
    assertThat(last.seconds()).isEqualTo(1.02);
    assertThat(last.counts()).containsEntry(TransactionType.NEW_ORDER, 2L);
    assertThat(collector.intervals()).containsExactly(last);
  }

  private void done(TransactionType type, long millis) {
    measurements.done(type, new Outcome(false, 0), millis * MILLI);
  }

  private static List<Histogram> read(File file) throws IOException {
    List<Histogram> histograms = new ArrayList<>();
    HistogramLogReader reader = new HistogramLogReader(file);
    try {
      EncodableHistogram next = reader.nextIntervalHistogram();
      while (next != null) {
        histograms.add((Histogram) next);
        next = reader.nextIntervalHistogram();
      }
    } finally {
      reader.close();
    }
    return histograms;
  }
}
