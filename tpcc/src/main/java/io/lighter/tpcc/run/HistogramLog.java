// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import io.lighter.tpcc.transaction.TransactionType;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A file in HdrHistogram's log format: for each interval one line per transaction type with
 * transactions, tagged with the type's label. Values are microseconds, times are seconds since the
 * start. Not thread-safe.
 */
final class HistogramLog implements Closeable {
  private static final double MICROS_PER_MILLI = 1_000;

  private final PrintStream stream;
  private final HistogramLogWriter writer;

  private HistogramLog(PrintStream stream) {
    this.stream = stream;
    this.writer = new HistogramLogWriter(stream);
  }

  /**
   * Creates or truncates the file.
   *
   * @param startMillis start of the run
   */
  static HistogramLog create(Path file, long startMillis) throws IOException {
    PrintStream stream =
        new PrintStream(
            Files.newOutputStream(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE),
            false,
            StandardCharsets.US_ASCII);
    HistogramLog log = new HistogramLog(stream);
    log.writer.outputComment("[TPC-C; values in microseconds, the column of maxima in ms]");
    log.writer.outputLogFormatVersion();
    log.writer.outputStartTime(startMillis);
    log.writer.outputLegend();
    return log;
  }

  void write(double startSeconds, double endSeconds, Map<TransactionType, Histogram> interval)
      throws IOException {
    interval.forEach(
        (type, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            histogram.setTag(type.label());
            writer.outputIntervalHistogram(startSeconds, endSeconds, histogram, MICROS_PER_MILLI);
          }
        });
    stream.flush();
    if (stream.checkError()) {
      throw new IOException("the histogram log cannot be written");
    }
  }

  @Override
  public void close() {
    writer.close();
  }
}
