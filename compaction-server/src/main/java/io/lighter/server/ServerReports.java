// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import com.sun.management.OperatingSystemMXBean;
import io.lighter.common.MonotonicClock;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.rpc.Protocol;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.index.BuildJobPool;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.job.SchedulerLoad;
import io.lighter.server.metrics.ServerMetrics;
import io.lighter.server.throughput.SharedThroughput;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.hbase.ServerName;

/** This server's registration and reports. Thread-safe. */
final class ServerReports {
  private final ServerName serverName;
  private final ServerSettings settings;
  private final Optional<HdfsFileSettings> fileSettings;
  private final JobScheduler scheduler;
  private final BuildJobPool builds;
  private final OutputCache cache;
  private final SharedThroughput throughput;
  private final ServerMetrics metrics;
  private final MonotonicClock clock;
  private final long startedAt;
  private final OperatingSystemMXBean machine =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  ServerReports(
      ServerName serverName,
      ServerSettings settings,
      Optional<HdfsFileSettings> fileSettings,
      JobScheduler scheduler,
      BuildJobPool builds,
      OutputCache cache,
      SharedThroughput throughput,
      ServerMetrics metrics,
      MonotonicClock clock) {
    this.serverName = serverName;
    this.settings = settings;
    this.fileSettings = fileSettings;
    this.scheduler = scheduler;
    this.builds = builds;
    this.cache = cache;
    this.throughput = throughput;
    this.metrics = metrics;
    this.clock = clock;
    this.startedAt = clock.millis();
  }

  /**
   * @param infoPort port of the web page; empty: none
   */
  ServerRegistration registration(OptionalInt infoPort) {
    ServerRegistration.Builder registration =
        ServerRegistration.newBuilder()
            .setServer(serverName.getServerName())
            .setVersion(ServerSettings.version())
            .setGroup(settings.group())
            .setCacheBytes(settings.limits().memory())
            .setThreads(settings.limits().threads())
            .setIndexBuildThreads(settings.indexBuildThreads())
            .setNewestProtocolVersion(Protocol.VERSION)
            .setOldestProtocolVersion(Protocol.OLDEST_VERSION);
    infoPort.ifPresent(registration::setInfoPort);
    return registration.build();
  }

  ServerReport report() {
    SchedulerLoad load = scheduler.load();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    ServerReport.Builder report =
        ServerReport.newBuilder()
            .setServer(serverName.getServerName())
            .setVersion(ServerSettings.version())
            .setGroup(settings.group())
            .setCacheBytes(settings.limits().memory())
            .setReservedBytes(load.reservedBytes())
            .setThreads(settings.limits().threads())
            .setQueueCapacity(settings.limits().queueCapacity())
            .addAllJob(load.jobs())
            .setCompletedJobs(metrics.completedJobs())
            .setFailedJobs(metrics.failedJobs())
            .setCancelledJobs(metrics.cancelledJobs())
            .setRefusedRequests(metrics.refusedRequests())
            .setCompactedBytes(metrics.compactedBytes())
            .setCompactingMs(metrics.compactingMs())
            .setUptimeMs(clock.millis() - startedAt)
            .setCpuLoad(machine.getCpuLoad())
            .setDraining(load.draining())
            .setDrained(load.draining() && scheduler.isEmpty() && builds.isEmpty())
            .setExpectedWaitMs(load.expectedWaitMs())
            .addAllKeptOutput(cache.retainedReports())
            .setKeptBytes(cache.retainedBytes())
            .setHeapUsedBytes(heap.getUsed())
            .setHeapMaxBytes(heap.getMax())
            .setFailuresInARow(metrics.failuresInARow())
            .setStreamedBytes(metrics.streamedBytes())
            .setCapsDatanodeJobs(settings.limits().jobsPerDataNode() > 0)
            .addAllBuildJob(builds.reports())
            .setIndexBuildThreads(settings.indexBuildThreads());
    throughput.limit().ifPresent(report::setBytesPerSecond);
    fileSettings.map(HdfsFileSettings::toProto).ifPresent(report::setFileSettings);
    return report.build();
  }
}
