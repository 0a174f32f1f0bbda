package io.lighter.manager.report;

import java.time.Duration;

/**
 * How often servers of one kind report, so that all of them together cost the manager no more than
 * it can bear. Immutable.
 *
 * @param perSecond reports of all servers together that are free; beyond them each waits longer
 * @param longest interval of one server, however many there are
 */
public record ReportPace(int perSecond, Duration longest) {
  /** Shares of throughput and the balance follow reports that are 2 s old as well. */
  public static final ReportPace COMPACTION_SERVERS = new ReportPace(100, Duration.ofSeconds(2));

  /** A report is heard of several times before it is forgotten. */
  static final ReportPace REGION_SERVERS = new ReportPace(50, Duration.ofSeconds(10));

  /** For how long each of {@code servers} is to wait between two reports; zero: it may decide. */
  public Duration interval(int servers) {
    if (servers <= perSecond) {
      return Duration.ZERO;
    }
    Duration fair = Duration.ofSeconds(servers).dividedBy(perSecond);
    return fair.compareTo(longest) < 0 ? fair : longest;
  }
}
