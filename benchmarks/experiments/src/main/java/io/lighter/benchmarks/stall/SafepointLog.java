// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a JVM's log of safepoints, {@code -Xlog:safepoint} with the decoration {@code utctime}. */
public final class SafepointLog {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxx");
  private static final Pattern LINE =
      Pattern.compile("^\\[([^\\]]+)\\].*\\bSafepoint \"([^\"]+)\".*\\bTotal: +(\\d+) ns$");

  private SafepointLog() {}

  /**
   * The safepoints that end at {@code since} or later, in the order of the log. The JVM logs a
   * safepoint at its end. Other and incomplete lines are skipped.
   *
   * @param source name of the process
   */
  static List<Delay> parse(List<String> lines, Cause cause, String source, Instant since) {
    List<Delay> safepoints = new ArrayList<>();
    for (String line : lines) {
      parse(line, cause, source)
          .filter(safepoint -> !safepoint.to().isBefore(since))
          .ifPresent(safepoints::add);
    }
    return safepoints;
  }

  /** As {@link #parse}, from a file; empty without the file. */
  public static Optional<List<Delay>> read(Path file, Cause cause, String source, Instant since)
      throws IOException {
    return Files.isReadable(file)
        ? Optional.of(parse(Files.readAllLines(file), cause, source, since))
        : Optional.empty();
  }

  private static Optional<Delay> parse(String line, Cause cause, String source) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      Instant end = Instant.from(TIME.parse(matcher.group(1)));
      Instant start = end.minusNanos(Long.parseLong(matcher.group(3)));
      return Optional.of(Delay.whole(cause, source, matcher.group(2), start, end));
    } catch (DateTimeParseException e) { // another decoration
      return Optional.empty();
    }
  }
}
