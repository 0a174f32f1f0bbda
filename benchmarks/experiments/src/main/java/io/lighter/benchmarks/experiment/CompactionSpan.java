// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A compaction of a region from its region server's log.
 *
 * @param major whether all files were inputs
 */
public record CompactionSpan(Instant start, Instant end, boolean major) {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final Pattern EVENT =
      Pattern.compile(
          "^(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) .*"
              + "(Starting compaction of|Completed( major)? compaction of) .*");

  /** Ended compactions of a region whose compactions do not overlap. */
  static List<CompactionSpan> of(List<String> lines, String region, ZoneId zone) {
    List<CompactionSpan> spans = new ArrayList<>();
    Instant start = null;
    for (String line : lines) {
      Matcher event = EVENT.matcher(line);
      if (!line.contains(region) || !event.matches()) {
        continue;
      }
      Instant time = LocalDateTime.parse(event.group(1), TIMESTAMP).atZone(zone).toInstant();
      if (event.group(2).startsWith("Starting")) {
        start = time;
      } else if (start != null) {
        spans.add(new CompactionSpan(start, time, event.group(3) != null));
        start = null;
      }
    }
    return spans;
  }
}
