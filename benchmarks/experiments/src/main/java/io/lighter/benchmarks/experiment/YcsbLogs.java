// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

  /** Adds the complete lines of a folder's logs. */
  static void readInto(LatencyLog log, Path folder) throws IOException {
    for (Path file : files(folder)) {
      String name = name(file);
      boolean due = name.startsWith(INTENDED);
      String operation = due ? name.substring(INTENDED.length()) : name;
      int outcome = operation.indexOf('-');
      if (outcome < 0 && NAMES.containsKey(operation)) {
        LatencyLog.Timing timing = due ? LatencyLog.Timing.DUE : LatencyLog.Timing.SENT;
        IntervalLog.Contents contents = IntervalLog.read(file);
        for (IntervalLog.Entry entry : contents.entries()) {
          log.add(timing, NAMES.get(operation), entry.interval());
        }
        log.addDamaged(contents.damaged());
      } else if (outcome > 0 && !due) { // the intended one counts the same operations
        String failed = operation.substring(0, outcome);
        log.addFailures(NAMES.getOrDefault(failed, failed), count(file));
      }
    }
  }

  private static long count(Path file) throws IOException {
    IntervalLog.Contents contents = IntervalLog.read(file);
    return contents.damaged() // there is at least one in each
        + contents.entries().stream().mapToLong(entry -> entry.interval().count()).sum();
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
}
