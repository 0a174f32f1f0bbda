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
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** Reads a file in HdrHistogram's log format that a client may still be writing. */
public final class IntervalLog {
  private IntervalLog() {}

  /**
   * A line.
   *
   * @param tag what it is of, if the file says so
   */
  public record Entry(Optional<String> tag, LatencyInterval interval) {}

  /** All lines; one that is not complete is left out. */
  public static List<Entry> read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    byte[] complete =
        text.substring(0, text.lastIndexOf('\n') + 1).getBytes(StandardCharsets.UTF_8);
    List<Entry> entries = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(complete))) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram) {
          LatencyInterval interval =
              new LatencyInterval(
                  Instant.ofEpochMilli(histogram.getStartTimeStamp()),
                  Instant.ofEpochMilli(histogram.getEndTimeStamp()),
                  histogram);
          entries.add(new Entry(Optional.ofNullable(histogram.getTag()), interval));
        }
      }
    }
    return entries;
  }
}
