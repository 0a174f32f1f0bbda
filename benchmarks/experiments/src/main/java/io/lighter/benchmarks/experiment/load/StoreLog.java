// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.LogWatch;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * Flushes and compactions of a store from its region server's log. Sizes are as precise as the log,
 * to a tenth of their unit. Immutable.
 *
 * @param flushes files that flushes wrote, in order
 * @param compactions committed compactions, by their ends
 * @param offloaded number of compactions that a compaction server ran
 */
public record StoreLog(List<Flush> flushes, List<Compaction> compactions, int offloaded) {
  private static final String SIZE = "([0-9.]+)(?: ([KMGTP]))?";
  private static final String THREAD = "\\[([^\\]]*)\\] \\S*HStore: ";
  private static final Pattern FLUSH = Pattern.compile("HStore: Added .*, filesize=" + SIZE + "$");
  private static final Pattern START =
      Pattern.compile(THREAD + "Starting compaction of .*, totalSize=" + SIZE + "$");
  private static final Pattern END =
      Pattern.compile(THREAD + "Completed(?: major)? compaction of (\\d+) .* into (.*)total size");
  private static final Pattern OUTPUT = Pattern.compile("\\(size=" + SIZE + "\\)");
  private static final String OFFLOADED = "compaction offloaded: ";

  /** Copies the lists. */
  public StoreLog {
    flushes = List.copyOf(flushes);
    compactions = List.copyOf(compactions);
  }

  /**
   * A file that a flush wrote.
   *
   * @param time when reads could use the file
   */
  public record Flush(Instant time, long bytes) {}

  /**
   * A compaction, from the selection's start to the commit.
   *
   * @param inputs number of files that the compaction read
   * @param outputs number of files that the compaction wrote
   */
  public record Compaction(
      Instant start, Instant end, int inputs, long inputBytes, int outputs, long outputBytes) {
    /** Bytes that the compaction read and wrote. */
    public long bytes() {
      return inputBytes + outputBytes;
    }
  }

  /** The start of a compaction, which its thread commits before it starts the next one. */
  private record Started(Instant time, long bytes) {}

  /**
   * Parses lines of a log.
   *
   * @param region encoded name of a region with one family
   * @param zone time zone of the log
   */
  public static StoreLog of(List<String> lines, String region, ZoneId zone) {
    List<Flush> flushes = new ArrayList<>();
    List<Compaction> compactions = new ArrayList<>();
    Map<String, Started> started = new HashMap<>();
    int offloaded = 0;
    for (String line : lines) {
      if (!line.contains(region)) {
        continue;
      }
      Instant time = LogWatch.timestamp(line).atZone(zone).toInstant();
      Matcher flush = FLUSH.matcher(line);
      Matcher start = START.matcher(line);
      Matcher end = END.matcher(line);
      if (flush.find()) {
        flushes.add(new Flush(time, bytes(flush, 1)));
      } else if (start.find()) {
        started.put(start.group(1), new Started(time, bytes(start, 2)));
      } else if (end.find()) {
        Started from = started.remove(end.group(1));
        if (from != null) {
          compactions.add(compaction(from, time, end));
        }
      } else if (line.contains(OFFLOADED)) {
        offloaded++;
      }
    }
    return new StoreLog(flushes, compactions, offloaded);
  }

  private static Compaction compaction(Started from, Instant time, Matcher end) {
    int outputs = 0;
    long bytes = 0;
    Matcher output = OUTPUT.matcher(end.group(3));
    while (output.find()) {
      outputs++;
      bytes += bytes(output, 1);
    }
    return new Compaction(
        from.time(), time, Integer.parseInt(end.group(2)), from.bytes(), outputs, bytes);
  }

  /**
   * Bytes of a size such as {@code 28.9 M}, whose number is in a group and its unit in the next.
   */
  private static long bytes(Matcher matcher, int group) {
    double number = Double.parseDouble(matcher.group(group));
    String unit = matcher.group(group + 1);
    return Math.round(
        unit == null ? number : number * TraditionalBinaryPrefix.valueOf(unit.charAt(0)).value);
  }

  /** Bytes that flushes wrote until a moment. */
  public long flushedBytes(Instant until) {
    return flushes.stream()
        .filter(flush -> !flush.time().isAfter(until))
        .mapToLong(Flush::bytes)
        .sum();
  }

  /** Bytes that all flushes wrote. */
  public long flushedBytes() {
    return flushes.stream().mapToLong(Flush::bytes).sum();
  }

  /** Bytes that all compactions wrote. */
  public long compactedBytes() {
    return compactions.stream().mapToLong(Compaction::outputBytes).sum();
  }

  /** Bytes that the largest compaction read and wrote; 0 without compactions. */
  public long largestCompaction() {
    return compactions.stream().mapToLong(Compaction::bytes).max().orElse(0);
  }

  /** Number of files at a moment, those of compactions that have ended replaced. */
  public long files(Instant at) {
    long flushed = flushes.stream().filter(flush -> !flush.time().isAfter(at)).count();
    long replaced =
        compactions.stream()
            .filter(compaction -> !compaction.end().isAfter(at))
            .mapToLong(compaction -> compaction.inputs() - compaction.outputs())
            .sum();
    return flushed - replaced;
  }
}
