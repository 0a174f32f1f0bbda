package io.lighter.manager;

import java.time.Duration;

/**
 * How often servers of one kind report, so that all of them together cost the manager no more than
 * it can bear. Immutable.
 *
 * @param perSecond reports of all servers together that are free; beyond them each waits longer
 * @param longest interval of one server, however many there are
 */
record ReportPace(int perSecond, Duration longest) {
  /** For how long each of {@code servers} is to wait between two reports; zero: it may decide. */
  Duration interval(int servers) {
    if (servers <= perSecond) {
      return Duration.ZERO;
    }
    Duration fair = Duration.ofSeconds(servers).dividedBy(perSecond);
    return fair.compareTo(longest) < 0 ? fair : longest;
  }
}
