// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Events of a compaction of a table's regions, from region servers' logs. Immutable.
 *
 * @param start start of the compaction
 * @param commit commit of the output
 * @param offloaded whether the compaction was offloaded
 * @param warmupStart start of the logged warm-up, if any
 * @param warmupEnd end of the warm-up
 * @param endedEarly reason if the warm-up was not completed
 */
public record CompactionEvents(
    Optional<Instant> start,
    Optional<Instant> commit,
    boolean offloaded,
    Optional<Instant> warmupStart,
    Optional<Instant> warmupEnd,
    Optional<String> endedEarly) {

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final Pattern LINE =
      Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) (.*)$");
  private static final Pattern REASON = Pattern.compile(" reason=(.*)$");
  private static final Pattern WARMUP_END = Pattern.compile(".*\\bwarm-up (completed|ended): .*");

  /**
   * Parses log lines, which are in order of time for each region.
   *
   * @param regions encoded names
   * @param zone time zone of the logs
   * @return events from the first start; other events once all regions have them
   */
  public static CompactionEvents of(List<String> lines, List<String> regions, ZoneId zone) {
    List<CompactionEvents> all = regions.stream().map(region -> of(lines, region, zone)).toList();
    return new CompactionEvents(
        all.stream().flatMap(e -> e.start.stream()).min(Comparator.naturalOrder()),
        last(all, CompactionEvents::commit),
        !all.isEmpty() && all.stream().allMatch(CompactionEvents::offloaded),
        all.stream().flatMap(e -> e.warmupStart.stream()).min(Comparator.naturalOrder()),
        last(all, CompactionEvents::warmupEnd),
        all.stream().flatMap(e -> e.endedEarly.stream()).findFirst());
  }

  private static Optional<Instant> last(
      List<CompactionEvents> all, Function<CompactionEvents, Optional<Instant>> event) {
    return all.stream().allMatch(e -> event.apply(e).isPresent())
        ? all.stream().flatMap(e -> event.apply(e).stream()).max(Comparator.naturalOrder())
        : Optional.empty();
  }

  private static CompactionEvents of(List<String> lines, String region, ZoneId zone) {
    Instant start = null;
    Instant commit = null;
    boolean offloaded = false;
    Instant warmupStart = null;
    Instant warmupEnd = null;
    String endedEarly = null;
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      if (!line.contains(region) || !matcher.matches()) {
        continue;
      }
      Instant time = LocalDateTime.parse(matcher.group(1), TIMESTAMP).atZone(zone).toInstant();
      String text = matcher.group(2);
      if (text.contains("Starting compaction of")) {
        start = time;
      } else if (text.contains(" compaction of ") && text.contains("Completed ")) {
        commit = commit == null ? time : commit;
      } else if (text.contains("compaction offloaded:")) {
        offloaded = true;
      } else if (text.contains("warm-up started:")) {
        warmupStart = time;
      } else if (WARMUP_END.matcher(text).matches()) {
        warmupEnd = time;
        Matcher reason = REASON.matcher(text);
        endedEarly = reason.find() ? reason.group(1) : null;
      }
    }
    return new CompactionEvents(
        Optional.ofNullable(start),
        Optional.ofNullable(commit),
        offloaded,
        Optional.ofNullable(warmupStart),
        Optional.ofNullable(warmupEnd),
        Optional.ofNullable(endedEarly));
  }
}
