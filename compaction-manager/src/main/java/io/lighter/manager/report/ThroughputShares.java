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
 * <p>The shares that servers keep to at any moment add up to the limit at the most. A server keeps
 * to the last share that reached it, and every report says which one that is. So a share is counted
 * from the moment when it is sent until a report says that a smaller one has taken its place:
 *
 * <ol>
 *   <li>A server that is to get less is told so in the answer to its next report.
 *   <li>Its report after that says that it keeps to it. Only now is the difference free.
 *   <li>Whoever reports next and is to get more gets it, as far as it is free.
 * </ol>
 *
 * <p>A lost answer delays step 2 by one report. What this class cannot know: servers of a former
 * leader's time, which may have shares; until all live ones have reported, but for {@link
 * #FIRST_REPORTS} at the most, nobody gets more than it has. Servers that leave ZooKeeper may still
 * be stopping their jobs: their share is free after {@link #DEPARTURE}. One that lives and is
 * silent keeps its share for {@link #SILENCE}, then the others go on without it. That is why this
 * is a limit and not a guarantee.
 *
 * <p>Thread-safe; {@code this} guards all, for arithmetic only.
 */
public final class ThroughputShares {
  static final Duration FIRST_REPORTS = Duration.ofSeconds(15);
  static final Duration DEPARTURE = Duration.ofSeconds(15);
  static final Duration SILENCE = Duration.ofSeconds(60);

  /** This part of the limit, in equal shares, is for servers whether or not they have jobs. */
  private static final int FLOOR_PART = 20;

  private final LongSupplier limit;
  private final MonotonicClock clock;

  // All below: guarded by this.
  private final Map<ServerName, Holder> holders = new HashMap<>();
  private String term = "";
  private long termStartedAt;

  /** A server and what it may hold. */
  private static final class Holder {
    OptionalLong granted = OptionalLong.empty();
    OptionalLong held = OptionalLong.empty();
    int jobs;
    long uptimeMs;
    long reportedAt;

    /** The largest share that it may keep to at this moment; 0 while it knows of no limit. */
    long bound() {
      return Math.max(granted.orElse(0), held.orElse(0));
    }
  }

  /**
   * @param limit bytes per second, 0 for none; asked at every report
   */
  public ThroughputShares(LongSupplier limit, MonotonicClock clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * The share to send to {@code server} in the answer to this report; empty: no limit.
   *
   * @param leadership differs for each time that this manager leads
   * @param live servers in ZooKeeper
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
      return holder.granted; // overtaken by a later report: nobody waits for this answer any more
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

  /** Floors for all, and the rest by jobs; without any job, to each the same. */
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

  /** Jobs that run or could run if there were no limit. */
  private static int jobs(ServerReport report) {
    long active =
        report.getJobList().stream()
            .map(JobReport::getState)
            .filter(state -> state == JobState.COMPACTING || state == JobState.QUEUED)
            .count();
    return (int) Math.max(0, Math.min(report.getThreads(), active));
  }
}
