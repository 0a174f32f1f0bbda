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
 * What the warm-ups of a region server count, beside the plug-in's other metrics. Counters start at
 * 0 with the process; those of bytes and blocks are brought up to date at the end of each warm-up.
 * Thread-safe.
 */
public final class WarmupMetrics {
  private final MetricSet metrics;
  private final Counter begun;
  private final Counter completed;
  private final Counter ended;
  private final Counter remoteBytes;
  private final Counter remoteBlocks;
  private final Counter hdfsBytes;
  private final Counter hdfsBlocks;
  private final Counter skippedBlocks;
  private final Counter refusedBlocks;
  private final Counter evictedBlocks;
  private final Counter fallbacks;
  private final Counter refetched;
  private final Counter channels;
  private final Counter channelsGivenUp;
  private final Timer time;
  private final AtomicInteger running = new AtomicInteger();
  private final LongAdder below = new LongAdder();
  private final LongAdder above = new LongAdder();

  /** Registers the metrics; who made their registry removes it. */
  public WarmupMetrics(MetricSet metrics) {
    this.metrics = metrics;
    begun = metrics.counter(LighterMetric.WARMUPS_STARTED);
    completed = metrics.counter(LighterMetric.WARMUPS_COMPLETED);
    ended = metrics.counter(LighterMetric.WARMUPS_ENDED);
    remoteBytes = metrics.counter(LighterMetric.WARMUP_BYTES_REMOTE);
    remoteBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_REMOTE);
    hdfsBytes = metrics.counter(LighterMetric.WARMUP_BYTES_HDFS);
    hdfsBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_HDFS);
    skippedBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_SKIPPED);
    refusedBlocks = metrics.counter(LighterMetric.WARMUP_BLOCKS_REFUSED);
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
   * Registers what is true at the moment it is asked.
   *
   * @param waiting warm-ups that wait for their turn
   * @param percent how far those that run are, on average; 100 when none runs
   * @param adaptiveRate bytes per second
   */
  public void watch(
      Supplier<Integer> waiting, Supplier<Integer> percent, LongSupplier adaptiveRate) {
    metrics.gauge(LighterMetric.WARMUPS_WAITING, waiting);
    metrics.gauge(LighterMetric.WARMUP_PERCENT, percent);
    metrics.gauge(LighterMetric.WARMUP_ADAPTIVE_RATE, adaptiveRate::getAsLong);
  }

  /** Reads of stores with a warm-up that got the new files. */
  public LongAdder below() {
    return below;
  }

  /** Reads of stores with a warm-up that got the old files. */
  public LongAdder above() {
    return above;
  }

  /** Warm-ups that are through. */
  public long completed() {
    return completed.getCount();
  }

  /** Warm-ups that ended before. */
  public long endedEarly() {
    return ended.getCount();
  }

  public void started() {
    begun.increment();
    running.incrementAndGet();
  }

  /**
   * Follows {@link #started}.
   *
   * @param through whether everything that should be is warm
   */
  public void stopped(boolean through, WarmupMeter meter, long nanos) {
    running.decrementAndGet();
    remoteBytes.increment(meter.remoteBytes());
    remoteBlocks.increment(meter.remoteBlocks());
    hdfsBytes.increment(meter.fileBytes());
    hdfsBlocks.increment(meter.fileBlocks());
    skippedBlocks.increment(meter.skippedBlocks());
    refusedBlocks.increment(meter.refusedBlocks());
    evictedBlocks.increment(meter.evictedBlocks());
    time.update(nanos, TimeUnit.NANOSECONDS);
    (through ? completed : ended).increment(); // last: who waits for it reads the others then
  }

  /** A compaction server was to have the blocks and does not give them (any more). */
  public void fellBack() {
    fallbacks.increment();
  }

  /** A chunk channel is there. */
  void channelOpened() {
    channels.increment();
  }

  /** A chunk channel was offered and could not be opened, or failed: chunks come over RPC. */
  void channelGivenUp() {
    channelsGivenUp.increment();
  }

  /** A chunk came damaged and was asked for again. */
  void refetched() {
    refetched.increment();
  }
}
