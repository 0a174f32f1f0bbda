// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import io.lighter.warmup.WarmupMeter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Timer;

/**
 * Counters of the warm-ups of a region server, among the plug-in's metrics. Counters start at 0
 * with the process; bytes and blocks are added at the end of each warm-up. Thread-safe.
 */
public final class WarmupMetrics {
  private final MetricSet metrics;
  private final Counter begun;
  private final Counter replicaBegun;
  private final Counter replicaUnserved;
  private final Counter completed;
  private final Counter ended;
  private final Counter remoteBytes;
  private final Counter remoteBlocks;
  private final Counter hdfsBytes;
  private final Counter hdfsBlocks;
  private final Counter storeGets;
  private final Counter skippedBlocks;
  private final Counter refusedBlocks;
  private final Counter promotedBlocks;
  private final Counter evictedBlocks;
  private final Counter fallbacks;
  private final Counter refetched;
  private final Counter channels;
  private final Counter channelsGivenUp;
  private final Timer time;
  private final AtomicInteger running = new AtomicInteger();
  private final LongAdder below = new LongAdder();
  private final LongAdder above = new LongAdder();

  /** Registers the metrics; the owner of their registry removes the metrics. */
  public WarmupMetrics(MetricSet metrics) {
    this.metrics = metrics;
    begun = metrics.counter(LighterMetric.WARMUPS_STARTED);
    replicaBegun = metrics.counter(LighterMetric.WARMUPS_REPLICA);
    replicaUnserved = metrics.counter(LighterMetric.WARMUPS_REPLICA_UNSERVED);
    completed = metrics.counter(LighterMetric.WARMUPS_COMPLETED);
    ended = metrics.counter(LighterMetric.WARMUPS_ENDED);
    remoteBytes = metrics.counter(LighterMetric.WARMUP_BYTES_REMOTE);
    remoteBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_REMOTE);
    hdfsBytes = metrics.counter(LighterMetric.WARMUP_BYTES_HDFS);
    hdfsBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_HDFS);
    storeGets = metrics.counter(LighterMetric.WARMUP_STORE_GETS);
    skippedBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_SKIPPED);
    refusedBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_REFUSED);
    promotedBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_PROMOTED);
    evictedBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_EVICTED);
    fallbacks = metrics.counter(LighterMetric.WARMUP_FALLBACKS);
    refetched = metrics.counter(LighterMetric.WARMUP_CHUNKS_REFETCHED);
    channels = metrics.counter(LighterMetric.WARMUP_CHANNELS_OPENED);
    channelsGivenUp = metrics.counter(LighterMetric.WARMUP_CHANNELS_GIVEN_UP);
    time = metrics.timer(LighterMetric.WARMUP_TIME);
    metrics.gauge(LighterMetric.WARMUPS_RUNNING, running::get);
    metrics.gauge(LighterMetric.READS_BELOW_THRESHOLD, below::sum);
    metrics.gauge(LighterMetric.READS_ABOVE_THRESHOLD, above::sum);
  }

  /**
   * Registers the gauges.
   *
   * @param waiting number of warm-ups that wait for their turn
   * @param percent average progress of the running warm-ups; 100 if none runs
   * @param adaptiveRate rate in bytes per second
   * @param callTime time of a call with the strategy adaptive, in percent of the time without
   *     warm-ups; -1 if unknown
   */
  public void watch(
      Supplier<Integer> waiting,
      Supplier<Integer> percent,
      LongSupplier adaptiveRate,
      Supplier<Integer> callTime) {
    metrics.gauge(LighterMetric.WARMUPS_WAITING, waiting);
    metrics.gauge(LighterMetric.WARMUP_PERCENT, percent);
    metrics.gauge(LighterMetric.WARMUP_ADAPTIVE_RATE, adaptiveRate::getAsLong);
    metrics.gauge(LighterMetric.WARMUP_ADAPTIVE_CALL_TIME, callTime);
  }

  /** Reads of stores with a warm-up that got the output files. */
  public LongAdder below() {
    return below;
  }

  /** Reads of stores with a warm-up that got the input files. */
  public LongAdder above() {
    return above;
  }

  /** Number of completed warm-ups. */
  public long completed() {
    return completed.getCount();
  }

  /** Number of warm-ups that ended early. */
  public long endedEarly() {
    return ended.getCount();
  }

  public void started() {
    begun.increment();
    running.incrementAndGet();
  }

  /** Counts a warm-up of a secondary replica, besides {@link #started}. */
  public void replicaStarted() {
    replicaBegun.increment();
  }

  /** Counts a compaction in a secondary replica whose output no server retains. */
  public void replicaUnserved() {
    replicaUnserved.increment();
  }

  /** Number of compactions in secondary replicas whose output no server retained. */
  public long unserved() {
    return replicaUnserved.getCount();
  }

  /**
   * Counts a warm-up that ended, after {@link #started}.
   *
   * @param through whether the warm-up completed
   */
  public void stopped(boolean through, WarmupMeter meter, long nanos) {
    running.decrementAndGet();
    remoteBytes.increment(meter.remoteBytes());
    remoteBlocks.increment(meter.remoteBlocks());
    hdfsBytes.increment(meter.fileBytes());
    hdfsBlocks.increment(meter.fileBlocks());
    storeGets.increment(meter.storeGets());
    skippedBlocks.increment(meter.skippedBlocks());
    refusedBlocks.increment(meter.refusedBlocks());
    promotedBlocks.increment(meter.promotedBlocks());
    evictedBlocks.increment(meter.evictedBlocks());
    time.update(nanos, TimeUnit.NANOSECONDS);
    (through ? completed : ended).increment(); // last, so that a waiting reader sees the others
  }

  /** Counts an output whose blocks the compaction server no longer supplies, or never did. */
  public void fellBack() {
    fallbacks.increment();
  }

  /** Counts an opened chunk channel. */
  void channelOpened() {
    channels.increment();
  }

  /** Counts a chunk channel that was offered and failed, so that chunks come over RPC. */
  void channelGivenUp() {
    channelsGivenUp.increment();
  }

  /** Counts a damaged chunk that was requested again. */
  void refetched() {
    refetched.increment();
  }
}
