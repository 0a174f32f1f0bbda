// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/**
 * The last hour of each compaction server, and of all together, one sample each {@link #INTERVAL}.
 *
 * <p>Bounded: {@link #RETENTION} of samples, and {@value #MAX_SERVERS} servers, of which those that
 * left first are dropped first. Servers that left remain as long as they have samples. Thread-safe;
 * no thread waits under its lock.
 */
public final class History {
  /** Time between two samples. */
  public static final Duration INTERVAL = Duration.ofSeconds(5);

  /** The length of the history. */
  public static final Duration RETENTION = Duration.ofHours(1);

  static final int MAX_SERVERS = 500;

  private final Map<ServerName, Series> servers = new HashMap<>(); // guarded by this
  private Series totals = new Series(); // guarded by this

  private static final class Series {
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();
    private Sample.Counters counters;

    void add(Sample sample) {
      samples.addLast(sample);
      dropBefore(sample.timeMs());
    }

    void dropBefore(long nowMs) {
      while (!samples.isEmpty() && nowMs - samples.getFirst().timeMs() >= RETENTION.toMillis()) {
        samples.removeFirst();
      }
    }

    long lastMs() {
      return samples.getLast().timeMs();
    }
  }

  /** Adds a sample if the last one is {@link #INTERVAL} old; the time of snapshots only grows. */
  public synchronized void add(Snapshot snapshot) {
    long now = snapshot.timeMs();
    if (!totals.samples.isEmpty() && now - totals.lastMs() < INTERVAL.toMillis()) {
      return;
    }
    List<Sample> latest = new ArrayList<>();
    for (ServerStatus status : snapshot.status().getServerList()) {
      ServerReport report = status.getReport();
      ServerNames.parse(report.getServer())
          .ifPresent(server -> latest.add(add(server, report, now, now - status.getReportAgeMs())));
    }
    totals.add(total(latest, now));
    servers.values().forEach(series -> series.dropBefore(now));
    servers.values().removeIf(series -> series.samples.isEmpty());
    dropLongestGone();
  }

  private Sample add(ServerName server, ServerReport report, long now, long reportedAt) {
    Series series = servers.computeIfAbsent(server, each -> new Series());
    Sample.Counters counters = Sample.Counters.of(report, reportedAt);
    Sample sample = Sample.of(report, now, counters, series.counters);
    series.counters = counters;
    series.add(sample);
    return sample;
  }

  private static Sample total(List<Sample> servers, long now) {
    return new Sample(
        now,
        servers.stream()
            .mapToDouble(Sample::cpuLoad)
            .filter(load -> load >= 0)
            .average()
            .orElse(-1),
        servers.stream().mapToLong(Sample::heapUsedBytes).sum(),
        servers.stream().mapToLong(Sample::retainedBytes).sum(),
        servers.stream().mapToLong(Sample::reservedBytes).sum(),
        servers.stream().mapToInt(Sample::queued).sum(),
        servers.stream().mapToInt(Sample::running).sum(),
        servers.stream().mapToLong(Sample::compactedPerSecond).sum(),
        servers.stream().mapToLong(Sample::streamedPerSecond).sum());
  }

  private void dropLongestGone() {
    while (servers.size() > MAX_SERVERS) {
      servers.entrySet().stream()
          .min(Comparator.comparingLong(entry -> entry.getValue().lastMs()))
          .map(Map.Entry::getKey)
          .ifPresent(servers::remove);
    }
  }

  /** A server's samples, oldest first, none older than {@code back}; none for an unknown server. */
  public synchronized List<Sample> of(ServerName server, Duration back) {
    Series series = servers.get(server);
    return series == null ? List.of() : since(series, back);
  }

  /** A server's last sample; empty for an unknown server. */
  public synchronized Optional<Sample> latest(ServerName server) {
    return Optional.ofNullable(servers.get(server)).map(series -> series.samples.getLast());
  }

  /** The samples of all servers together, oldest first, none older than {@code back}. */
  public synchronized List<Sample> totals(Duration back) {
    return since(totals, back);
  }

  private List<Sample> since(Series series, Duration back) {
    if (totals.samples.isEmpty()) {
      return List.of();
    }
    long from = totals.lastMs() - back.toMillis();
    return series.samples.stream().filter(sample -> sample.timeMs() > from).toList();
  }

  /** Drops all samples: another manager leads, and the history would have a gap. */
  public synchronized void clear() {
    servers.clear();
    totals = new Series();
  }
}
