// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.math.LongMath;

/**
 * Divides a limit in bytes per second over the compaction servers, by the jobs that each one has.
 *
 * <p>The shares in use at any moment sum to at most the limit. A server uses the last share that it
 * received, and every report names that share. So a share counts from its sending until a report
 * names a smaller one:
 *
 * <ol>
 *   <li>A server with a smaller share receives it in the answer to its next report.
 *   <li>Its following report confirms the share. Only then is the difference free.
 *   <li>The next report of a server with a larger share receives as much of it as is free.
 * </ol>
 *
 * <p>A lost answer delays step 2 by one report. Servers may have shares of a former leader. So no
 * share grows until all live servers have reported, or {@link #FIRST_REPORTS} has passed. Servers
 * that leave ZooKeeper may still be stopping their jobs: their share is free after {@link
 * #DEPARTURE}. A live but silent server has its share for {@link #SILENCE}, after which the share
 * is given to others. Hence the limit is no guarantee.
 *
 * <p>Thread-safe; {@code this} guards all state, for arithmetic only.
 */
public final class ThroughputShares {
  static final Duration FIRST_REPORTS = Duration.ofSeconds(15);
  static final Duration DEPARTURE = Duration.ofSeconds(15);
  static final Duration SILENCE = Duration.ofSeconds(60);

  /** Divisor of the limit: that part is for servers without jobs too, in equal shares. */
  private static final int FLOOR_PART = 20;

  private final LongSupplier limit;
  private final MonotonicClock clock;

  // All below: guarded by this.
  private final Map<ServerName, Holder> holders = new HashMap<>();
  private String term = "";
  private long termStartedAt;

  /** A server and its share. */
  private static final class Holder {
    OptionalLong granted = OptionalLong.empty();
    OptionalLong held = OptionalLong.empty();
    int jobs;
    long uptimeMs;
    long reportedAt;

    /** The largest share that the server may use now; 0 while it knows of no limit. */
    long bound() {
      return Math.max(granted.orElse(0), held.orElse(0));
    }
  }

  /**
   * @param limit bytes per second, 0 for none; read at every report
   */
  public ThroughputShares(LongSupplier limit, MonotonicClock clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * Returns the share to send to {@code server} in the answer to this report; empty: no limit.
   *
   * @param leadership a value that differs for each term as the leader
   * @param live live servers in ZooKeeper
   */
  public synchronized OptionalLong share(
      String leadership, ServerName server, ServerReport report, Set<ServerName> live) {
    long now = clock.nanoTime();
    if (!leadership.equals(term)) {
      holders.clear();
      term = leadership;
      termStartedAt = now;
    }
    holders.values().removeIf(holder -> now - holder.reportedAt > SILENCE.toNanos());
    holders
        .entrySet()
        .removeIf(
            each ->
                !live.contains(each.getKey())
                    && now - each.getValue().reportedAt > DEPARTURE.toNanos());
    Holder holder = holders.computeIfAbsent(server, name -> new Holder());
    if (report.getUptimeMs() < holder.uptimeMs) {
      return holder.granted; // overtaken by a later report; the answer is unused
    }
    holder.uptimeMs = report.getUptimeMs();
    holder.reportedAt = now;
    holder.jobs = jobs(report);
    holder.held =
        report.hasBytesPerSecond()
            ? OptionalLong.of(Math.max(0, report.getBytesPerSecond()))
            : OptionalLong.empty();
    holder.granted = grant(holder, limit.getAsLong(), allKnown(live, now));
    return holder.granted;
  }

  private OptionalLong grant(Holder holder, long total, boolean allKnown) {
    if (total == 0) {
      return OptionalLong.empty();
    }
    long others =
        holders.values().stream()
            .filter(each -> each != holder)
            .mapToLong(Holder::bound)
            .reduce(0, LongMath::saturatedAdd);
    long share = Math.min(wanted(holder, total), Math.max(0, total - others));
    return OptionalLong.of(allKnown ? share : Math.min(share, holder.held.orElse(0)));
  }

  /** The wanted share: a floor, and a part of the rest by jobs; equal parts without any job. */
  private long wanted(Holder holder, long total) {
    int servers = holders.size();
    long jobs = holders.values().stream().mapToLong(each -> each.jobs).sum();
    if (jobs == 0) {
      return total / servers;
    }
    long floor = total / FLOOR_PART / servers;
    return floor + (long) ((total - floor * servers) * ((double) holder.jobs / jobs));
  }

  private boolean allKnown(Set<ServerName> live, long now) {
    return now - termStartedAt > FIRST_REPORTS.toNanos() || holders.keySet().containsAll(live);
  }

  /** Jobs that run or could run without a limit. */
  private static int jobs(ServerReport report) {
    long active =
        report.getJobList().stream()
            .map(JobReport::getState)
            .filter(state -> state == JobState.COMPACTING || state == JobState.QUEUED)
            .count();
    return (int) Math.max(0, Math.min(report.getThreads(), active));
  }
}
