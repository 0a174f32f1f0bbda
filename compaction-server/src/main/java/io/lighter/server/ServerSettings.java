// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.channel.ChunkChannelServer;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.pacing.PaceSettings;
import io.lighter.service.rpc.RpcEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A compaction server's options, checked.
 *
 * @param throughput bytes per second of all jobs together, independent of the manager's limit
 * @param pacing settings of the pace of reads
 * @param cache settings of the cache of outputs
 * @param channel settings of chunk channels; with a negative port: none
 * @param liveSetBytes heap for live sets of indexes
 * @param indexBuildThreads jobs of index builds at a time; 0: none are taken
 * @param reportInterval time between two reports to the manager
 * @param drainTimeout longest wait for jobs and retained outputs when the process ends
 * @param info settings of the web page
 */
record ServerSettings(
    RpcEndpoint.Settings rpc,
    String group,
    JobScheduler.Limits limits,
    OptionalLong throughput,
    PaceSettings pacing,
    OutputCache.Settings cache,
    ChunkChannelServer.Settings channel,
    long liveSetBytes,
    int indexBuildThreads,
    Duration reportInterval,
    Duration drainTimeout,
    ServerInfo.Settings info) {
  private static final double PERCENT = 100;
  private static final String OPTION_PREFIX = "lighter.server";

  /** The calls that ask HDFS. While HDFS hangs, heartbeats renew the leases of jobs and outputs. */
  private static final Set<String> SUBMITS = Set.of("Submit", "SubmitBuildJob");

  /**
   * Reads the options.
   *
   * @throws ConfigurationException if a paused job would be given up by its region server
   */
  static ServerSettings of(LighterConfiguration lighter) throws ConfigurationException {
    List<String> conflicts = conflicts(lighter);
    if (!conflicts.isEmpty()) {
      throw new ConfigurationException(conflicts);
    }
    int threads = lighter.number(LighterOption.SERVER_THREADS);
    return new ServerSettings(
        new RpcEndpoint.Settings(
            OPTION_PREFIX,
            lighter.string(LighterOption.SERVER_BIND_ADDRESS),
            lighter.string(LighterOption.SERVER_HOSTNAME),
            lighter.number(LighterOption.SERVER_PORT),
            lighter.number(LighterOption.SERVER_HANDLERS),
            SUBMITS),
        lighter.string(LighterOption.SERVER_GROUP),
        new JobScheduler.Limits(
            threads > 0 ? threads : Runtime.getRuntime().availableProcessors(),
            lighter.number(LighterOption.SERVER_QUEUE_CAPACITY),
            lighter.bytes(LighterOption.SERVER_CACHE_SIZE),
            lighter.number(LighterOption.SERVER_DATANODE_MAX_JOBS),
            lighter.duration(LighterOption.SERVER_PAUSE_MAX)),
        throughput(lighter),
        pacing(lighter),
        new OutputCache.Settings(
            lighter.bytes(LighterOption.SERVER_CACHE_SIZE),
            Math.toIntExact(lighter.bytes(LighterOption.WARMUP_CHUNK_SIZE)),
            lighter.duration(LighterOption.SERVER_CACHE_LEASE),
            lighter.duration(LighterOption.SERVER_CACHE_REPLICA_RETENTION)),
        ChunkChannelServer.Settings.of(
            lighter.string(LighterOption.SERVER_BIND_ADDRESS),
            lighter.number(LighterOption.SERVER_CHUNK_PORT)),
        lighter.bytes(LighterOption.INDEX_GC_MEMORY),
        lighter.number(LighterOption.SERVER_INDEX_BUILD_THREADS),
        lighter.duration(LighterOption.SERVER_REPORT_INTERVAL),
        lighter.duration(LighterOption.SERVER_DRAIN_TIMEOUT),
        new ServerInfo.Settings(
            lighter.string(LighterOption.SERVER_INFO_BIND_ADDRESS),
            lighter.number(LighterOption.SERVER_INFO_PORT)));
  }

  /** Problems of options that must fit together, one sentence each; empty if there are none. */
  static List<String> conflicts(LighterConfiguration lighter) {
    LighterOption pause = LighterOption.SERVER_PAUSE_MAX;
    LighterOption stall = LighterOption.OFFLOAD_STALL_TIMEOUT;
    return lighter.duration(pause).compareTo(lighter.duration(stall)) < 0
        ? List.of()
        : List.of(
            "%s = '%s': expected a time below %s, which is %s"
                .formatted(pause.key(), lighter.string(pause), stall.key(), lighter.string(stall)));
  }

  private static OptionalLong throughput(LighterConfiguration lighter) {
    long limit = lighter.rate(LighterOption.SERVER_THROUGHPUT_LIMIT).orElse(0);
    return limit == 0 ? OptionalLong.empty() : OptionalLong.of(limit);
  }

  private static PaceSettings pacing(LighterConfiguration lighter) {
    return new PaceSettings(
        lighter.bool(LighterOption.SERVER_PACING_ENABLED),
        lighter.number(LighterOption.SERVER_PACING_THRESHOLD) / PERCENT,
        lighter.bytes(LighterOption.SERVER_PACING_STEP),
        lighter.bytes(LighterOption.SERVER_PACING_MIN_RATE));
  }

  /** The version of Lighter; {@code unknown} if the classes are in no jar. */
  static String version() {
    String version = ServerSettings.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
