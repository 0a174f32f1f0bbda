// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Times events by the processes' logs. Requests to the region server would cost more CPU than an
 * offloaded compaction does.
 */
public final class LogWatch {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final int TIMESTAMP_LENGTH = 23;

  /** Short, so that work after an event is not counted as part of the event. */
  private static final long POLL_MS = 5;

  private final Path log;
  private final long from;

  /** Watches lines appended to {@code log} from now on. */
  public LogWatch(Path log) throws IOException {
    this.log = log;
    this.from = Files.exists(log) ? Files.size(log) : 0;
  }

  /** Waits for the first new matching line; returns its time. */
  public LocalDateTime await(Predicate<String> line, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      Optional<LocalDateTime> found =
          lines().stream().filter(line).findFirst().map(LogWatch::timestamp);
      if (found.isPresent()) {
        return found.get();
      }
      if (System.nanoTime() > deadline) {
        throw new IOException("nothing of the kind in " + log + " after " + timeout);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS); // between two reads of the file
    }
  }

  /** The new complete lines so far that start with a time. */
  public List<String> lines() throws IOException {
    String added;
    try (InputStream in = Files.newInputStream(log)) {
      in.skipNBytes(from);
      added = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    int end = added.lastIndexOf('\n');
    return end < 0
        ? List.of()
        : added.substring(0, end).lines().filter(LogWatch::hasTimestamp).toList();
  }

  /** Local time of a line. */
  public static LocalDateTime timestamp(String line) {
    return LocalDateTime.parse(line.substring(0, TIMESTAMP_LENGTH), TIMESTAMP);
  }

  private static boolean hasTimestamp(String line) {
    return line.length() > TIMESTAMP_LENGTH
        && line.substring(0, TIMESTAMP_LENGTH)
            .matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}");
  }
}
