// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.chunk.ChunkDecoder;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.regionserver.pressure.CallTimes;
import io.lighter.regionserver.warmup.remote.OutputLookup;
import io.lighter.regionserver.warmup.remote.RemoteChunks;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import io.lighter.regionserver.warmup.remote.WarmupMetrics;
import io.lighter.warmup.Pace;
import io.lighter.warmup.SteadyPace;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * Shared parts of the warm-ups of one region server: threads, rates, limits, metrics. Thread-safe.
 *
 * <p>Rates apply to the region server, however many warm-ups run.
 */
public final class RegionServerWarmups implements Closeable {
  /** Least size limit of a chunk; its server's option, which may differ here, sets the size. */
  private static final int LEAST_CHUNK_LIMIT = 32 << 20;

  /** Maximum number of warm-ups in one report. */
  private static final int MOST_REPORTED = 200;

  /** Chunks that reads wait for at a time, with the strategy {@code remote}. */
  private static final int READERS = 16;

  private final RpcCaller caller;
  private final ChunkChannels channels;
  private final Duration callTimeout;
  private final WarmupMetrics metrics;
  private final WarmupScheduler scheduler;
  private final ExecutorService fetchers;

  private final LeaseCalls leases = new LeaseCalls();

  /** Threads whose calls may hang, which must not delay {@link #fetchers}. */
  private final ExecutorService readers =
      Executors.newFixedThreadPool(READERS, WarmupScheduler.threadsNamed("lighter-warmup-read-%d"));

  private final ChunkDecoder.Limits limits;
  private final Pace throttled;
  private final CallTimes callTimes = new CallTimes(System::nanoTime);
  private final AdaptivePace adaptive;

  /**
   * Creates the parts; threads start on demand.
   *
   * @param conf configuration of the site
   * @param channels channels, which {@link #close} closes
   */
  public RegionServerWarmups(
      LighterConfiguration conf, RpcCaller caller, ChunkChannels channels, WarmupMetrics metrics) {
    this(
        conf,
        caller,
        channels,
        metrics,
        new SteadyPace(steady(conf.bytes(LighterOption.WARMUP_RATE)), System::nanoTime));
  }

  /**
   * Creates the parts with a given pace.
   *
   * @param throttled pace of the strategy {@code throttled}
   */
  RegionServerWarmups(
      LighterConfiguration conf,
      RpcCaller caller,
      ChunkChannels channels,
      WarmupMetrics metrics,
      Pace throttled) {
    this.caller = caller;
    this.channels = channels;
    this.callTimeout = conf.duration(LighterOption.OFFLOAD_SERVER_TIMEOUT).dividedBy(2);
    this.metrics = metrics;
    int concurrent = conf.number(LighterOption.WARMUP_MAX_CONCURRENT);
    int window = conf.number(LighterOption.WARMUP_WINDOW);
    ThreadCpu cpu = new ThreadCpu();
    this.fetchers =
        Executors.newFixedThreadPool(
            (int) Math.min(Integer.MAX_VALUE, (long) concurrent * window),
            cpu.measuring(WarmupScheduler.threadsNamed("lighter-warmup-fetch-%d")));
    long limit = Math.max(LEAST_CHUNK_LIMIT, 4 * conf.bytes(LighterOption.WARMUP_CHUNK_SIZE));
    this.limits =
        limit >= ChunkDecoder.Limits.max().maxRawBytes()
            ? ChunkDecoder.Limits.max()
            : ChunkDecoder.Limits.ofRawBytes((int) limit);
    this.throttled = throttled;
    this.adaptive =
        new AdaptivePace(
            AdaptivePace.Settings.of(conf, LinkSpeed::known), callTimes, cpu, System::nanoTime);
    this.scheduler =
        new WarmupScheduler(
            concurrent,
            cpu.measuring(WarmupScheduler.threadsNamed("lighter-warmup-%d")),
            this::decideRate);
    metrics.watch(
        scheduler::waiting, scheduler::percent, adaptive::bytesPerSecond, adaptive::percent);
  }

  private static LongSupplier steady(long rate) {
    return () -> rate;
  }

  private void decideRate() {
    adaptive.decide(scheduler.anyMoves(true), scheduler.anyMoves(false));
  }

  /** The times of calls, which the strategy {@code adaptive} follows; the owner samples them. */
  public CallTimes callTimes() {
    return callTimes;
  }

  /** Reports of running, then of waiting warm-ups, up to the limit of a report. */
  public List<WarmupReport> reports() {
    return scheduler.reports(MOST_REPORTED);
  }

  boolean isClosed() {
    return fetchers.isShutdown();
  }

  public WarmupMetrics metrics() {
    return metrics;
  }

  public WarmupScheduler scheduler() {
    return scheduler;
  }

  public Pace pace(WarmupStrategy strategy) {
    return switch (strategy) {
      case NONE, WRITE_THROUGH, REMOTE, PRE_SWITCH, INCREMENTAL -> Pace.UNLIMITED;
      case THROTTLED -> throttled;
      case ADAPTIVE -> adaptive;
    };
  }

  /** Runs a short task soon; drops the task if the region server stops. */
  void background(Runnable task) {
    if (!fetchers.isShutdown()) {
      fetchers.execute(task);
    }
  }

  /** Threads that list and fetch the chunks that reads wait for, a bounded number at a time. */
  Executor readers() {
    return readers;
  }

  RemoteChunks chunksOf(RetainedOutput output) {
    return new RemoteChunks(
        output,
        caller,
        channels,
        callTimeout,
        new RemoteChunks.Threads(fetchers, leases.to(output.server())),
        limits,
        metrics);
  }

  /** Creates a lookup of outputs on {@code servers}, for secondary replicas. */
  public OutputLookup lookup(OutputLookup.Servers servers) {
    return new OutputLookup(servers, caller::compactionServer, callTimeout);
  }

  @Override
  public void close() {
    scheduler.close();
    fetchers.shutdownNow();
    readers.shutdownNow();
    leases.close();
    channels.close();
  }
}
