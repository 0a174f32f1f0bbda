// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.PlanValues.Sourced;
import io.lighter.cli.command.Units;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.plan.CompactionFrequency;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Capacity values measured by the running cluster, from counters since the start of each compaction
 * server.
 */
final class PlanMeasurements {
  private final StatusResponse status;
  private final List<ServerReport> reports;
  private final long jobs;
  private final long bytes;
  private final long runningMs;

  private PlanMeasurements(StatusResponse status) {
    this.status = status;
    this.reports = status.getServerList().stream().map(ServerStatus::getReport).toList();
    this.jobs = reports.stream().mapToLong(ServerReport::getCompletedJobs).sum();
    this.bytes = reports.stream().mapToLong(ServerReport::getCompactedBytes).sum();
    this.runningMs = reports.stream().mapToLong(ServerReport::getCompactingMs).sum();
  }

  /** The measured values, with the site's warm-up rate as a fallback. */
  static PlanValues of(StatusResponse status, LighterConfiguration site) {
    PlanMeasurements measured = new PlanMeasurements(status);
    return new PlanValues(
        measured.compactionRate(),
        positive(status.getWarmupRate(), "measured: warm-ups of the last hour")
            .or(
                () ->
                    positive(
                        site.bytes(LighterOption.WARMUP_RATE), LighterOption.WARMUP_RATE.key())),
        measured.least(ServerReport::getCacheBytes),
        positive(
            measured.jobs == 0 ? 0 : measured.bytes / measured.jobs,
            "measured: mean of " + measured.jobs + " completed compactions"),
        measured.perRegion(),
        positive(status.getRegions(), "counted in hbase:meta"),
        measured.least(ServerReport::getThreads));
  }

  private Optional<Sourced<Long>> compactionRate() {
    return positive(
        runningMs == 0 ? 0 : Math.round(bytes * 1000.0 / runningMs),
        "measured: %s in %s of running jobs"
            .formatted(Units.bytes(bytes), Units.duration(runningMs)));
  }

  private Optional<Sourced<Long>> least(ToLongFunction<ServerReport> of) {
    return positive(
        reports.stream().mapToLong(of).min().orElse(0),
        "reported: least of " + reports.size() + (reports.size() == 1 ? " server" : " servers"));
  }

  /**
   * Compactions per region, from each server's jobs and uptime, because servers start at different
   * times.
   */
  private Optional<Sourced<CompactionFrequency>> perRegion() {
    if (status.getRegions() <= 0 || jobs == 0) {
      return Optional.empty();
    }
    BigDecimal perHour =
        reports.stream()
            .map(PlanMeasurements::jobsPerHour)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    long longest = reports.stream().mapToLong(ServerReport::getUptimeMs).max().orElse(0);
    return Optional.of(
        new Sourced<>(
            new CompactionFrequency(
                perHour.divide(BigDecimal.valueOf(status.getRegions()), MathContext.DECIMAL32),
                Duration.ofHours(1)),
            "measured: %d compactions in %s".formatted(jobs, Units.duration(longest))));
  }

  private static BigDecimal jobsPerHour(ServerReport report) {
    return BigDecimal.valueOf(report.getCompletedJobs())
        .multiply(BigDecimal.valueOf(Duration.ofHours(1).toMillis()))
        .divide(BigDecimal.valueOf(Math.max(1, report.getUptimeMs())), MathContext.DECIMAL64);
  }

  private static Optional<Sourced<Long>> positive(long value, String source) {
    return value > 0 ? Optional.of(new Sourced<>(value, source)) : Optional.empty();
  }
}
