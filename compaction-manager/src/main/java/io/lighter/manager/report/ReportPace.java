// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import java.time.Duration;

/**
 * The rate of reports of one kind of server, chosen so that the load on the manager is bounded.
 * Immutable.
 *
 * @param perSecond reports of all servers together without extra waits
 * @param longest longest interval of one server, whatever their number
 */
public record ReportPace(int perSecond, Duration longest) {
  /** Pace that keeps reports within 2 s, recent enough for throughput shares and the balance. */
  public static final ReportPace COMPACTION_SERVERS = new ReportPace(100, Duration.ofSeconds(2));

  /** Pace with several reports of a region server before its last one is dropped. */
  static final ReportPace REGION_SERVERS = new ReportPace(50, Duration.ofSeconds(10));

  /** The wait of each of {@code servers} between two reports; zero: the server decides. */
  public Duration interval(int servers) {
    if (servers <= perSecond) {
      return Duration.ZERO;
    }
    Duration fair = Duration.ofSeconds(servers).dividedBy(perSecond);
    return fair.compareTo(longest) < 0 ? fair : longest;
  }
}
