// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The moment of a fault, by lines in the processes' logs. The fault is injected a few milliseconds
 * after the line.
 */
enum Moment {
  /** Before a compaction is requested. */
  IDLE("idle", Optional.empty(), ""),
  /** Jobs are in the queue of a compaction server. */
  QUEUED("with jobs in its queue", Optional.of(Role.COMPACTION_SERVER), " accepted: "),
  /** A compaction server compacts. */
  COMPACTING("compacting", Optional.of(Role.COMPACTION_SERVER), " starts: "),
  /** A compaction server has an output that no region server has taken over yet. */
  FINISHING("with a finished output", Optional.of(Role.COMPACTION_SERVER), " completed in "),
  /** A compaction server sends chunks of its cache. */
  STREAMING("sending blocks", Optional.of(Role.REGION_SERVER), "warm-up started: cj-"),
  /** A region server waits for an offloaded compaction. */
  WAITING(
      "while a compaction is in flight", Optional.of(Role.REGION_SERVER), "compaction submitted: "),
  /** A region server has taken over an output and is about to commit. */
  BEFORE_COMMIT("at the commit", Optional.of(Role.REGION_SERVER), "compaction offloaded: "),
  /** A region server has committed a compaction. */
  AFTER_COMMIT("just after the commit", Optional.of(Role.REGION_SERVER), Moment.COMMITTED),
  /** The threshold is at the start of a region. */
  WARMUP_BEGIN("when a warm-up begins", Optional.of(Role.REGION_SERVER), "warm-up started: "),
  /** The threshold is inside a region. */
  WARMUP_MIDDLE("in a warm-up", Optional.of(Role.REGION_SERVER), "warm-up started: "),
  /** The threshold has passed a region. */
  WARMUP_END("when a warm-up ends", Optional.of(Role.REGION_SERVER), "warm-up completed: ");

  /** HBase's log line. */
  private static final String COMMITTED = "Completed major compaction of ";

  /** Delay to about half of a warm-up of {@link ChaosRun}'s table. */
  private static final Duration MIDDLE = Duration.ofSeconds(1);

  /** Delay until the first chunks are in transfer. */
  private static final Duration FIRST_CHUNKS = Duration.ofMillis(300);

  /** Delay until jobs of other stores wait behind the first accepted one. */
  private static final Duration NEXT_JOBS = Duration.ofMillis(200);

  /** Delay until a compaction has written a part of its output. */
  private static final Duration FIRST_CELLS = Duration.ofMillis(700);

  /** Delay until a compaction server has accepted the job. */
  private static final Duration ACCEPTED = Duration.ofMillis(200);

  private static final Pattern JOB = Pattern.compile("(cj-[0-9a-f]{20})");
  private static final Pattern WARM_UP = Pattern.compile("warm-up started: (\\S+)");
  private static final Pattern STORE = Pattern.compile("region=(\\S+) family=(\\S+)");

  private final String words;
  private final Optional<Role> writer;
  private final String event;

  Moment(String words, Optional<Role> writer, String event) {
    this.words = words;
    this.writer = writer;
    this.event = event;
  }

  /** Activity of the target. */
  String words() {
    return words;
  }

  /** Role whose log has the event; empty if there is no event. */
  Optional<Role> writer() {
    return writer;
  }

  /** Text in the line of the event. */
  String event() {
    return event;
  }

  /** Delay after the event. */
  Duration delay() {
    return switch (this) {
      case QUEUED -> NEXT_JOBS;
      case COMPACTING -> FIRST_CELLS;
      case WAITING -> ACCEPTED;
      case STREAMING -> FIRST_CHUNKS;
      case WARMUP_MIDDLE -> MIDDLE;
      default -> Duration.ZERO;
    };
  }

  /**
   * The log line that ends the moment, for the same object; a fault injected after that line missed
   * its moment.
   *
   * @param line line of the event
   * @return parts of one line; empty if this moment has no end, or the end is not logged
   */
  List<String> over(String line) {
    return switch (this) {
      case IDLE, QUEUED, AFTER_COMMIT, WARMUP_END -> List.of();
      case COMPACTING -> List.of(found(JOB, line).group(), " completed in ");
      case FINISHING -> List.of(found(JOB, line).group(), " done: ");
      case WAITING -> List.of("compaction offloaded: " + found(JOB, line).group());
      case STREAMING, WARMUP_BEGIN, WARMUP_MIDDLE ->
          List.of("warm-up completed: " + found(WARM_UP, line).group(1));
      case BEFORE_COMMIT -> {
        Matcher store = found(STORE, line);
        yield List.of(COMMITTED, "%s/%s of ".formatted(store.group(1), store.group(2)));
      }
    };
  }

  private static Matcher found(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.find()) {
      throw new IllegalArgumentException("without %s: %s".formatted(pattern, line));
    }
    return matcher;
  }
}
