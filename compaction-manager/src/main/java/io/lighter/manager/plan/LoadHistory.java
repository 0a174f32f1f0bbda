// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.hbase.thirdparty.com.google.common.math.LongMath;

/**
 * The load of the last hour, minute by minute, from the counters in the reports. Thread-safe;
 * bounded by {@value #MAX_SOURCES} servers and by the minutes.
 *
 * <p>Counters start at 0 with their process. The first report of a process that is older than this
 * history, or already older than a minute, only serves as the base of the next one. The history
 * starts again after {@link #GAP} without a report, because another manager may have led then.
 */
public final class LoadHistory {
  static final Duration WINDOW = Duration.ofHours(1);
  static final Duration GAP = Duration.ofMinutes(5);

  /** Reasons of compactions that more servers would have taken, as tags of the plug-in. */
  public static final Set<String> REJECTED =
      Set.of("no-server", "draining", "other-version", "busy");

  private static final int MAX_SOURCES = 10_000;
  private static final Duration BUCKET = Duration.ofMinutes(1);

  private final MonotonicClock clock;

  // All below: guarded by this.
  private final Deque<Bucket> buckets = new ArrayDeque<>();
  private final Map<String, Counts> last = new HashMap<>();
  private long startedAt;
  private long heardAt;
  private boolean started;

  /** The counters of one process, and the time of their report. */
  private record Counts(long jobs, long bytes, long runningMs, long rejected, long atNanos) {
    static Counts of(ServerReport report, long now) {
      return new Counts(
          report.getCompletedJobs(), report.getCompactedBytes(), report.getCompactingMs(), 0, now);
    }

    static Counts of(RegionServerReport report, long now) {
      long rejected =
          report.getLocalList().stream()
              .filter(each -> REJECTED.contains(each.getReason()))
              .mapToLong(ReasonCount::getCount)
              .sum();
      return new Counts(0, 0, 0, rejected, now);
    }
  }

  /** One minute. */
  private static final class Bucket {
    private final long beganAt;
    private long jobs;
    private long bytes;
    private long runningMs;
    private long rejected;
    private double rates;
    private long rateSamples;

    Bucket(long beganAt) {
      this.beganAt = beganAt;
    }

    void add(Counts now, Counts before) {
      jobs = plus(jobs, now.jobs(), before.jobs());
      bytes = plus(bytes, now.bytes(), before.bytes());
      runningMs = plus(runningMs, now.runningMs(), before.runningMs());
      rejected = plus(rejected, now.rejected(), before.rejected());
    }

    /** Adds growth; a counter that falls is invalid and adds nothing. */
    private static long plus(long sum, long now, long before) {
      long growth = Math.max(0, LongMath.saturatedSubtract(now, before));
      return LongMath.saturatedAdd(sum, growth);
    }

    void addRate(long bytesPerSecond) {
      rates += bytesPerSecond;
      rateSamples++;
    }
  }

  /** Creates an empty history. */
  public LoadHistory(MonotonicClock clock) {
    this.clock = clock;
  }

  /** Accounts for the report of a compaction server. */
  public synchronized void add(ServerReport report) {
    long now = heard();
    long uptime = TimeUnit.MILLISECONDS.toNanos(report.getUptimeMs());
    boolean isNew = uptime < now - startedAt && uptime <= BUCKET.toNanos();
    add(report.getServer(), Counts.of(report, now), isNew);
  }

  /** Accounts for the report of a region server. */
  public synchronized void add(RegionServerReport report) {
    long now = heard();
    add(report.getRegionServer(), Counts.of(report, now), false);
    for (WarmupReport warmup : report.getWarmupList()) {
      if (warmup.getRate() > 0) {
        bucket(now).addRate(warmup.getRate());
      }
    }
  }

  /** The load of the last hour, or since the history started. */
  public synchronized MeasuredLoad load() {
    long now = clock.nanoTime();
    forgetOld(now);
    long window = started ? Math.min(WINDOW.toNanos(), now - startedAt) : 0;
    long samples = buckets.stream().mapToLong(bucket -> bucket.rateSamples).sum();
    double rates = buckets.stream().mapToDouble(bucket -> bucket.rates).sum();
    return new MeasuredLoad(
        Duration.ofNanos(window),
        sum(bucket -> bucket.jobs),
        sum(bucket -> bucket.bytes),
        sum(bucket -> bucket.runningMs),
        sum(bucket -> bucket.rejected),
        samples == 0 ? OptionalLong.empty() : OptionalLong.of(Math.round(rates / samples)));
  }

  private long sum(ToLongFunction<Bucket> value) { // holds the lock
    return buckets.stream().mapToLong(value).reduce(0, LongMath::saturatedAdd);
  }

  private long heard() { // holds the lock
    long now = clock.nanoTime();
    if (!started || now - heardAt > GAP.toNanos()) {
      buckets.clear();
      last.clear();
      startedAt = now;
      started = true;
    }
    heardAt = now;
    forgetOld(now);
    return now;
  }

  private void add(String source, Counts counts, boolean fromZero) { // holds the lock
    Counts before = last.get(source);
    if (before == null && last.size() >= MAX_SOURCES) {
      return;
    }
    last.put(source, counts);
    if (before != null) {
      bucket(counts.atNanos()).add(counts, before);
    } else if (fromZero) {
      bucket(counts.atNanos()).add(counts, new Counts(0, 0, 0, 0, 0));
    }
  }

  private Bucket bucket(long now) { // holds the lock
    Bucket current = buckets.peekLast();
    if (current == null || now - current.beganAt >= BUCKET.toNanos()) {
      current = new Bucket(now);
      buckets.addLast(current);
      last.values().removeIf(counts -> now - counts.atNanos() > WINDOW.toNanos());
    }
    return current;
  }

  private void forgetOld(long now) { // holds the lock
    while (!buckets.isEmpty() && now - buckets.peekFirst().beganAt > WINDOW.toNanos()) {
      buckets.removeFirst();
    }
  }
}
