package io.lighter.testing.chaos;

import io.lighter.testing.cluster.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a fault strikes, by the lines that processes write into their logs. A moment is as exact as
 * a log can be followed: a few milliseconds late.
 */
enum Moment {
  /** Before a compaction is asked for. */
  IDLE("idle", Optional.empty(), ""),
  /** Jobs are in the queue of a compaction server. */
  QUEUED("with jobs in its queue", Optional.of(Role.COMPACTION_SERVER), " accepted: "),
  /** A compaction server compacts. */
  COMPACTING("compacting", Optional.of(Role.COMPACTION_SERVER), " starts: "),
  /** A compaction server has an output that nobody has taken over yet. */
  FINISHING("with a finished output", Optional.of(Role.COMPACTION_SERVER), " completed in "),
  /** A compaction server sends chunks of its cache. */
  STREAMING("sending blocks", Optional.of(Role.REGION_SERVER), "warm-up started: cj-"),
  /** A region server has a compaction away. */
  WAITING(
      "while a compaction is in flight", Optional.of(Role.REGION_SERVER), "compaction submitted: "),
  /** A region server has taken an output over and is about to commit it. */
  BEFORE_COMMIT("at the commit", Optional.of(Role.REGION_SERVER), "compaction offloaded: "),
  /** A region server has committed. */
  AFTER_COMMIT("just after the commit", Optional.of(Role.REGION_SERVER), Moment.COMMITTED),
  /** The threshold is at the start of a region. */
  WARMUP_BEGIN("when a warm-up begins", Optional.of(Role.REGION_SERVER), "warm-up started: "),
  /** The threshold is inside of a region. */
  WARMUP_MIDDLE("in a warm-up", Optional.of(Role.REGION_SERVER), "warm-up started: "),
  /** The threshold has passed a region. */
  WARMUP_END("when a warm-up ends", Optional.of(Role.REGION_SERVER), "warm-up completed: ");

  /** HBase's own words. */
  private static final String COMMITTED = "Completed major compaction of ";

  /** About half of a warm-up of {@link ChaosRun}'s table. */
  private static final Duration MIDDLE = Duration.ofSeconds(1);

  /** Until the first chunks are on their way. */
  private static final Duration FIRST_CHUNKS = Duration.ofMillis(300);

  /** Until the jobs of other stores wait for the one that was accepted first. */
  private static final Duration NEXT_JOBS = Duration.ofMillis(200);

  /** Until a compaction has written a part of its output. */
  private static final Duration FIRST_CELLS = Duration.ofMillis(700);

  /** Until a compaction server has taken the job. */
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

  /** What the victim was doing. */
  String words() {
    return words;
  }

  /** Whose log tells of it; empty if there is nothing to wait for. */
  Optional<Role> writer() {
    return writer;
  }

  /** A part of the line that tells of it. */
  String event() {
    return event;
  }

  /** How long after that. */
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
   * What the same log says, and of the same thing, once the moment is over: who strikes later than
   * that has struck at another moment.
   *
   * @param line of the event
   * @return parts of one line; empty if this moment has no end, or the log does not tell of it
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
