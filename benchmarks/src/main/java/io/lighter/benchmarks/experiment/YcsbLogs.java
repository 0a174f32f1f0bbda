package io.lighter.benchmarks.experiment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Reads the interval logs that a YCSB client writes, one file for each operation and outcome, such
 * as {@code READ.hdr}, {@code Intended-READ.hdr} and {@code READ-FAILED.hdr}.
 */
final class YcsbLogs {
  private static final String SUFFIX = ".hdr";
  private static final String INTENDED = "Intended-";
  private static final Map<String, String> NAMES =
      Map.of("READ", "get", "SCAN", "scan", "UPDATE", "update");

  private YcsbLogs() {}

  /** Adds what is in a folder; a line that is not complete is left out. */
  static void readInto(LatencyLog log, Path folder) throws IOException {
    for (Path file : files(folder)) {
      String name = name(file);
      boolean due = name.startsWith(INTENDED);
      String operation = due ? name.substring(INTENDED.length()) : name;
      int outcome = operation.indexOf('-');
      if (outcome < 0 && NAMES.containsKey(operation)) {
        LatencyLog.Timing timing = due ? LatencyLog.Timing.DUE : LatencyLog.Timing.SENT;
        for (LatencyInterval interval : read(file)) {
          log.add(timing, NAMES.get(operation), interval);
        }
      } else if (outcome > 0 && !due) { // the intended one counts the same operations
        String failed = operation.substring(0, outcome);
        log.addFailures(NAMES.getOrDefault(failed, failed), count(file));
      }
    }
  }

  private static long count(Path file) throws IOException {
    return read(file).stream().mapToLong(interval -> interval.micros().getTotalCount()).sum();
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - SUFFIX.length());
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  private static List<LatencyInterval> read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    byte[] complete =
        text.substring(0, text.lastIndexOf('\n') + 1).getBytes(StandardCharsets.UTF_8);
    List<LatencyInterval> intervals = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(complete))) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram) {
          intervals.add(
              new LatencyInterval(
                  Instant.ofEpochMilli(histogram.getStartTimeStamp()),
                  Instant.ofEpochMilli(histogram.getEndTimeStamp()),
                  histogram));
        }
      }
    }
    return intervals;
  }
}
