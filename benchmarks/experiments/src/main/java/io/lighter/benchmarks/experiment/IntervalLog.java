// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a file in HdrHistogram's log format, which a client may still be writing. */
public final class IntervalLog {
  private static final Logger LOG = LoggerFactory.getLogger(IntervalLog.class);

  private IntervalLog() {}

  /**
   * A line.
   *
   * @param tag subject of the line, if the file has tags
   */
  public record Entry(Optional<String> tag, LatencyInterval interval) {}

  /**
   * The content of a file.
   *
   * @param damaged number of undecodable complete lines: YCSB sometimes writes a histogram that
   *     does not fit its header
   */
  public record Contents(List<Entry> entries, int damaged) {
    /** Copies the list. */
    public Contents {
      entries = List.copyOf(entries);
    }
  }

  /** All complete lines. */
  public static Contents read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    String header =
        lines.stream().filter(IntervalLog::isHeader).collect(Collectors.joining("\n", "", "\n"));
    List<Entry> entries = new ArrayList<>();
    int damaged = 0;
    for (String line : lines) {
      if (!isHeader(line)) {
        try {
          parse(header + line + "\n").ifPresent(entries::add);
        } catch (RuntimeException e) { // any failure of HdrHistogram's decoder
          LOG.warn("undecodable line file={}", file, e);
          damaged++;
        }
      }
    }
    return new Contents(entries, damaged);
  }

  private static boolean isHeader(String line) {
    return line.startsWith("#") || line.startsWith("\"");
  }

  private static Optional<Entry> parse(String text) {
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
      if (!(reader.nextIntervalHistogram() instanceof Histogram histogram)) {
        return Optional.empty();
      }
      LatencyInterval interval =
          new LatencyInterval(
              Instant.ofEpochMilli(histogram.getStartTimeStamp()),
              Instant.ofEpochMilli(histogram.getEndTimeStamp()),
              histogram);
      return Optional.of(new Entry(Optional.ofNullable(histogram.getTag()), interval));
    }
  }
}
